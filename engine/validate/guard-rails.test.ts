import { describe, expect, it } from "vitest";

import { formatFieldError } from "../model/values/result.ts";
import type { ProportionalParameters } from "../model/spec/proportional-parameters.ts";
import {
  checkGuardRails,
  type GuardRails,
  parametersWithinRails,
  withinRails,
} from "./guard-rails.ts";

const rails: GuardRails = {
  permitted: new Set(),
  leastSyncPeriodSeconds: 10,
  largestMaxReplicas: 50,
  scaleToZero: false,
  allowedTargetKinds: ["Deployment.apps", "ReplicationController"],
  metricSources: new Map(),
};
const open: GuardRails = {
  permitted: new Set(["scaleDownOrder", "forecast"]),
  leastSyncPeriodSeconds: 3,
  largestMaxReplicas: 2_147_483_647,
  scaleToZero: true,
  allowedTargetKinds: null,
  metricSources: new Map(),
};
const at = (apiVersion: string, kind: string) => ({ scaleTargetRef: { apiVersion, kind } });
const web = at("apps/v1", "Deployment");

describe("checkGuardRails", () => {
  // prettier-ignore
  it.each([
    { when: "all values within the limits", spec: { syncPeriodSeconds: 10, maxReplicas: 50 },  targets: web, want: [] },
    { when: "absent values",          spec: {},                                          targets: web, want: [] },
    { when: "an absent spec",         spec: undefined,                                   targets: {},  want: [] },
    { when: "a shorter period",       spec: { syncPeriodSeconds: 9 },                    targets: web, want: ["spec.syncPeriodSeconds SyncPeriodBelowLimit"] },
    { when: "a larger maximum",       spec: { maxReplicas: 51 },                         targets: web, want: ["spec.maxReplicas MaxAboveLimit"] },
    { when: "a larger linear maximum", spec: { linear: { maxReplicas: 51 } },             targets: web, want: ["spec.linear.maxReplicas MaxAboveLimit"] },
    { when: "a larger default",       spec: { configMapRef: { default: { linear: { maxReplicas: 99 } } } }, targets: web, want: ["spec.configMapRef.default.linear.maxReplicas MaxAboveLimit"] },
    { when: "a larger maximum in a schedule", spec: { schedules: [{ minReplicas: 60 }, { maxReplicas: 51 }] }, targets: web, want: ["spec.schedules[1].maxReplicas MaxAboveLimit"] },
    { when: "a minimum of 0",         spec: { minReplicas: 0, schedules: [{ minReplicas: 1 }, { minReplicas: 0 }] }, targets: web, want: ["spec.minReplicas ScaleToZeroDisabled", "spec.schedules[1].minReplicas ScaleToZeroDisabled"] },
    { when: "a step of 0",            spec: { ladder: { nodesToReplicas: [{ nodes: 1, replicas: 0 }] } }, targets: web, want: [] },
    { when: "a field without its right", spec: { scaleDownOrder: "Zone" },               targets: web, want: ["spec.scaleDownOrder ScaleDownOrderForbidden"] },
    { when: "a forecast without its right", spec: { forecast: { mode: "Active" } },      targets: web, want: ["spec.forecast ForecastForbidden"] },
    { when: "another kind",           spec: {}, targets: at("apps/v1", "StatefulSet"),   want: ["spec.scaleTargetRef.kind KindNotAllowed"] },
    { when: "an allowed kind in a new version", spec: {}, targets: at("apps/v9", "Deployment"), want: [] },
    { when: "an allowed kind in another group", spec: {}, targets: at("example.dev/v1", "Deployment"), want: ["spec.scaleTargetRef.kind KindNotAllowed"] },
    { when: "a kind of the core group", spec: {}, targets: at("v1", "ReplicationController"), want: [] },
    { when: "another kind that is only counted", spec: { monitorSelectors: [{ kind: "Rollout" }] }, targets: web, want: ["spec.monitorSelectors[0].kind KindNotAllowed"] },
    { when: "another kind in a list", spec: { scaleTargetRefs: [{ kind: "DaemonSet" }] }, targets: {}, want: ["spec.scaleTargetRefs[0].kind KindNotAllowed"] },
    { when: "all values beyond the limits", spec: { syncPeriodSeconds: 3, maxReplicas: 99 }, targets: at("apps/v1", "DaemonSet"), want: ["spec.syncPeriodSeconds SyncPeriodBelowLimit", "spec.maxReplicas MaxAboveLimit", "spec.scaleTargetRef.kind KindNotAllowed"] },
  ])("finds $want for $when", ({ spec, targets, want }) => {
    const written = spec && { ...spec, ...targets };
    const found = checkGuardRails(written, rails, "shop");
    expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(want);
    expect(checkGuardRails(written, open, "shop")).toEqual([]);
  });
});

