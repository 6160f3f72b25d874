import { describe, expect, it } from "vitest";

import type {
  CachedAnswer,
  MetricCache,
  MetricQuestion,
} from "../../controller/metrics/metric-cache.ts";
import type { MetricsState } from "../../controller/metrics/namespace-pod-metrics.ts";
import type { PodMetrics } from "../../controller/metrics/pod-metrics-cache.ts";
import type { ObservedTarget } from "../../controller/resource.ts";
import type { ForecastUser } from "../../controller/forecasts/forecasts.ts";
import type { SelectorUse } from "../../controller/pods/selector-users.ts";
import type { PodInformers, PodsState } from "../../controller/pods/pod-informers.ts";
import type { ControlledPods } from "../../controller/pods/pod-owners.ts";
import type { PoolMember } from "../../controller/targets/selected-targets.ts";
import type { AutoscalerSpec } from "../../crds/generated/autoscaler.ts";
import type { Forecaster, ForecastReport } from "../../engine/forecast/forecaster.ts";
import { closedGate } from "../../engine/forecast/gate.ts";
import type { DecisionOutcome } from "../../engine/model/feature.ts";
import { err } from "../../engine/model/values/result.ts";
import { emptyHistory } from "../../engine/model/history.ts";
import { DELETION_COST, REMOVAL_MARK, trimPod } from "../../engine/model/observation/pod.ts";
import { PodUsageReader } from "../../engine/model/observation/pod-usage.ts";
import { assessWrite } from "../../engine/status/write-priority.ts";
import { toAutoscalerStatus } from "../../engine/status/autoscaler-status.ts";
import type { TargetReport } from "../../engine/status/targets/target-report.ts";
import type { GuardRails } from "../../engine/validate/guard-rails.ts";
import { upstreamSettings } from "../../engine/model/spec/settings.ts";
import { autoscalerResource, claimedBy, monitoredBy } from "./resource.ts";
import type { ObservedAutoscaler, StoredAutoscaler } from "./observed-spec.ts";
import type { MetricApis } from "./metric-queries.ts";
import { poolMember } from "./testing/pool-member.ts";
import { untracked } from "../../controller/testing/untracked.ts";
import type { Tracker, Topic } from "../../controller/workqueue/subscriptions.ts";

const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const objectOf = (spec: object): StoredAutoscaler => ({
  metadata: { name: "web", namespace: "shop", uid: "u", resourceVersion: "1", generation: 7 },
  spec: { scaleTargetRef, maxReplicas: 5, ...spec },
});

const target = (selector = "app=web") => ({
  ...{ namespace: "shop", owner: "web", ref: scaleTargetRef },
  state: { uid: "t", resourceVersion: "1", replicas: 2, statusReplicas: 2, selector },
});

const pod = (name: string) =>
  trimPod({
    metadata: { name },
    spec: { containers: [{ name: "main", resources: { requests: { cpu: "100m" } } }] },
    status: {
      phase: "Running",
      startTime: "2026-01-01T00:00:00Z",
      conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" }],
    },
  });
const sampledAt = Date.parse("2026-01-02T00:00:00Z");
const uses = (name: string, cpu: string) =>
  new PodUsageReader().read({
    metadata: { name },
    timestamp: new Date(sampledAt).toISOString(),
    window: "15s",
    containers: [{ name: "main", usage: { cpu } }],
  });

const known: PodsState = {
  kind: "known",
  pods: new Map(["web-1", "web-2"].map(name => [name, pod(name)])),
  sharedWith: null,
};
const sampled: MetricsState = {
  kind: "known",
  askedAt: 42,
  samples: new Map(["web-1", "web-2", "db-1"].map(name => [name, uses(name, "150m")])),
};

const open: GuardRails = {
  ...{ leastSyncPeriodSeconds: 3, largestMaxReplicas: 1_000, allowedTargetKinds: null },
  ...{
    scaleToZero: true,
    metricSources: new Map(),
    permitted: new Set(["scaleDownOrder", "forecast"]),
  },
};

const notForShop = "metric source others is not for objects in namespace shop";
const cpuAt50 = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
};

interface World {
  readonly pods?: PodsState | ((selector: string) => PodsState) | undefined;
  readonly metrics?: MetricsState | undefined;
  /** For all questions, or by the text of the question. */
  readonly answer?: CachedAnswer | null | ((text: string) => CachedAnswer);
  readonly rails?: GuardRails;
  readonly seen?: (use: SelectorUse) => void;
  /** The number of workloads that are monitored in addition to the target. */
  readonly monitored?: number;
  readonly now?: number;
  readonly controlled?: ControlledPods;
  readonly forecasts?: Parameters<typeof autoscalerResource>[0]["forecasts"];
}

const noForecasts = { of: () => null, peek: () => undefined, forget: () => undefined };

/** As the selectors would return it. */
const member = (_: unknown, index: number): PoolMember => ({
  ...poolMember(`web-${index + 2}`, 2),
  replicas: 1,
});

