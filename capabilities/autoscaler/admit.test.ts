import { describe, expect, it } from "vitest";

import type { PoolMember, PoolState } from "../../controller/targets/selected-targets.ts";
import type { TargetObservation } from "../../controller/targets/target-reader.ts";
import { failure } from "../../kube/testing/failure.ts";
import { validateProposal } from "../admission/review-spec.ts";
import { gadget, portsOf, problem, ref } from "../admission/testing/ports.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { rulesWith } from "./admit.ts";
import { poolMember } from "./testing/pool-member.ts";

const rules = rulesWith({
  transport: new ScriptedTransport(() => failure("Stopped")),
  pods: { read: () => Promise.resolve(failure("Stopped")) },
});
const target = { type: "Utilization", averageUtilization: 80 };
const metrics = [{ type: "Resource", resource: { name: "cpu", target } }];
const spec = { scaleTargetRef: ref, maxReplicas: 5, metrics };

const nothing: PoolState = { kind: "known", members: [] };

async function asked(
  object: unknown,
  old?: unknown,
  observation = problem("TargetNotFound"),
  pool: PoolState = nothing,
) {
  const ports = portsOf(observation, { pools: { read: () => Promise.resolve(pool) } });
  const requester = { username: "ann" };
  const proposal = {
    ...{ namespace: "ns", requester, object: { spec: object } },
    old: old ? { spec: old } : null,
  };
  // A machine that is busy has no influence on which warnings a review finds.
  const verdict = await validateProposal(ports, proposal, rules, () => 0);
  return { ...verdict, looks: ports.targets.observe.mock.calls.length };
}

describe("an Autoscaler", () => {
  it("is accepted with a warning while its target does not exist", async () => {
    expect(await asked(spec)).toEqual({
      errors: [],
      warnings: ["spec.scaleTargetRef: what; remedy"],
      looks: 1,
    });
  });

  // prettier-ignore
  it.each<{ shows: string; object: object; says: readonly string[]; looks: number }>([
    { shows: "contradictory bounds",                      object: { ...spec, minReplicas: 9 },             says: ["spec.maxReplicas: "], looks: 1 },
    { shows: "several errors, all of which are reported", object: { ...spec, minReplicas: -1, mode: "Off" }, says: ["spec.minReplicas: ", "spec.mode: "], looks: 1 },
    { shows: "a metric without a target",                 object: { ...spec, metrics: [{ type: "Resource", resource: { name: "cpu" } }] }, says: ["spec.metrics[0].resource.target.type: ", "spec.metrics[0].resource.target.averageUtilization: "], looks: 1 },
    { shows: "no target, without a read of one",          object: { maxReplicas: 5, metrics },             says: ["spec.scaleTargetRef.apiVersion: ", "spec.scaleTargetRef.kind: ", "spec.scaleTargetRef.name: "], looks: 0 },
    { shows: "a null target",                             object: { ...spec, scaleTargetRef: null },       says: ["spec.scaleTargetRef.apiVersion: ", "spec.scaleTargetRef.kind: ", "spec.scaleTargetRef.name: "], looks: 0 },
    { shows: "a string as its target",                    object: { ...spec, scaleTargetRef: "web" },      says: ["spec.scaleTargetRef: "], looks: 0 },
    { shows: "an incomplete target",                      object: { ...spec, scaleTargetRef: { kind: "Gadget" } }, says: ["spec.scaleTargetRef.apiVersion: ", "spec.scaleTargetRef.name: "], looks: 0 },
  ])("is rejected for $shows", async ({ object, says, looks }) => {
    const { errors, looks: looked } = await asked(object);
    expect(errors.map((error, index) => error.slice(0, says[index]?.length))).toEqual(says);
    expect(looked).toBe(looks);
  });

  const day = { name: "day", timeZone: "Etc/UTC", start: "0 8 * * *", end: "0 20 * * *" };
  const noScaleDown = { scaleDown: { selectPolicy: "Disabled" } };

  // prettier-ignore
  it.each<{ shows: string; object: object; says: string }>([
    { shows: "a window that another one always hides", object: { schedules: [{ ...day, minReplicas: 2 }, { ...day, name: "lunch", start: "0 12 * * *", end: "0 14 * * *", minReplicas: 3 }] }, says: "spec.schedules[1]: whenever it is active, so is an earlier one" },
    { shows: "a cap without scale-down",               object: { schedules: [{ ...day, maxReplicas: 2 }], behavior: noScaleDown },            says: "spec.schedules[0].maxReplicas: takes no replicas away" },
    { shows: "start-up periods of 0",                  object: { cpuInitializationPeriodSeconds: 0, initialReadinessDelaySeconds: 0 },        says: "spec.cpuInitializationPeriodSeconds: and initialReadinessDelaySeconds are both 0" },
  ])("is accepted with a warning for $shows", async ({ object, says }) => {
    const { errors, warnings } = await asked({ ...spec, ...object });
    expect(errors).toEqual([]);
    expect(warnings).toContainEqual(expect.stringContaining(says));
  });

  // prettier-ignore
  it.each<{ shows: string; object: unknown }>([
    { shows: "no spec",              object: undefined },
    { shows: "a null spec",          object: null },
    { shows: "a string as its spec", object: "web" },
  ])("is rejected with $shows, without a read of a target", async ({ object }) => {
    expect(await asked(object)).toMatchObject({ errors: [expect.any(String)], looks: 0 });
  });
});

