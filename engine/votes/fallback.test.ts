import { describe, expect, it } from "vitest";

import type { FailureClock } from "../model/history.ts";
import type { Answer, Observation } from "../model/observation/observation.ts";
import { type Pod, trimPod } from "../model/observation/pod.ts";
import type { Vote } from "../model/decision.ts";
import { err, ok } from "../model/values/result.ts";
import { questionOf } from "../sources/registry.ts";
import type { MetricFallback, MetricSpec } from "../model/spec/autoscaler-spec.ts";
import { withFallbacks } from "./fallback.ts";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const ago = (seconds: number): number => NOW - seconds * 1000;

const queue = (fallback: MetricFallback | null, name = "queue"): MetricSpec => ({
  type: "External",
  external: { metric: { name }, target: { type: "AverageValue", averageValue: "5" } },
  fallback,
});
const cpu = (fallback: MetricFallback): MetricSpec => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
  fallback,
});

const down: Answer = { kind: "Failed", message: "timeout" };
const up: Answer = { kind: "Values", values: [5000n] };
const failed: Vote = { source: "it", type: "Failed", reason: "FailedGetExternalMetric", message: "timeout" }; // prettier-ignore
const counted: Vote = { source: "it", type: "Count", replicas: 1, message: "5: 1" };

/** Ready for this many seconds; null: not ready. */
const podReady = (seconds: number | null): Pod =>
  trimPod({
    metadata: { name: "pod" },
    status: {
      phase: "Running",
      startTime: new Date(ago(900)).toISOString(),
      conditions: [{ type: "Ready", status: seconds === null ? "False" : "True", lastTransitionTime: new Date(ago(seconds ?? 0)).toISOString() }], // prettier-ignore
    },
  });

const seen = (answer: Answer, pods: readonly Pod[] = [podReady(600)]): Observation => ({
  scale: { specReplicas: 4, statusReplicas: 4 },
  pods: ok(pods),
  answers: [answer],
});

interface Asked {
  readonly metric: MetricSpec | typeof abstaining;
  readonly vote?: Vote;
  readonly observation?: Observation;
  readonly failures?: readonly FailureClock[];
  readonly specReplicas?: number;
}

const ten: MetricFallback = { replicas: 10 };
const abstaining = { ...cpu(ten), fallback: "Abstain" } as const;

const covered = (
  { metric, vote = failed, observation = seen(down), failures = [], specReplicas = 4 }: Asked, // prettier-ignore
) =>
  withFallbacks([metric], [{ vote, status: null }], observation, {
    now: NOW,
    specReplicas,
    failures,
  });

const clockOf = (metric: Asked["metric"], seconds: number): FailureClock => ({
  metric: questionOf(metric),
  since: ago(seconds),
});

interface Row {
  readonly shows: string;
  readonly metric?: MetricSpec | typeof abstaining;
  readonly specReplicas?: number;
  readonly vote?: Vote;
  readonly answer?: Answer;
  readonly pods?: readonly Pod[];
  /** For how many seconds the metric has failed before this sync; null: it has not. */
  readonly before?: number | null;
  /** The same afterwards. */
  readonly after: number | null;
  readonly type: Vote["type"];
}