function scene(spec: object, world: World = {}) {
  const { pods = known, metrics = sampled, answer = null, rails = open, monitored = 0 } = world;
  const { now = 0, seen } = world;
  const pool = { kind: "known", members: Array.from({ length: monitored }, member) } as const;
  const kind = autoscalerResource({
    pools: { read: () => Promise.resolve(pool), peek: () => pool },
    clock: { now: () => now, monotonic: () => 42 },
    forecasts: world.forecasts ?? noForecasts,
    pods: {
      read: (use: SelectorUse, tracker: Tracker) => {
        seen?.(use);
        const { namespace, selector, target: of } = use;
        tracker.add(`pods/${namespace}/${of.isScaled ? `${of.name}, ${of.uid}` : ""}/${selector}`);
        return typeof pods === "function" ? pods(selector) : pods;
      },
      controlled: (_: unknown, kinds: readonly string[], tracker: Tracker) => {
        for (const kind of kinds) tracker.add(`owners/${kind}`);
        return world.controlled ?? { kind: "known", names: new Set(["web-1", "web-2"]) };
      },
    } as unknown as PodInformers,
    metrics: {
      topic: ({ periodSeconds }: { periodSeconds: number }) => `podmetrics/${periodSeconds}`,
      read: ({ periodSeconds }: { periodSeconds: number }, tracker: Tracker) => {
        tracker.add(`podmetrics/${periodSeconds}`);
        return metrics;
      },
    } as unknown as PodMetrics,
    answers: {
      topic: ({ text }: MetricQuestion, periodSeconds: number) => `metric/${periodSeconds}/${text}`,
      read: ({ text }: MetricQuestion, periodSeconds: number, tracker: Tracker) => {
        tracker.add(`metric/${periodSeconds}/${text}`);
        return typeof answer === "function" ? answer(text) : answer;
      },
    } as unknown as MetricCache,
    apis: { sources: { prometheusQuestion: () => err(notForShop) } } as unknown as MetricApis,
    settings: upstreamSettings,
    rails,
  });
  const observe = async () => {
    const seen = await kind.observe(objectOf(spec), undefined, untracked, null);
    if ("kind" in seen) throw new Error("incomplete");
    return seen;
  };
  /** The decision on the measurement, with its votes as text. */
  const decide = async (selector?: string, seen: Partial<ObservedTarget> = {}) => {
    const observed = await observe();
    const reading = kind.measure(observed, target(selector), untracked);
    if (reading.kind === "incomplete") return reading.kind;
    const history = emptyHistory("t");
    const found = { uid: "t", measured: reading.value, replicas: 2, history, now: sampledAt };
    const outcome = kind.decide(observed, { ...found, ...seen });
    if (!outcome) throw new Error("nothing was decided");
    const { votes, to } = outcome.decision;
    return { to, askedAt: reading.askedAt, votes: votes.map(({ message }) => message) };
  };
  return { kind, observe, decide };
}

const strict: GuardRails = { ...open, leastSyncPeriodSeconds: 30, largestMaxReplicas: 3 };

describe("a pause by annotation", () => {
  const prefix = "autoscaling.trimtab.dev";
  const end = "1970-01-01T02:00:00Z";

  // prettier-ignore
  it.each<{ shows: string; spec?: object; key: string; now: number; want: object; condition: string | null; message: string }>([
    { shows: "stops everything, and is due at its end", key: "paused-until",            now: 0,                want: { mode: "Paused", due: Date.parse(end) }, condition: "True/PausedUntil",          message: `Paused until ${end}: INC-7` },
    { shows: "stops a dry run",                         key: "paused-until",            now: 0,                want: { mode: "Paused" }, spec: { mode: "DryRun" }, condition: "True/PausedUntil",      message: `Paused until ${end}: INC-7` },
    { shows: "ends by itself",                          key: "paused-until",            now: Date.parse(end),  want: { mode: "Active", due: null },            condition: null,                        message: "" },
    { shows: "of scale-down decides",                   key: "scale-down-paused-until", now: 0,                want: { mode: "Active", due: Date.parse(end) }, condition: "True/ScaleDownPausedUntil", message: `scale-down paused until ${end}: INC-7` },
    { shows: "of an invalid object is shown",           key: "paused-until",            now: 0,                want: { mode: "Paused" }, spec: { maxReplicas: 0 }, condition: "True/PausedUntil",      message: expect.stringMatching(/^InvalidSpec/) as string },
  ])("$shows", async ({ spec = {}, key, now, want, condition, message }) => {
    const object = objectOf(spec);
    const annotations = { [`${prefix}/${key}`]: end, [`${prefix}/paused-reason`]: "INC-7" };
    const paused = { ...object, metadata: { ...object.metadata, annotations } };
    const { kind } = scene(spec, { now });
    const observed = await kind.observe(paused, undefined, untracked, null);
    if ("kind" in observed) throw new Error("incomplete");
    expect(observed).toMatchObject(want);
    const status = kind.toStatus(observed, { object: paused, now, targets: [] }, undefined);
    const shown = status.conditions?.find(({ type }) => type === "Paused");
    expect(shown ? `${shown.status}/${shown.reason}` : null).toBe(condition);
    expect(status.message).toEqual(message);
  });
});