describe("a target at 0", () => {
  const at = (replicas: number): TargetObservation => ({
    kind: "found",
    target: { resource: gadget, namespace: "ns", name: "web" },
    state: { uid: "u", resourceVersion: "1", replicas, statusReplicas: 0, selector: "a=b" },
    polled: false,
  });
  const paused = { ...spec, mode: "Paused" };
  const stopped =
    "spec.scaleTargetRef: Gadget web has 0 replicas, which only a person ends, unless the operator scaled it to 0; set it to 1 or more: kubectl scale --namespace ns gadget/web --replicas=1";

  // prettier-ignore
  it.each<{ shows: string; object: object; old?: object; replicas?: number; warns: boolean }>([
    { shows: "causes a warning at creation",                     object: spec,                                     warns: true },
    { shows: "causes none with a replica",                       object: spec,               replicas: 1,          warns: false },
    { shows: "causes none while nothing is scaled",              object: paused,                                   warns: false },
    { shows: "causes none in a dry run next to an HPA",          object: { ...spec, mode: "DryRun" },              warns: false },
    { shows: "causes a warning when the object becomes Active",  object: spec,               old: paused,          warns: true },
    { shows: "causes none when other fields are edited",         object: { ...spec, maxReplicas: 9 }, old: spec,   warns: false },
    { shows: "causes a warning as the object's next target",     object: spec, old: { ...spec, scaleTargetRef: { ...ref, name: "api" } }, warns: true },
  ])("$shows, without a second read", async ({ object, old, replicas = 0, warns }) => {
    const { errors, warnings, looks } = await asked(object, old, at(replicas));
    expect({ errors, warnings, looks }).toEqual({
      ...{ errors: [], looks: 1 },
      warnings: warns ? [stopped] : [],
    });
  });

  const labelled = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    selector: { matchLabels: { app: "web" } },
  };
  const selecting = { maxReplicas: 9, metrics, targetSelector: labelled };
  const ours = {
    ...poolMember("b", 0),
    state: { ...poolMember("b", 0).state, zeroOf: "Operator" },
  } as const;

  // prettier-ignore
  it.each<{ shows: string; members: readonly PoolMember[]; object?: object; says: readonly string[] }>([
    { shows: "all of which are at 0",             members: [poolMember("a", 0), poolMember("b", 0)], says: ["spec.targetSelector: all 2 matching objects have 0 replicas, "] },
    { shows: "one of which has replicas",         members: [poolMember("a", 0), poolMember("b", 1)], says: [] },
    { shows: "one of which the operator stopped", members: [poolMember("a", 0), ours],               says: [] },
    { shows: "which only count",                  members: [poolMember("a", 0)], object: { ...spec, monitorSelectors: [labelled] }, says: [] },
  ])("of several $shows: $says", async ({ members, object = selecting, says }) => {
    const { warnings } = await asked(object, undefined, at(1), { kind: "known", members });
    expect(warnings.map((warning, index) => warning.slice(0, says[index]?.length))).toEqual(says);
  });
});

describe("a selector with too many matches", () => {
  const labelled = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    selector: { matchLabels: { app: "web" } },
  };
  const counting = { ...spec, monitorSelectors: [labelled] };
  const selecting = { maxReplicas: 9, metrics, targetSelector: labelled };
  const tooMany = problem("TooManyMatches") as Extract<TargetObservation, { kind: "problem" }>;

  // prettier-ignore
  it.each<{ shows: string; object: object; old?: unknown; path: string; errors: number }>([
    { shows: "is rejected as a target",               object: selecting,                        path: "spec.targetSelector: what; remedy",      errors: 1 },
    { shows: "is rejected in addition to a target",   object: counting,                         path: "spec.monitorSelectors[0]: what; remedy", errors: 1 },
    { shows: "causes a warning if nothing is scaled", object: { ...counting, mode: "Paused" },  path: "spec.monitorSelectors[0]: what; remedy", errors: 0 },
    { shows: "causes a warning if it existed before", object: counting, old: { ...counting, maxReplicas: 9 }, path: "spec.monitorSelectors[0]: what; remedy", errors: 0 },
  ])("$shows", async ({ object, old, path, errors }) => {
    const { errors: refused, warnings } = await asked(object, old, undefined, tooMany);
    expect(refused).toHaveLength(errors);
    expect([...refused, ...warnings]).toContain(path);
  });
});

describe.each([
  { reason: "UnknownKind", errorsOfNamed: 1 },
  { reason: "NotScalable", errorsOfNamed: 0 },
] as const)("a target of a kind that is $reason", ({ reason, errorsOfNamed }) => {
  // prettier-ignore
  it.each<{ shows: string; object?: object; old?: unknown; errors: number }>([
    { shows: "is rejected",                                                                                   errors: 1 },
    { shows: "causes a warning if nothing is scaled",                 object: { ...spec, mode: "Paused" },    errors: 0 },
    { shows: "causes a warning if it was named before and is served", old: { ...spec, maxReplicas: 9 }, errors: errorsOfNamed },
    { shows: "is rejected as a replacement of another name",          old: { ...spec, scaleTargetRef: { ...ref, name: "api" } }, errors: 1 },
    { shows: "is rejected as a replacement of another kind",          old: { ...spec, scaleTargetRef: { ...ref, kind: "Deployment" } }, errors: 1 },
    { shows: "is rejected if there was no target",                    old: { maxReplicas: 9 },                errors: 1 },
    { shows: "is rejected as a replacement of null",                  old: { scaleTargetRef: null },          errors: 1 },
    { shows: "is rejected as a replacement of a string",              old: { scaleTargetRef: "web" },         errors: 1 },
  ])("$shows", async ({ object = spec, old, errors }) => {
    const verdict = await asked(object, old, problem(reason));
    expect(verdict.errors).toHaveLength(errors);
    const told = [...verdict.errors, ...verdict.warnings];
    expect(told).toEqual([expect.stringContaining("spec.scaleTargetRef.kind: what")]);
  });
});