describe("the sources of metrics", () => {
  const source = (name: string, allowed: readonly string[] | null, type = "Prometheus") => ({
    ...{ name, type, allowedNamespaces: allowed && new Set(allowed) },
    enforcedMatchers: [{ label: "namespace", value: "$(namespace)" }],
  });
  const sources = [
    source("platform", ["shop"]),
    source("all", null),
    source("others", ["other"]),
    source("queues", null, "ExternalScaler"),
  ];
  const metricSources = new Map(sources.map(each => [each.name, each]));
  const asking = (name: string, query = "up") => ({
    ...{ type: "Prometheus", prometheus: { source: name, query } },
  });
  const found = (spec: object) =>
    checkGuardRails(spec, { ...open, metricSources }, "shop").map(formatFieldError);

  // prettier-ignore
  it.each([
    { when: "one for the namespace",     metric: asking("platform"),            want: [] },
    { when: "one for all",               metric: asking("all"),                 want: [] },
    { when: "another type of metric",    metric: { type: "Resource", resource: { name: "cpu" } }, want: [] },
    { when: "no name",                   metric: { type: "Prometheus", prometheus: {} },          want: [] },
    { when: "an unknown one",            metric: asking("none"),                want: ['source: this installation has no metric source "none"; name platform or all'] },
    { when: "one of other namespaces",   metric: asking("others"),              want: ['source: metric source "others" is not for objects in namespace shop; name platform or all'] },
    { when: "one of another type",       metric: asking("queues"),              want: ['source: metric source "queues" is for metrics of type ExternalScaler; name platform or all'] },
    { when: "the same matcher",          metric: asking("all", 'up{namespace="shop"}'),  want: [] },
    { when: "another namespace's series", metric: asking("all", 'up{namespace="other"}'), want: ['query: matches on namespace, which this source sets to "shop"; remove the matcher; metric source all restricts queries to some series'] },
  ])("are checked in metrics and thresholds: $when", ({ metric, want }) => {
    const at = (path: string) => want.map(text => `${path}.prometheus.${text}`);
    expect(found({ metrics: [metric] })).toEqual(at("spec.metrics[0]"));
    const threshold = { name: "busy", type: "Value", value: { metric } };
    expect(found({ thresholds: [threshold] })).toEqual(at("spec.thresholds[0].value.metric"));
  });

  it("are checked although an installation has none", () => {
    const [error] = checkGuardRails({ metrics: [asking("a")] }, open, "shop");
    expect(error?.remedy).toBe("ask the platform team to add it to the chart's metricSources");
  });
});

describe("withinRails", () => {
  // prettier-ignore
  it.each([
    { when: "within the limits",   bounds: [2, 50],  want: [2, 50] },
    { when: "with a larger maximum", bounds: [2, 51],  want: [2, 50] },
    { when: "beyond the limits",   bounds: [60, 99], want: [50, 50] },
  ])("makes $want of $bounds, $when", ({ bounds: [minReplicas = 0, maxReplicas = 0], want }) => {
    const spec = withinRails({ minReplicas, maxReplicas }, rails);
    expect([spec.minReplicas, spec.maxReplicas]).toEqual(want);
  });
});

describe("withinRails of fields that need a right", () => {
  const spec = { minReplicas: 1, maxReplicas: 9, scaleDownOrder: "Newest" };
  it.each([
    { shows: "keeps a permitted one", by: open, want: spec },
    { shows: "removes another one", by: rails, want: { ...spec, scaleDownOrder: null } },
  ])("$shows", ({ by, want }) => {
    expect(withinRails(spec, by)).toEqual(want);
  });
});

describe("withinRails of schedules", () => {
  it("limits the bounds that a window sets, and sets no others", () => {
    const times = { name: "a", timeZone: "UTC", start: "0 8 * * *", end: "0 9 * * *" };
    const spec = { minReplicas: 1, maxReplicas: 9 };
    const bounds = [{ minReplicas: 60 }, { maxReplicas: 70 }, { minReplicas: 2, maxReplicas: 50 }];
    const given = { ...spec, schedules: bounds.map(each => ({ ...times, ...each })) };
    const wanted = [{ minReplicas: 50 }, { maxReplicas: 50 }, { minReplicas: 2, maxReplicas: 50 }];
    expect(withinRails(given, rails)).toEqual({
      ...spec,
      schedules: wanted.map(each => ({ ...times, ...each })),
    });
  });
});

describe("parametersWithinRails", () => {
  const linear = {
    ...({ mode: "linear", coresPerReplica: 0, nodesPerReplica: 1, minReplicas: 1 } as const),
    ...{ maxReplicas: 0, preventSinglePointFailure: true, includeUnschedulableNodes: true },
  };
  const one = { ...rails, largestMaxReplicas: 1 };
  const steps = [1, 99].map(replicas => ({ size: replicas, replicas }));
  const ladder = {
    ...({ mode: "ladder", coresToReplicas: steps, nodesToReplicas: [] } as const),
    includeUnschedulableNodes: true,
  };

  // prettier-ignore
  it.each<{ shows: string; given: ProportionalParameters; by?: GuardRails; want: object }>([
    { shows: "sets a missing maximum",             given: linear,                                   want: { maxReplicas: 50 } },
    { shows: "keeps a smaller maximum",            given: { ...linear, maxReplicas: 9 },            want: { maxReplicas: 9 } },
    { shows: "limits a larger maximum, and the minimum", given: { ...linear, minReplicas: 60, maxReplicas: 70 }, want: { minReplicas: 50, maxReplicas: 50 } },
    { shows: "does not raise 1 to 2",              given: linear, by: one,                          want: { maxReplicas: 1, preventSinglePointFailure: false } },
    { shows: "limits the steps of a ladder",       given: ladder,                                   want: { coresToReplicas: [{ size: 1, replicas: 1 }, { size: 99, replicas: 50 }] } },
    { shows: "changes nothing without limits",     given: linear, by: open,                         want: linear },
  ])("$shows", ({ given, by = rails, want }) => {
    expect(parametersWithinRails(given, by)).toMatchObject(want);
  });
});