describe("guard rails", () => {
  it("override the spec, and appear in the status", async () => {
    const made = scene({ maxReplicas: 9, syncPeriodSeconds: 10 }, { rails: strict });
    const seen = await made.observe();
    expect(seen).toMatchObject({ periodMs: 30_000, resolved: { spec: { maxReplicas: 3 } } });
    expect(await made.decide()).toMatchObject({ to: 3 });
    const object = objectOf({ maxReplicas: 9, syncPeriodSeconds: 10 });
    const { conditions } = made.kind.toStatus(seen, { object, now: 0, targets: [] }, undefined);
    const message = expect.stringMatching("spec.syncPeriodSeconds: .*spec.maxReplicas: ") as string;
    expect(conditions).toMatchObject([{ type: "Ready", status: "True", message }]);
  });

  it.each([null, [], "text", { scaleTargetRef: "web" }])(
    "report nothing for the invalid spec %j",
    async spec => {
      const { kind } = scene({});
      const object = { ...objectOf({}), spec } as unknown as StoredAutoscaler;
      const seen = (await kind.observe(object, undefined, untracked, null)) as ObservedAutoscaler;
      expect(seen).toMatchObject({ refs: [], limits: [] });
      const status = kind.toStatus(seen, { object, now: 0, targets: [] }, undefined);
      expect(kind.view(status, object).conditions).toMatchObject([{ reason: "InvalidSpec" }, {}]);
    },
  );

  it("fail a metric whose source is not for the namespace, and let the others scale up", async () => {
    const target = { type: "AverageValue", averageValue: "1" };
    const queried = { type: "Prometheus", prometheus: { source: "others", query: "up", target } };
    const spec = { maxReplicas: 9, metrics: [queried, cpuAt50] };
    const others = {
      ...{ name: "others", type: "Prometheus", enforcedMatchers: [] },
      allowedNamespaces: new Set(["other"]),
    };
    const rails = { ...open, metricSources: new Map([["others", others]]) };
    const made = scene(spec, { rails });
    const seen = await made.observe();
    const { conditions } = made.kind.toStatus(
      seen,
      { object: objectOf(spec), now: 0, targets: [] },
      undefined,
    );
    const message = expect.stringContaining(
      "spec.metrics[0].prometheus.source: metric source",
    ) as string;
    expect(conditions).toMatchObject([{ type: "Ready", status: "True", message }]);
    const { to, votes } = (await made.decide()) as { to: number; votes: string[] };
    expect(to).toBeGreaterThan(2);
    expect(votes[0]).toBe(notForShop);
  });

  it("release a target whose kind is not allowed", async () => {
    const rails = { ...open, allowedTargetKinds: ["StatefulSet.apps"] };
    const seen = await scene({}, { rails }).observe();
    expect(seen).toMatchObject({ refs: [], errors: [{ code: "KindNotAllowed" }] });
  });
});

describe("an observation of an Autoscaler", () => {
  // prettier-ignore
  it.each<{ shows: string; spec: object; want: object }>([
    { shows: "its target, every 15 seconds",     spec: {},                            want: { refs: [scaleTargetRef], mode: "Active", periodMs: 15_000 } },
    { shows: "its own period",                   spec: { syncPeriodSeconds: 60 },     want: { periodMs: 60_000 } },
    { shows: "its mode",                         spec: { mode: "DryRun" },            want: { refs: [scaleTargetRef], mode: "DryRun" } },
    { shows: "no target if the spec is invalid", spec: { maxReplicas: 0 },            want: { refs: [], mode: "Paused", periodMs: null, resolved: null } },
  ])("contains $shows", async ({ spec, want }) => {
    expect(await scene(spec).observe()).toMatchObject(want);
  });

  // prettier-ignore
  it.each<{ shows: string; spec: object; want: readonly string[] }>([
    { shows: "its pods and their metrics",                    spec: { syncPeriodSeconds: 30 },  want: ["pods/shop/Deployment web, t/app=web", "podmetrics/30"] },
    { shows: "its pods without a claim on them in a dry run", spec: { mode: "DryRun" },        want: ["pods/shop//app=web", "podmetrics/15"] },
    { shows: "nothing while the spec is invalid",             spec: { scaleTargetRef: {} },     want: [] },
  ])("subscribes to $shows", async ({ spec, want }) => {
    const { kind, observe } = scene(spec);
    const topics = new Set<Topic>();
    kind.measure(await observe(), target(), topics);
    expect([...topics]).toEqual(want);
  });
});

describe("a count outside the bounds", () => {
  const monitorSelectors = [
    { apiVersion: "apps/v1", kind: "Deployment", selector: { matchLabels: { app: "web" } } },
  ];

  // prettier-ignore
  it.each<{ shows: string; spec: object; replicas?: number; monitored?: number; want: boolean }>([
    { shows: "below the minimum",                spec: { minReplicas: 3 },                   want: true },
    { shows: "above the maximum",                spec: { maxReplicas: 1 },                   want: true },
    { shows: "not the minimum",                  spec: { minReplicas: 2 },                   want: false },
    { shows: "not the maximum",                  spec: { maxReplicas: 2 },                   want: false },
    { shows: "not 0",                            spec: { minReplicas: 3 }, replicas: 0,      want: false },
    { shows: "not a total above the maximum: it takes nothing from a target", spec: { maxReplicas: 5, monitorSelectors }, monitored: 2, want: false },
    { shows: "not a target of a total within",   spec: { minReplicas: 6, maxReplicas: 9, monitorSelectors }, monitored: 2, want: false },
    { shows: "nothing while the spec is invalid", spec: { maxReplicas: 0 },                 want: false },
  ])("is $shows", async ({ spec, replicas = 2, monitored = 0, want }) => {
    const { kind, observe } = scene(spec, { monitored });
    const observed = await observe();
    const { state, ...found } = target();
    const seen = { ...found, state: { ...state, replicas } };
    const valid = await scene({ ...spec, maxReplicas: 9 }, { monitored }).observe();
    const reading = kind.measure(valid, seen, untracked);
    if (reading.kind === "incomplete") throw new Error("incomplete");
    const { value: measured } = reading;
    const given = { uid: "t", measured, replicas, history: emptyHistory("uid"), now: 0 };
    expect(kind.decide(observed, { ...given, onlyCorrects: true }) !== null).toBe(want);
  });
});

