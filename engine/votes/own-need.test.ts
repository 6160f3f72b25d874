import { describe, expect, it } from "vitest";

import type { Observation, RawAnswer } from "../model/observation/observation.ts";
import { trimPod } from "../model/observation/pod.ts";
import { decideAutoscaler } from "../decide.ts";
import { emptyHistory, type History } from "../model/history.ts";
import { fromKubernetes } from "../sources/from-kubernetes.ts";
import { askedMetrics } from "./asked-metrics.ts";
import type { AutoscalerSpec } from "../model/spec/autoscaler-spec.ts";
import { withDefaults } from "../spec/defaults.ts";
import { profiles } from "../model/spec/profile.ts";
import { upstreamSettings } from "../model/spec/settings.ts";

const NOW = Date.parse("2026-01-05T12:00:00Z");
const settings = { ...upstreamSettings, downscaleStabilizationSeconds: 0 };
const monitors = [{ selector: { matchLabels: { app: "web" } } }];
const each10 = { type: "AverageValue", averageValue: "10" };
const rps = { type: "Pods", pods: { metric: { name: "rps" }, target: each10 } } as const;
const queue = {
  type: "External",
  external: { metric: { name: "queue" }, target: each10 },
} as const;
const named = [
  { ...rps, name: "rps" },
  { ...queue, name: "queue" },
];
const below5 = {
  name: "idle",
  type: "Value",
  value: {
    metric: { type: "Pods", pods: { metric: { name: "rps" } } },
    comparison: "LessThan",
    ...{ value: "5", durationSeconds: 0, increment: -1 },
  },
} as const;

const above20 = {
  ...below5,
  value: { ...below5.value, comparison: "GreaterThan", value: "20", increment: 1 },
} as const;
const limit0 = { ...above20, value: { ...above20.value, value: "0" } } as const;
const free = { ...above20, value: { ...above20.value, comparison: "LessThan" } } as const;
const aim10 = {
  name: "aim",
  type: "Intention",
  intention: { intent: "PodsMetric", metric: { name: "rps" }, value: "10" },
} as const;

const ofQueue = (comparison: "GreaterThan" | "LessThan", value: string) => {
  const metric = { type: "External", external: { metric: { name: "queue" } } } as const;
  const increment = comparison === "LessThan" ? -1 : 1;
  const about = { metric, valueType: "AverageValue", comparison, value } as const;
  return { ...below5, name: `queue${value}`, value: { ...about, durationSeconds: 0, increment } };
};
const queueBelow8 = ofQueue("LessThan", "8");
const queueAbove12 = ofQueue("GreaterThan", "12");

interface Part {
  readonly replicas: number;
  /** Of each pod; null: the pods are not ready, and have no samples. */
  readonly used?: number | null;
  readonly isServing?: boolean;
  readonly uid?: string;
}

interface Given {
  readonly spec?: Partial<AutoscalerSpec>;
  readonly blue: Part;
  readonly green: Part;
  readonly queue?: number | null;
  readonly history?: Partial<History>;
}

const podsOf = (name: string, { replicas, used = 10 }: Part) =>
  Array.from({ length: replicas }, (_, index) => ({
    metadata: { name: `${name}-${index}`, labels: { app: name } },
    status: {
      phase: "Running",
      startTime: "2026-01-05T11:00:00Z",
      conditions: [
        {
          type: "Ready",
          status: used === null ? "False" : "True",
          lastTransitionTime: "2026-01-05T11:00:10Z",
        },
      ],
    },
  }));

const scaleOf = (name: string, { replicas, isServing = false, uid = name }: Part) => ({
  ...{ specReplicas: replicas, statusReplicas: replicas, selector: `app=${name}`, isServing, uid },
});

const valuesOf = (name: string, { replicas, used = 10 }: Part) =>
  Array.from({ length: used === null ? 0 : replicas }, (_, index) => ({
    pod: `${name}-${index}`,
    value: String(used),
  }));

