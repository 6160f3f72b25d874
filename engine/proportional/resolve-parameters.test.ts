import { describe, expect, it } from "vitest";

import type {
  ClusterProportionalAutoscalerSpec,
  ParametersInForce,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { resolveParameters, type ConfigMapObservation } from "./resolve-parameters.ts";

const scaleTargetRefs = [{ apiVersion: "apps/v1", kind: "Deployment", name: "dns" }];

const good: ConfigMapObservation = { kind: "present", data: { linear: '{"nodesPerReplica":8}' } };
const typo: ConfigMapObservation = { kind: "present", data: { linear: '{"nodesPerReplica":' } };
const absent: ConfigMapObservation = { kind: "absent" };
const refused: ConfigMapObservation = { kind: "refused", message: "may not read it" };
const unreadable: ConfigMapObservation = { kind: "unreadable", message: "no answer" };

const lastGood = (configMapName: string): ParametersInForce => ({
  source: "ConfigMap",
  configMapName,
  includeUnschedulableNodes: false,
  linear: {
    coresPerReplica: 0,
    nodesPerReplica: 4,
    minReplicas: 1,
    maxReplicas: 0,
    preventSinglePointFailure: false,
  },
});
const hostile = { source: "ConfigMap", configMapName: "dns", linear: { nodesPerReplica: -1 } };

const spec = (hasDefault: boolean): ClusterProportionalAutoscalerSpec => ({
  scaleTargetRefs,
  configMapRef: {
    name: "dns",
    ...(hasDefault ? { default: { linear: { nodesPerReplica: 16 } } } : {}),
  },
});

/** The source of the parameters in force, by their ratio. */
const names: Readonly<Record<number, string>> = { 8: "ConfigMap", 4: "last good", 16: "default" };

describe("resolveParameters", () => {
  const ofOther = lastGood("other");
  const mine = lastGood("dns");

  // prettier-ignore
  it.each<{ sees: string; observed: ConfigMapObservation; def: boolean; last: ParametersInForce | undefined; from: string; used: string; reason: string; current: boolean; permanent?: boolean }>([
    { sees: "a good one", observed: good,    def: false, last: undefined, from: "nothing",       used: "ConfigMap", reason: "ConfigMapRead",     current: true },
    { sees: "a good one", observed: good,    def: true,  last: undefined, from: "nothing",       used: "ConfigMap", reason: "ConfigMapRead",     current: true },
    { sees: "a good one", observed: good,    def: false, last: mine,      from: "this one",      used: "ConfigMap", reason: "ConfigMapRead",     current: true },
    { sees: "a good one", observed: good,    def: true,  last: mine,      from: "this one",      used: "ConfigMap", reason: "ConfigMapRead",     current: true },
    { sees: "a good one", observed: good,    def: true,  last: ofOther,   from: "another",       used: "ConfigMap", reason: "ConfigMapRead",     current: true },
    { sees: "none",       observed: absent,  def: false, last: undefined, from: "nothing",       used: "none",      reason: "ConfigMapNotFound", current: false },
    { sees: "none",       observed: absent,  def: false, last: mine,      from: "this one",      used: "last good", reason: "ConfigMapNotFound", current: false },
    { sees: "none",       observed: absent,  def: false, last: ofOther,   from: "another",       used: "none",      reason: "ConfigMapNotFound", current: false },
    { sees: "none",       observed: absent,  def: false, last: hostile,   from: "a stranger",    used: "none",      reason: "ConfigMapNotFound", current: false },
    { sees: "none",       observed: absent,  def: true,  last: undefined, from: "nothing",       used: "default",   reason: "DefaultInForce",    current: true },
    { sees: "none",       observed: absent,  def: true,  last: mine,      from: "this one",      used: "default",   reason: "DefaultInForce",    current: true },
    { sees: "none",       observed: absent,  def: true,  last: ofOther,   from: "another",       used: "default",   reason: "DefaultInForce",    current: true },
    { sees: "a typo",     observed: typo,    def: false, last: undefined, from: "nothing",       used: "none",      reason: "InvalidConfigMap",  current: false, permanent: true },
    { sees: "a typo",     observed: typo,    def: false, last: mine,      from: "this one",      used: "last good", reason: "InvalidConfigMap",  current: false },
    { sees: "a typo",     observed: typo,    def: false, last: ofOther,   from: "another",       used: "none",      reason: "InvalidConfigMap",  current: false, permanent: true },
    { sees: "a typo",     observed: typo,    def: false, last: hostile,   from: "a stranger",    used: "none",      reason: "InvalidConfigMap",  current: false, permanent: true },
    { sees: "a typo",     observed: typo,    def: true,  last: undefined, from: "nothing",       used: "default",   reason: "InvalidConfigMap",  current: false },
    { sees: "a typo",     observed: typo,    def: true,  last: mine,      from: "this one",      used: "last good", reason: "InvalidConfigMap",  current: false },
    { sees: "a typo",     observed: typo,    def: true,  last: ofOther,   from: "another",       used: "default",   reason: "InvalidConfigMap",  current: false },
    { sees: "a refusal",  observed: refused, def: false, last: undefined, from: "nothing",       used: "none",      reason: "ConfigMapForbidden", current: false },
    { sees: "a refusal",  observed: refused, def: false, last: mine,      from: "this one",      used: "last good", reason: "ConfigMapForbidden", current: false },
    { sees: "a refusal",  observed: refused, def: true,  last: undefined, from: "nothing",       used: "default",   reason: "ConfigMapForbidden", current: false },
    { sees: "a refusal",  observed: refused, def: true,  last: mine,      from: "this one",      used: "last good", reason: "ConfigMapForbidden", current: false },
    { sees: "a refusal",  observed: refused, def: true,  last: ofOther,   from: "another",       used: "default",   reason: "ConfigMapForbidden", current: false },
    { sees: "an outage",  observed: unreadable, def: false, last: undefined, from: "nothing",    used: "none",      reason: "ConfigMapUnreadable", current: false },
    { sees: "an outage",  observed: unreadable, def: false, last: mine,   from: "this one",      used: "last good", reason: "ConfigMapUnreadable", current: false },
    { sees: "an outage",  observed: unreadable, def: true,  last: undefined, from: "nothing",    used: "none",      reason: "ConfigMapUnreadable", current: false },
    { sees: "an outage",  observed: unreadable, def: true,  last: mine,   from: "this one",      used: "last good", reason: "ConfigMapUnreadable", current: false },
  ])("uses $used if it sees $sees, has a default: $def, and the last good source is $from", row => {
    const { parameters, state } = resolveParameters(spec(row.def), row.observed, row.last);
    const ratio = parameters?.mode === "linear" ? parameters.nodesPerReplica : -1;
    expect(names[ratio] ?? "none").toBe(row.used);
    expect(state).toMatchObject({
      available: row.used !== "none",
      current: row.current,
      reason: row.reason,
      permanent: row.permanent ?? false,
    });
    expect(state.inForce?.linear?.nodesPerReplica).toBe(row.used === "none" ? undefined : ratio);
    expect(state.inForce?.configMapName).toBe(row.used === "none" ? undefined : "dns");
  });

  it.each([
    {
      when: "the ConfigMap is valid",
      observed: good,
      def: false,
      says: "the parameters of ConfigMap dns are in force",
    },
    {
      when: "the default is in force",
      observed: absent,
      def: true,
      says: "ConfigMap dns does not exist; configMapRef.default is in force",
    },
    {
      when: "no parameters are in force",
      observed: absent,
      def: false,
      says: "there is no ConfigMap dns; create it, or set configMapRef.default",
    },
    {
      when: "the default replaces a ConfigMap with a typo",
      observed: typo,
      def: true,
      says: "(configMapRef.default is in force)",
    },
    { when: "access is denied", observed: refused, def: false, says: "may not read it" },
  ])("reports it when $when", ({ observed, def, says }) => {
    expect(resolveParameters(spec(def), observed, undefined).state.message).toContain(says);
  });

  it("reports the error, its path, and the parameters in force meanwhile", () => {
    const { message } = resolveParameters(spec(false), typo, mine).state;
    expect(message).toMatch(
      /^ConfigMap dns: data\.linear: .+; .+ \(the last good parameters stay in force\)$/,
    );
  });

  it("keeps the source in the status, not the failed read", () => {
    expect(resolveParameters(spec(false), typo, mine).state.inForce).toBe(mine);
  });

  it("reads the ConfigMap under the profile of the object", () => {
    const contradiction: ConfigMapObservation = {
      kind: "present",
      data: { linear: '{"nodesPerReplica":9,"max":1,"preventSinglePointFailure":true}' },
    };
    expect(resolveParameters(spec(false), contradiction, undefined).state.reason).toBe(
      "InvalidConfigMap",
    );
    const upstream = { ...spec(false), algorithm: "CPA-1.10" as const };
    expect(resolveParameters(upstream, contradiction, undefined).state.reason).toBe(
      "ConfigMapRead",
    );
  });

  it("uses the spec's flag with the default, and the ConfigMap's flag with the ConfigMap", () => {
    const flagged = { ...spec(true), nodes: { unschedulable: "Count" as const } };
    expect(
      resolveParameters(flagged, absent, undefined).parameters?.includeUnschedulableNodes,
    ).toBe(true);
    expect(resolveParameters(flagged, good, undefined).parameters?.includeUnschedulableNodes).toBe(
      false,
    );
  });

  it.each([
    { shows: "linear", own: { linear: { nodesPerReplica: 2 } }, mode: "linear" },
    {
      shows: "ladder",
      own: { ladder: { nodesToReplicas: [{ nodes: 1, replicas: 1 }] } },
      mode: "ladder",
    },
  ])("uses the spec's own $shows, and stores nothing in the status", ({ own, mode }) => {
    const { parameters, state } = resolveParameters({ scaleTargetRefs, ...own }, absent, mine);
    expect(parameters?.mode).toBe(mode);
    expect(state).toMatchObject({
      available: true,
      current: true,
      reason: "InSpec",
      inForce: null,
    });
  });
});