describe("a schedule", () => {
  const schedules = [
    { name: "day", timeZone: "Etc/UTC", start: "0 8 * * *", end: "0 20 * * *", minReplicas: 4 },
  ];
  const at = (time: string) => Date.parse(`2026-11-26T${time}Z`);

  it("makes the pass at the next boundary due", async () => {
    const now = at("07:59:00");
    expect((await scene({ schedules }, { now }).observe()).due).toBe(at("08:00:00"));
    expect((await scene({}, { now }).observe()).due).toBeNull();
    expect((await scene({ schedules, maxReplicas: 0 }, { now }).observe()).due).toBeNull();
  });

  // prettier-ignore
  it.each([
    { shows: "its minimum before it begins",         time: "07:59:59", replicas: 2, ownZero: false, want: false },
    { shows: "its minimum from then on",             time: "08:00:00", replicas: 2, ownZero: false, want: true },
    { shows: "no 0 of a person",                     time: "08:00:00", replicas: 0, ownZero: false, want: false },
    { shows: "a 0 that scaling wrote",               time: "08:00:00", replicas: 0, ownZero: true,  want: true },
  ])("corrects before the next sync: $shows", async ({ time, replicas, ownZero, want }) => {
    const { kind, observe } = scene({ schedules }, { now: at(time) });
    const seen = { ...target(), state: { ...target().state, replicas } };
    const observed = await observe();
    const reading = kind.measure(observed, seen, untracked);
    if (reading.kind === "incomplete") throw new Error("incomplete");
    const history = { ...emptyHistory("t"), scaledToZero: ownZero ? true : null };
    const found = { uid: "t", measured: reading.value, replicas, history, now: at(time) };
    expect(kind.decide(observed, { ...found, onlyCorrects: true }) !== null).toBe(want);
  });

  it("is shown in the status, which changes only at boundaries", async () => {
    const { kind, observe } = scene({ schedules });
    const observed = await observe();
    const statusAt = (time: string) =>
      kind.toStatus(observed, { object: objectOf({}), now: at(time), targets: [] }, undefined);
    const first = statusAt("09:00:00");
    expect(first.schedule).toEqual({
      ...{ active: "day", until: "2026-11-26T20:00:00Z" },
      ...{ next: "day", nextAt: "2026-11-27T08:00:00Z" },
    });
    expect(statusAt("19:59:59").schedule).toEqual(first.schedule);
    expect(statusAt("20:00:00").schedule).toEqual({
      ...{ until: "2026-11-27T08:00:00Z", next: "day", nextAt: "2026-11-27T08:00:00Z" },
    });
    const view = (time: string) => kind.view(statusAt(time), objectOf({}));
    expect(assessWrite(view("09:00:00"), view("19:59:59")).priority).toBeNull();
    expect(assessWrite(view("09:00:00"), view("20:00:00")).priority).toBe("Fact");
  });
});

const nothingSaved = {
  ...{ shortage: 0, replicas: 0, saved: 0, extra: 0, savedByRival: 0, lostSaved: 0 },
  ...{ lostSavedByRival: 0, bestRival: null },
};
const learning: ForecastReport = {
  ...{ mode: "Active", gate: closedGate, isOverBudget: false, balance: nothingSaved, days: 0 },
  ...{ expectedReplicas: null, addedReplicas: 0, knownDays: 0 },
};