function decide({ spec = {}, blue, green, queue: messages = 100, history }: Given) {
  const defaulted = withDefaults(
    { maxReplicas: 60, minReplicas: 2, metrics: [rps], monitorSelectors: monitors, ...spec },
    settings,
  );
  const metrics = askedMetrics(defaulted);
  const answers = metrics.map(({ type }): RawAnswer => {
    if (type === "Pods") {
      return { kind: "PodValues", items: [...valuesOf("blue", blue), ...valuesOf("green", green)] };
    }
    if (messages === null) return { kind: "Failed", message: "away" };
    return { kind: "ExternalValues", values: [{ value: String(messages) }] };
  });
  const pods = [...podsOf("blue", blue), ...podsOf("green", green)].map(trimPod);
  const observation: Observation = fromKubernetes(
    { scale: scaleOf("blue", blue), others: [scaleOf("green", green)], pods, answers },
    metrics,
  );
  return decideAutoscaler({
    ...{ now: NOW, spec: defaulted, settings, profile: profiles["Trimtab-1"], observation },
    history: { ...emptyHistory("blue"), ...history },
  });
}

const idle = { replicas: 10, used: 0 };

// prettier-ignore
const rows: readonly { shows: string; given: Given; to: number }[] = [
  { shows: "keeps what its own pods need next to idle ones",      given: { blue: { replicas: 10 }, green: idle },                 to: 10 },
  { shows: "grows by what its own pods need",                     given: { blue: { replicas: 10, used: 15 }, green: idle },       to: 15 },
  { shows: "falls to what its own pods need",                     given: { blue: { replicas: 10, used: 4 }, green: idle },        to: 4 },
  { shows: "grows for others that the spec does not let it name", given: { blue: { replicas: 4, used: 20, uid: "blue" }, green: { replicas: 4, used: 20 } }, to: 12 },
  { shows: "falls next to one that is never ready",               given: { blue: { replicas: 20, used: 1 }, green: { replicas: 1, used: null } }, to: 2 },
  { shows: "stays if its own pods are not measured",              given: { blue: { replicas: 20, used: null }, green: { replicas: 20, used: 1 } }, to: 20 },
  { shows: "keeps it whatever the maximum of the total",          given: { spec: { maxReplicas: 12 }, blue: { replicas: 10 }, green: idle }, to: 10 },
  { shows: "keeps what a queue needs, as it may be the only one", given: { spec: { metrics: [queue] }, blue: { replicas: 10 }, green: idle }, to: 10 },
  { shows: "falls to what a queue needs",                         given: { spec: { metrics: [queue] }, blue: { replicas: 10 }, green: idle, queue: 60 }, to: 6 },
  { shows: "gets no more for a queue, as it may be idle",         given: { spec: { metrics: [queue] }, blue: { replicas: 10 }, green: idle, queue: 130 }, to: 10 },
  { shows: "gets all that a queue needs if it is announced",      given: { spec: { metrics: [queue] }, blue: { replicas: 10, isServing: true }, green: idle, queue: 130 }, to: 13 },
  { shows: "shares it with another that is announced",            given: { spec: { metrics: [queue] }, blue: { replicas: 10, isServing: true }, green: { ...idle, isServing: true }, queue: 130 }, to: 3 },
  { shows: "keeps the minimum if only another is announced",      given: { spec: { metrics: [queue] }, blue: { replicas: 10 }, green: { ...idle, isServing: true } }, to: 2 },
  { shows: "keeps what an expression needs",                      given: { spec: { metrics: named, combine: { expression: "max(rps, queue.value / 20)" } }, blue: { replicas: 10 }, green: idle }, to: 10 },
  { shows: "keeps one if nothing is wanted, as only one of them would wake", given: { spec: { metrics: [queue], minReplicas: 0 }, blue: { replicas: 10 }, green: idle, queue: 0 }, to: 1 },
  { shows: "goes to 0 if nothing is wanted and it is announced",  given: { spec: { metrics: [queue], minReplicas: 0 }, blue: { replicas: 10, isServing: true }, green: idle, queue: 0 }, to: 0 },
  { shows: "goes to 0 if nothing is wanted and no other has pods", given: { spec: { metrics: [queue], minReplicas: 0 }, blue: { replicas: 10 }, green: { replicas: 0 }, queue: 0 }, to: 0 },
  { shows: "loses nothing to a threshold that only others pass",  given: { spec: { metrics: [], thresholds: [below5] }, blue: { replicas: 10 }, green: { replicas: 30, used: 0 } }, to: 10 },
  { shows: "loses nothing to a threshold on a queue that may be all its own", given: { spec: { metrics: [], thresholds: [queueBelow8] }, blue: { replicas: 10 }, green: idle }, to: 10 },
  { shows: "falls by a threshold on a queue that is small even for it alone", given: { spec: { metrics: [], thresholds: [queueBelow8] }, blue: { replicas: 10 }, green: idle, queue: 60 }, to: 9 },
  { shows: "falls by a threshold on a queue that it shares with another announced one", given: { spec: { metrics: [], thresholds: [queueBelow8] }, blue: { replicas: 10, isServing: true }, green: { ...idle, isServing: true } }, to: 9 },
  { shows: "gets no more by a threshold on a queue, as it may be idle", given: { spec: { metrics: [], thresholds: [queueAbove12] }, blue: { replicas: 10 }, green: idle, queue: 130 }, to: 10 },
  { shows: "gets more by a threshold on a queue if it is announced", given: { spec: { metrics: [], thresholds: [queueAbove12] }, blue: { replicas: 10, isServing: true }, green: idle, queue: 130 }, to: 11 },
  { shows: "keeps what an upward threshold on a queue needs",     given: { spec: { thresholds: [queueAbove12] }, blue: { replicas: 10, used: 4 }, green: idle }, to: 9 },
  { shows: "keeps what such a threshold needs if it is announced", given: { spec: { thresholds: [queueAbove12] }, blue: { replicas: 10, used: 4, isServing: true }, green: idle }, to: 9 },
];