describe("the clock of a metric with a fallback", () => {
  // prettier-ignore
  it.each<Row>([
    { shows: "starts with the first failure",                after: 0,    type: "Failed" },
    { shows: "goes on while the metric fails",               before: 179, after: 179, type: "Failed" },
    { shows: "lets the fallback take over when it is due",   before: 180, after: 180, type: "Count" },
    { shows: "goes on behind the fallback",                  before: 900, after: 900, type: "Count" },
    { shows: "ends with the first answer",                   before: 900, vote: counted, answer: up, after: null, type: "Count" },
    { shows: "ends with an abstention",                      before: 900, vote: { source: "it", type: "Abstain", message: "" }, after: null, type: "Abstain" },
    { shows: "does not start without a fallback",            metric: queue(null), after: null, type: "Failed" },
    { shows: "is as short as the spec says",                 metric: queue({ replicas: 10, failureDurationSeconds: 30 }), before: 30, after: 30, type: "Count" },
    { shows: "does not start while there are no pods to share an answer", answer: up, pods: [], after: null, type: "Failed" },
    { shows: "starts without pods if the question fails",    pods: [],    after: 0,   type: "Failed" },
    { shows: "of a metric of pods does not start before there are pods", metric: cpu(ten), pods: [], after: null, type: "Failed" },
    { shows: "of a metric of pods does not start before one is ready",   metric: cpu(ten), pods: [podReady(null)], after: null, type: "Failed" },
    { shows: "of a metric of pods does not start in the first minute",   metric: cpu(ten), pods: [podReady(59)], after: null, type: "Failed" },
    { shows: "of a metric of pods starts after a minute",    metric: cpu(ten), pods: [podReady(60)], after: 0, type: "Failed" },
    { shows: "of a metric of pods goes on while all pods are replaced",  metric: cpu(ten), pods: [podReady(5)], before: 200, after: 200, type: "Count" },
    { shows: "of an absent threshold starts while no pod is ready",      metric: abstaining, pods: [podReady(null)], after: 0, type: "Failed" },
    { shows: "of an absent threshold starts while no pod exists",        metric: abstaining, pods: [], after: 0, type: "Failed" },
    { shows: "of an absent threshold does not start at 0",               metric: abstaining, pods: [], specReplicas: 0, after: null, type: "Failed" },
    { shows: "lets an absent threshold abstain although no pod is ready", metric: abstaining, pods: [podReady(null)], before: 180, after: 180, type: "Abstain" },
  ])("$shows", ({ metric = queue(ten), specReplicas, vote = failed, answer = down, pods, before = null, after, type }) => {
    const clocks = before === null ? [] : [clockOf(metric, before)];
    const { measured, failures } = covered({ metric, vote, observation: seen(answer, pods), failures: clocks, ...(specReplicas !== undefined && { specReplicas }) });
    expect(failures).toEqual(after === null ? [] : [clockOf(metric, after)]);
    expect(measured.map(one => one.vote.type)).toEqual([type]);
  });

  it("says when the fallback takes over, and wakes the object then", () => {
    const { measured, active, takesOverAt } = covered({ metric: queue(ten) });
    expect(measured[0]?.vote.message).toBe(
      "timeout; its fallback takes over at 2026-01-01T12:03:00Z",
    );
    expect(takesOverAt).toBe(NOW + 180_000);
    expect(active).toEqual([]);
  });

  it("is kept while the pods are unknown, because no metric was measured then", () => {
    const metric = queue(ten);
    const unknown = {
      ...seen(down),
      pods: err({ reason: "AmbiguousSelector", message: "" } as const),
    };
    const clocks = [clockOf(metric, 900)];
    const { measured, failures } = covered({ metric, observation: unknown, failures: clocks });
    expect(failures).toBe(clocks);
    expect(measured[0]?.vote).toBe(failed);
  });

  it("does not depend on the order of the metrics, and ends when its metric leaves the spec", () => {
    const [one, other] = [queue(ten), queue(ten, "other")];
    const votes = [failed, failed].map(vote => ({ vote, status: null }));
    const both = { ...seen(down), answers: [down, down] };
    const clocks = [clockOf(one, 900), clockOf(other, 10)];
    const context = { now: NOW, specReplicas: 4, failures: clocks };
    const reordered = withFallbacks([other, one], votes, both, context);
    expect(reordered.measured.map(({ vote }) => vote.type)).toEqual(["Failed", "Count"]);
    expect(withFallbacks([other], votes.slice(1), both, context).failures).toEqual([clockOf(other, 10)]); // prettier-ignore
  });

  it("is shared by metrics that ask the same question", () => {
    const metrics = [queue(ten), queue({ replicas: 20, failureDurationSeconds: 600 })];
    const votes = metrics.map(() => ({ vote: failed, status: null }));
    const clocks = metrics.slice(0, 1).map(metric => clockOf(metric, 300));
    const context = { now: NOW, specReplicas: 4, failures: clocks };
    const both = { ...seen(down), answers: [down, down] };
    const { measured, failures, takesOverAt } = withFallbacks(metrics, votes, both, context);
    expect(measured.map(({ vote }) => vote.type)).toEqual(["Count", "Failed"]);
    expect(failures).toEqual(clocks);
    expect(takesOverAt).toBe(ago(300) + 600_000);
  });
});

describe("the vote of a fallback", () => {
  const since = "failed since 2026-01-01T11:55:00Z (timeout), so";
  // prettier-ignore
  it.each([
    { behavior: undefined,         current: 14, replicas: 10, says: `${since} its fallback: 10` },
    { behavior: "Static",          current: 4,  replicas: 10, says: `${since} its fallback: 10` },
    { behavior: "CurrentIfHigher", current: 14, replicas: 14, says: `${since} its fallback, the current count: 14` },
    { behavior: "CurrentIfHigher", current: 4,  replicas: 10, says: `${since} its fallback: 10` },
    { behavior: "CurrentIfLower",  current: 14, replicas: 10, says: `${since} its fallback: 10` },
    { behavior: "CurrentIfLower",  current: 4,  replicas: 4,  says: `${since} its fallback, the current count: 4` },
    { behavior: "CurrentIfLower",  current: 0,  replicas: 0,  says: `${since} its fallback, the current count: 0` },
  ] as const)("is $replicas with $behavior and $current replicas", ({ behavior, current, replicas, says }) => {
    const metric = queue({ replicas: 10, ...(behavior && { behavior }) });
    const { measured, active } = covered({ metric, failures: [clockOf(metric, 300)], specReplicas: current });
    expect(measured[0]?.vote).toEqual({ source: "it", type: "Count", replicas, reason: "FallbackActive", message: says });
    expect(active).toEqual([{ source: "it", reason: "FailedGetExternalMetric", replicas, message: says }]);
  });
});