describe("a forecast", () => {
  const spec = { metrics: [cpuAt50], forecast: { mode: "Active" } };
  const now = sampledAt;

  /** What is asked of a forecaster that always expects more than the maximum. */
  function forecasting(given: object, { isKnown = true, rails = open } = {}) {
    const asked: unknown[][] = [];
    const forecaster = {
      observe: (at: number, count: number) => {
        asked.push(["observe", at, count]);
        return { expected: [{ metric: 0, load: 1e6, message: "it rises" }], without: null };
      },
      decided: ({ decision }: DecisionOutcome) => asked.push(["decided", decision.to]),
      get report() {
        asked.push(["report"]);
        return learning;
      },
    } as unknown as Forecaster;
    const forecasts = {
      of: (user: ForecastUser) => {
        asked.push(["of", user]);
        return isKnown ? forecaster : null;
      },
      peek: (key: string) => {
        asked.push(["peek", key]);
        return isKnown ? forecaster : undefined;
      },
      forget: (key: string) => asked.push(["forget", key]),
    };
    return { ...scene(given, { forecasts, rails, now }), asked, spec: given };
  }

  /** The decision on what is measured, and the status that follows. */
  async function synced(made: ReturnType<typeof forecasting>, seen: Partial<ObservedTarget> = {}) {
    const observed = await made.observe();
    const reading = made.kind.measure(observed, target(), untracked);
    if (reading.kind === "incomplete") throw new Error("incomplete");
    const found = {
      uid: "t",
      measured: reading.value,
      replicas: 2,
      history: emptyHistory("t"),
      now,
    };
    const outcome = made.kind.decide(observed, { ...found, ...seen });
    const report: TargetReport = {
      ...{ ref: scaleTargetRef, problem: null, inactive: null, currentReplicas: 2 },
      ...{ decision: outcome?.decision ?? null, currentMetrics: null },
      ...{ write: { kind: "Unchanged" }, history: outcome?.history ?? null },
      ...{ dryRunHistory: null, lastScaleTime: null },
    };
    const about = { object: objectOf(made.spec), now, targets: [report] };
    const status = made.kind.toStatus(observed, about, undefined);
    made.kind.repetitionOf(observed, about, status);
    return { outcome, status };
  }

  it("says what to expect before each decision, and hears of it", async () => {
    const made = forecasting(spec);
    const { outcome, status } = await synced(made);
    expect(outcome?.decision).toMatchObject({ from: 2, to: 5 });
    expect(outcome?.decision.steps).toContainEqual(
      expect.objectContaining({ step: "forecast", reason: "LoadWillRise" }),
    );
    const user = { key: "shop/web", uid: "u", generation: 7, count: 2, target: "t" };
    expect(made.asked.slice(0, 3)).toMatchObject([
      ["of", { ...user, object: { spec: { forecast: { mode: "Active" } } } }],
      ["observe", now, 2],
      ["decided", 5],
    ]);
    expect(status.forecast).toMatchObject({ gate: "Closed", reason: "Learning" });
    expect(status.conditions).toContainEqual(expect.objectContaining({ type: "ForecastActive" }));
  });

  it("takes no part in a correction, which is no sync", async () => {
    const made = forecasting(spec);
    const { replicas, ...scale } = { replicas: 9, specReplicas: 9, statusReplicas: 9 };
    const reading = made.kind.measure(await made.observe(), target(), untracked);
    const value = reading.kind === "incomplete" ? null : reading.value;
    const measured = value && { ...value, scale };
    const { outcome } = await synced(made, { measured, replicas, onlyCorrects: true });
    expect(outcome?.decision.to).toBe(5);
    expect(made.asked.filter(([what]) => what !== "peek" && what !== "report")).toEqual([]);
  });

  // prettier-ignore
  it.each([
    { shows: "without spec.forecast",         given: { metrics: [cpuAt50] }, rails: open },
    { shows: "with an invalid spec",          given: { ...spec, maxReplicas: 0 }, rails: open },
    { shows: "in an installation without its rights", given: spec,           rails: { ...open, permitted: new Set<"forecast">() } },
  ])("is asked for nothing $shows", async ({ given, rails }) => {
    const made = forecasting(given, { rails });
    const observed = await made.observe();
    if (observed.resolved) await synced(made);
    else made.kind.toStatus(observed, { object: objectOf(given), now, targets: [] }, undefined);
    expect(made.asked).toEqual([]);
  });

  it("changes no byte of a status until its past is read", async () => {
    const without = await synced(forecasting({ metrics: [cpuAt50] }));
    const pending = await synced(forecasting(spec, { isKnown: false }));
    expect(JSON.stringify(pending.status)).toBe(JSON.stringify(without.status));
    expect(pending.outcome).toEqual(without.outcome);
  });

  it("stays in a status while another leader reads its past", async () => {
    const { status: previous } = await synced(forecasting(spec));
    const { kind, observe } = forecasting(spec, { isKnown: false });
    const observed = await observe();
    const after = kind.toStatus(observed, { object: objectOf(spec), now, targets: [] }, previous);
    expect(after.forecast).toEqual(previous.forecast);
    const isOf = ({ type }: { readonly type: string }) => type === "ForecastActive";
    expect(after.conditions?.filter(isOf)).toEqual(previous.conditions?.filter(isOf));
  });

  const shown = { forecast: { gate: "Closed", reason: "Learning", message: "" } };
  it.each([
    { shows: "with a status that has one", status: shown, isKnown: true, metrics: learning },
    { shows: "not before its past is read", status: shown, isKnown: false },
    { shows: "not once the spec asks for none", status: {}, isKnown: true },
    { shows: "not before the first pass", status: undefined, isKnown: true },
  ])("has metrics: $shows", ({ status, isKnown, metrics }) => {
    const { kind } = forecasting(spec, { isKnown });
    expect(kind.forecastOf("shop/web", status)).toBe(metrics);
  });

  it("is forgotten with its object", () => {
    const made = forecasting(spec);
    made.kind.forget("shop/web");
    expect(made.asked).toEqual([["forget", "shop/web"]]);
  });
});

describe("a decision", () => {
  // prettier-ignore
  it.each<{ shows: string; pods?: PodsState; metrics?: MetricsState; selector?: string; want: unknown }>([
    { shows: "uses the samples of its own pods",            want: { to: 4, askedAt: 42, votes: ["150% of requests, target 80%: 4"] } },
    { shows: "waits for the first list of pods",            pods: { kind: "waiting" }, want: "incomplete" },
    { shows: "waits for the first samples",                 metrics: { kind: "waiting" }, want: "incomplete" },
    { shows: "is a hold if reading pods is forbidden",      pods: { kind: "failed", message: "no right" }, want: { to: 2, askedAt: 42, votes: ["no right"] } },
    { shows: "is a hold if metrics fail",                   metrics: { kind: "failed", message: "away", askedAt: 43 }, want: { to: 2, askedAt: 43, votes: ["away"] } },
    { shows: "is a hold if no sample is of its pods",       metrics: { ...sampled, samples: new Map([["db-1", uses("db-1", "1m")]]) }, want: { to: 2, askedAt: 42, votes: ["the resource metrics API has no metrics of these pods; new ones have some after a minute, else look at metrics-server"] } },
    { shows: "is a hold if another target shares its pods", pods: { ...known, sharedWith: "Deployment api" }, want: { to: 2, askedAt: 42, votes: ["Deployment api is scaled by some of the same pods; write selectionStrategy: OwnerReference, or give the two targets selectors that no pod matches both of"] } },
    { shows: "is a hold without a selector",                selector: "", want: { to: 2, askedAt: 42, votes: ["the target's scale is missing a selector"] } },
  ])("$shows", async ({ pods, metrics, selector, want }) => {
    expect(await scene({}, { pods, metrics }).decide(selector)).toEqual(want);
  });
});