// prettier-ignore
const choices: readonly { shows: string; spec: Partial<AutoscalerSpec>; next: string | null }[] = [
  { shows: "an intention",                                 spec: { thresholds: [aim10] },            next: "green" },
  { shows: "an upward threshold",                          spec: { thresholds: [above20] },          next: "green" },
  { shows: "a downward threshold",                         spec: { thresholds: [below5] },           next: "green" },
  { shows: "an upward threshold, whatever the queue says", spec: { metrics: [queue], thresholds: [above20] }, next: "green" },
  { shows: "a limit of 0 only by sizes",                   spec: { thresholds: [limit0] },           next: null },
  { shows: "a limit of free places only by sizes",         spec: { thresholds: [free] },             next: null },
  { shows: "a queue only by sizes",                        spec: { metrics: [queue] },               next: null },
  { shows: "Largest only by sizes",                        spec: { metrics: [rps], targetSelection: "Largest" }, next: null },
];

describe("a target next to another workload", () => {
  it.each(rows)("$shows", ({ given, to }) => {
    expect(decide(given).decision.to).toBe(to);
  });

  it("waits for its own window after another one has been deployed", () => {
    const recommendations = [{ value: 10, since: NOW - 60_000 }];
    const behavior = { scaleDown: { stabilizationWindowSeconds: 300 } };
    const given = { blue: { replicas: 10, used: 4 }, green: idle, spec: { behavior } };
    expect(decide({ ...given, history: { recommendations } }).decision.to).toBe(10);
  });

  it("gets no additions that another workload needs, which is the next target", () => {
    const { decision, history, wakeAt } = decide({
      blue: { replicas: 10, used: 6 },
      green: { replicas: 10, used: 30 },
    });
    expect(decision).toMatchObject({ from: 10, to: 10 });
    expect(decision.steps.at(-1)?.reason).toBe("TargetChanges");
    expect(history.nextTarget).toBe("green");
    expect(wakeAt).toBe(NOW + 1000);
  });

  it.each(choices)("names the next target with $shows", ({ spec, next }) => {
    const busy = { blue: { replicas: 10, used: 6 }, green: { replicas: 10, used: 30 } };
    const { history } = decide({ ...busy, spec: { metrics: [], ...spec } });
    expect(history.nextTarget).toBe(next);
  });
});