describe("metrics of the pods of many workloads", () => {
  const perPod = { type: "AverageValue", averageValue: "10" };
  const spec = {
    metrics: ["rps", "errors"].map(name => ({
      type: "Pods",
      pods: { metric: { name }, target: perPod },
    })),
    monitorSelectors: [
      { apiVersion: "apps/v1", kind: "Deployment", selector: { matchLabels: { app: "web" } } },
    ],
  };
  const answer: CachedAnswer = { answer: { kind: "PodValues", items: [] }, askedAt: 42 };

  // prettier-ignore
  it.each<{ shows: string; monitored: number; asks: boolean }>([
    { shows: "are requested up to the limit",                 monitored: 63, asks: true },
    { shows: "are not requested, and fail, beyond the limit", monitored: 64, asks: false },
  ])("$shows", async ({ monitored, asks }) => {
    const { kind, observe } = scene(spec, { monitored, answer });
    const observed = await observe();
    const topics = new Set<Topic>();
    const measured = kind.measure(observed, target(), topics);
    expect([...topics].some(topic => topic.startsWith("metric/"))).toBe(asks);
    expect(measured).toMatchObject({ isUnasked: !asks });
    const seen = JSON.stringify(measured);
    const refusal = /65 workloads with all of them are more than 128 questions in a period; let/g;
    expect(seen.match(refusal)?.length ?? 0).toBe(asks ? 0 : 2);
  });
});

describe("a metric of the pods of several workloads, of which one part fails", () => {
  const rps = { metric: { name: "rps" } };
  const spec = {
    maxReplicas: 20,
    metrics: [
      { type: "Pods", pods: { ...rps, target: { type: "AverageValue", averageValue: "10" } } },
    ],
    monitorSelectors: [
      { apiVersion: "apps/v1", kind: "Deployment", selector: { matchLabels: { app: "web" } } },
    ],
    // Without it, a window would hide what the votes ask for.
    behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
  };
  const idle = (name: string): CachedAnswer => ({
    answer: { kind: "PodValues", items: [{ pod: name, value: "0" }] },
    askedAt: 42,
  });
  const failed: CachedAnswer = { answer: { kind: "Failed", message: "404" }, askedAt: 42 };
  const podsOf = (selector: string): PodsState => {
    const [name, app] = selector === "app=blue" ? ["blue-1", "blue"] : ["green-1", "web"];
    const labelled = { ...pod(name), labels: { app } };
    return { kind: "known", pods: new Map([[name, labelled]]), sharedWith: null };
  };
  const decided = (green: CachedAnswer, fields: object = {}) =>
    scene(
      { ...spec, ...fields },
      {
        ...{ pods: podsOf, monitored: 1 },
        answer: text => (text.includes("app=blue") ? idle("blue-1") : green),
      },
    ).decide("app=blue");

  it("keeps the pods of that part, and says so", async () => {
    // The other workload keeps its one replica.
    expect(await decided(idle("green-1"))).toMatchObject({
      to: 1,
      votes: ["0 of 10 per pod, 2 pods count: 0"],
    });
    expect(await decided(failed)).toMatchObject({
      to: 1,
      votes: ["0 of 10 per pod, no usable samples of some workloads (1 of 2 pods): 1"],
    });
  });

  it("lets a threshold read the target's own pods", async () => {
    const value = { metric: { type: "Pods", pods: rps }, comparison: "LessThan", value: "5" };
    const thresholds = [
      { name: "idle", type: "Value", value: { ...value, durationSeconds: 15, increment: -1 } },
    ];
    const outcome = await decided(failed, { metrics: [], thresholds });
    expect(outcome).toMatchObject({ to: 2, votes: ["0 < 5 for 0 s of 15 s"] });
  });
});

describe("a decision by only the workload's own pods", () => {
  const rps = (averageValue: string) => [
    {
      type: "Pods",
      pods: { metric: { name: "rps" }, target: { type: "AverageValue", averageValue } },
    },
  ];
  const pods = (...unresolved: string[]): PodsState => {
    const [matching, own] = [
      ["web-1", "web-2", "job-1", "api-1"],
      ["web-1", "web-2"],
    ];
    const mapOf = (names: readonly string[]) => new Map(names.map(name => [name, pod(name)]));
    return {
      ...{ kind: "known", pods: mapOf([...new Set([...own, ...unresolved])]), sharedWith: null },
      besides: { matching: mapOf(matching), unresolved: new Set(unresolved) },
    };
  };
  const valuesOf = (values: Readonly<Record<string, string>>): CachedAnswer => ({
    answer: {
      kind: "PodValues",
      items: Object.entries(values).map(([name, value]) => ({ pod: name, value })),
    },
    askedAt: 42,
  });
  const busy = valuesOf({ "web-1": "15", "web-2": "15", "job-1": "900", "api-1": "0" });

  it.each(["Trimtab-1", "HPA-1.36"])(
    "leaves out the samples of all others: %s",
    async algorithm => {
      const spec = { selectionStrategy: "OwnerReference", metrics: rps("10"), algorithm };
      const { kind, observe, decide } = scene(spec, { pods: pods(), answer: busy });
      expect(await decide()).toMatchObject({ to: 3, votes: ["15 of 10 per pod: 3"] });
      const reading = kind.measure(await observe(), target(), untracked);
      expect(reading).toMatchObject({ value: { selection: { leftOut: 2, unresolved: 0 } } });
    },
  );

  it("shows how many pods it left out", async () => {
    const spec = { selectionStrategy: "OwnerReference", metrics: rps("10") };
    const { kind, observe } = scene(spec, { pods: pods("new-1"), answer: busy });
    const observed = await observe();
    const reading = kind.measure(observed, target(), untracked);
    if (reading.kind === "incomplete") throw new Error("incomplete");
    const history = emptyHistory("t");
    const found = { uid: "t", measured: reading.value, replicas: 2, history, now: sampledAt };
    const outcome = kind.decide(observed, found);
    expect(outcome).toMatchObject({ selection: { leftOut: 1, unresolved: 1 } });
  });

  // prettier-ignore
  it.each([
    { shows: "counts at its target on the way down", values: { "web-1": "9", "web-2": "0" },  unresolved: ["web-2"], to: 2 },
    { shows: "counts as 0 on the way up",            values: { "web-1": "15", "web-2": "900" }, unresolved: ["web-2"], to: 2 },
    { shows: "adds nothing of its own",              values: { "web-1": "15", "web-2": "15", "api-1": "900" }, unresolved: ["api-1"], to: 3 },
  ])("with a pod of an unknown owner, which $shows", async ({ values, unresolved, to }) => {
    const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
    const spec = { selectionStrategy: "OwnerReference", metrics: rps("10"), behavior };
    const { decide } = scene(spec, { pods: pods(...unresolved), answer: valuesOf(values) });
    expect(await decide()).toMatchObject({ to });
  });

  it("asks for the owners of all of its pods, through the kinds of its workload", async () => {
    const uses: SelectorUse[] = [];
    const spec = { selectionStrategy: "OwnerReference", metrics: rps("10") };
    const { kind, observe } = scene(spec, { answer: busy, seen: use => uses.push(use) });
    kind.measure(await observe(), target(), untracked);
    expect(uses.map(({ ownedThrough }) => ownedThrough)).toEqual([["ReplicaSet"]]);
  });
});

describe("a decision that may mark pods", () => {
  const atOnce = { scaleDown: { stabilizationWindowSeconds: 0 } };
  const falling = { maxReplicas: 1, scaleDownOrder: "Newest", behavior: atOnce };
  const marked = trimPod({
    metadata: { name: "web-1", annotations: { [DELETION_COST]: "-1000", [REMOVAL_MARK]: "true" } },
    status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
  });
  const withMark: PodsState = { ...known, pods: new Map([["web-1", marked]]) };

  /** What it marks and clears, the reason of its step, and whose owners it has asked for. */
  const planned = async (spec: object, world: World) => {
    const { kind, observe } = scene(spec, world);
    const observed = await observe();
    const topics = new Set<Topic>();
    const reading = kind.measure(observed, target(), topics);
    const owners = [...topics].filter(topic => topic.startsWith("owners/"));
    if (reading.kind === "incomplete") return { kind: reading.kind, owners };
    const history = emptyHistory("t");
    const found = { uid: "t", measured: reading.value, replicas: 2, history, now: sampledAt };
    const outcome = kind.decide(observed, found);
    if (!outcome) throw new Error("nothing was decided");
    const { decision, removal } = outcome;
    const reason = decision.steps.find(({ step }) => step === "order")?.reason;
    return { mark: removal?.mark, clear: removal?.clear, reason, owners };
  };
  const named = (...names: string[]): ControlledPods => ({ kind: "known", names: new Set(names) });
  const owners = ["owners/ReplicaSet"];

  // prettier-ignore
  it.each<{ shows: string; spec: object; world?: World; want: object }>([
    { shows: "marks a pod that the target controls",    spec: falling, world: { controlled: named("web-2") },  want: { mark: [], clear: [], reason: "Newest", owners } },
    { shows: "marks as many as it controls too many",   spec: falling,                                         want: { mark: ["web-1"], clear: [], reason: "Newest", owners } },
    { shows: "marks none that others control",          spec: falling, world: { controlled: named() },         want: { mark: [], clear: [], reason: "OrderSkipped", owners } },
    { shows: "marks none without the right to list ReplicaSets", spec: falling, world: { controlled: { kind: "failed", message: "no right" } }, want: { mark: [], clear: [], reason: "OrderSkipped", owners } },
    { shows: "waits for the first list of ReplicaSets", spec: falling, world: { controlled: { kind: "waiting" } }, want: { kind: "incomplete", owners } },
    { shows: "clears its marks without the field",      spec: {}, world: { pods: withMark },                   want: { mark: [], clear: ["web-1"], owners } },
    { shows: "leaves the marks of others",              spec: {}, world: { pods: withMark, controlled: named() }, want: { owners } },
    { shows: "needs no owners without marks",           spec: {},                                              want: { owners: [] } },
    { shows: "needs none where it may not mark pods",   spec: falling, world: { pods: withMark, rails: { ...open, permitted: new Set() } }, want: { owners: [] } },
  ])("$shows", async ({ spec, world = {}, want }) => {
    expect(await planned(spec, world)).toEqual({ mark: undefined, clear: undefined, reason: undefined, ...want });
  });
});

describe("a decision on samples of 15 seconds", () => {
  // prettier-ignore
  it.each([
    { shows: "uses samples that were recent when they were requested", askedAfter: 45, want: { to: 4, votes: ["150% of requests, target 80%: 4"] } },
    { shows: "is a hold on samples that were old by then",             askedAfter: 46, want: { to: 2, votes: [expect.stringMatching(/^no samples but old ones/)] } },
  ])("$shows", async ({ askedAfter, want }) => {
    const seen = { now: sampledAt + 60_000, askedAt: sampledAt + askedAfter * 1_000 };
    expect(await scene({}).decide(undefined, seen)).toMatchObject(want);
  });
});

describe("a decision on pod metrics and other metrics", () => {
  const describedObject = { apiVersion: "v1", kind: "Service", name: "web" };
  const object = {
    ...{ metric: { name: "qps" }, describedObject },
    target: { type: "AverageValue", averageValue: "10" },
  };
  const cpu = { name: "cpu", target: { type: "Utilization", averageUtilization: 75 } };
  const metrics = [
    { type: "Resource", resource: cpu },
    { type: "Object", object },
  ];
  const given: CachedAnswer = { answer: { kind: "ObjectValue", value: "40" }, askedAt: 40 };

  it("waits for all responses, and has the age of the oldest", async () => {
    expect(await scene({ metrics }).decide()).toBe("incomplete");
    const decided = await scene({ metrics }, { answer: given }).decide();
    expect(decided).toMatchObject({ to: 4, askedAt: 40 });
  });

  it("does not wait for a failed response, which may be minutes old", async () => {
    const failed: CachedAnswer = { answer: { kind: "Failed", message: "busy" }, askedAt: 1 };
    const decided = await scene({ metrics }, { answer: failed }).decide();
    expect(decided).toMatchObject({ askedAt: 42 });
    const alone = await scene({ metrics: metrics.slice(1) }, { answer: failed }).decide();
    expect(alone).toMatchObject({ askedAt: 1 });
  });
});

/** As accepted by a release without this rule. */
const tooManyQuestions = {
  metrics: Array.from({ length: 17 }, (_, index) => ({
    type: "Pods",
    pods: { metric: { name: `m${index}` }, target: { type: "AverageValue", averageValue: "10" } },
  })),
  monitorSelectors: Array.from({ length: 7 }, (_, index) => ({
    ...{
      apiVersion: "apps/v1",
      kind: "Deployment",
      selector: { matchLabels: { app: `web-${index}` } },
    },
  })),
};

// prettier-ignore
it.each<{ shows: string; spec: object; want: readonly object[] }>([
  { shows: "its target",                 spec: {},                     want: [scaleTargetRef] },
  { shows: "nothing in a dry run",       spec: { mode: "DryRun" },     want: [] },
  { shows: "its target while it is paused", spec: { mode: "Paused" },  want: [scaleTargetRef] },
  { shows: "its target if another field is invalid", spec: { maxReplicas: "x" }, want: [scaleTargetRef] },
  { shows: "nothing if its mode is invalid",   spec: { mode: "Off" },        want: [] },
  { shows: "nothing if its target is invalid", spec: { scaleTargetRef: { ...scaleTargetRef, name: "" } }, want: [] },
  { shows: "nothing if its labels are in their former place", spec: { scaleTargetRef: null, targetSelector: { apiVersion: "apps/v1", kind: "Deployment", matchLabels: { app: "web" } } }, want: [] },
  { shows: "nothing if it has two targets",    spec: { targetSelector: { apiVersion: "apps/v1", kind: "Deployment", selector: { matchLabels: { app: "web" } } } }, want: [] },
])("an Autoscaler claims $shows", ({ spec, want }) => {
  expect(claimedBy(objectOf(spec))).toEqual(want);
});

it.each(["Paused", "Active"])(
  "an Autoscaler in mode %s whose kind was not served claims its target if it was Active",
  mode => {
    const object = objectOf({ mode });
    const unknown = { reason: "UnknownKind", message: "no such kind", permanent: true } as const;
    const selected = { target: null, others: null, problem: unknown };
    const { generation } = object.metadata;
    const report = { generation: generation!, mode, now: 0, errors: [], limits: [], target: null };
    const seen = toAutoscalerStatus({ ...report, selected }, undefined);
    const served = toAutoscalerStatus(report, seen);
    for (const status of [seen, served]) {
      expect(claimedBy({ ...object, status })).toEqual(mode === "Active" ? [scaleTargetRef] : []);
    }
  },
);

it.each([
  { mode: "Active", want: 1 },
  { mode: "Paused", want: 1 },
  { mode: "DryRun", want: 0 },
])("an Autoscaler in $mode monitors with $want of its selectors", ({ mode, want }) => {
  const labels = { selector: { matchLabels: { app: "web" } } };
  const monitorSelectors = [{ apiVersion: "apps/v1", kind: "Deployment", ...labels }];
  expect(monitoredBy(objectOf({ mode, monitorSelectors }))).toHaveLength(want);
  expect(monitoredBy(objectOf({ mode }))).toEqual([]);
  expect(monitoredBy(objectOf({ mode, monitorSelectors: 1 }))).toEqual([]);
});

it("an Autoscaler is validated once for all of its versions with the same spec", () => {
  let reads = 0;
  const counted = {
    get maxReplicas() {
      reads += 1;
      return 5;
    },
  };
  const { metadata, spec: given } = objectOf({});
  const spec = Object.defineProperties({ ...given }, Object.getOwnPropertyDescriptors(counted));
  claimedBy({ metadata, spec });
  const once = reads;
  claimedBy({ metadata: { ...metadata, resourceVersion: "2" }, spec });
  expect(once).toBeGreaterThan(0);
  expect(reads).toBe(once);
});

it("an Autoscaler without a spec claims nothing", () => {
  const { metadata } = objectOf({});
  expect(claimedBy({ metadata, spec: null as unknown as AutoscalerSpec })).toEqual([]);
});

it.each([
  { spec: { minReplicas: 9 }, says: "spec.maxReplicas: " },
  {
    spec: tooManyQuestions,
    says: "spec.monitorSelectors: .* and 128 questions in a period are allowed; write fewer",
  },
])("reports the error in the status, and keeps its claim: $says", async ({ spec, says }) => {
  const { kind, observe } = scene(spec);
  const object = objectOf(spec);
  const status = kind.toStatus(await observe(), { object, now: 0, targets: [] }, undefined);
  expect(status).toMatchObject({
    observedGeneration: 7,
    conditions: [
      {
        ...{ type: "Ready", status: "False", reason: "InvalidSpec" },
        message: expect.stringMatching(says) as string,
      },
      { type: "Stalled", status: "True" },
    ],
  });
  expect(claimedBy(object)).toEqual([scaleTargetRef]);
});
