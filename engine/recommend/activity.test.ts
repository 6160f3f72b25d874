import { describe, expect, it } from "vitest";

import type { Answer, Observation } from "../observation/observation.ts";
import type { Vote } from "../pipeline/decision.ts";
import { err, ok } from "../result.ts";
import type { MetricSpec } from "../spec/autoscaler-spec.ts";
import { withActivity } from "./activity.ts";

const queue = (activation?: string): MetricSpec => ({
  type: "External",
  external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "1" } },
  ...(activation !== undefined && { activation: { value: activation } }),
});
const cpu: MetricSpec = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
};

const count = (replicas: number): Vote => ({
  source: "queue",
  type: "Count",
  replicas,
  message: `it is: ${replicas}`,
});
const failed: Vote = { source: "queue", type: "Failed", reason: "FailedGetExternalMetric", message: "timeout" }; // prettier-ignore
const values = (...amounts: number[]): Answer => ({
  kind: "Values",
  values: amounts.map(amount => BigInt(amount * 1000)),
});
const samples: Answer = { kind: "Samples", samples: new Map() };

const on = { minReplicas: 0, idle: { afterSeconds: 0 } };
const seen = (...answers: Answer[]): Observation => ({
  scale: { specReplicas: 3, statusReplicas: 3 },
  pods: ok([]),
  answers,
});

interface Row {
  readonly shows: string;
  readonly metric?: MetricSpec;
  readonly answer: Answer;
  readonly vote: Vote;
  readonly replicas: number | null;
  readonly message: string;
  readonly isIdle: boolean;
}

describe("a metric that could start the workload", () => {
  // prettier-ignore
  it.each<Row>([
    { shows: "is inactive at its activation",           metric: queue("5"), answer: values(5),    vote: count(5), replicas: 0, message: "it is: 5, but it is inactive at 5 or less: 0", isIdle: true },
    { shows: "is active above its activation",          metric: queue("5"), answer: values(5.001), vote: count(6), replicas: 6, message: "it is: 6", isIdle: false },
    { shows: "is active in units of a quantity",        metric: queue("500m"), answer: values(0.6), vote: count(1), replicas: 1, message: "it is: 1", isIdle: false },
    { shows: "is compared as the sum of its series",    metric: queue("5"), answer: values(3, 3), vote: count(6), replicas: 6, message: "it is: 6", isIdle: false },
    { shows: "is inactive at 0 without an activation",  answer: values(0),    vote: count(0), replicas: 0, message: "it is: 0", isIdle: true },
    { shows: "is active above 0 without an activation", answer: values(0.1),  vote: count(1), replicas: 1, message: "it is: 1", isIdle: false },
    { shows: "asks for one while it is active",         metric: queue("-1"), answer: values(0),   vote: count(0), replicas: 1, message: "it is: 0, but it is active: 1", isIdle: false },
    { shows: "is active if its source says so",         metric: queue("5"), answer: { ...values(0), isActive: true } as Answer,  vote: count(0), replicas: 1, message: "it is: 0, but it is active: 1", isIdle: false },
    { shows: "is inactive if its source says so",       answer: { ...values(9), isActive: false } as Answer, vote: count(9), replicas: 0, message: "it is: 9, but it is inactive: 0", isIdle: true },
    { shows: "of an object is compared as well",        metric: queue("5"), answer: { kind: "Value", value: 4000n }, vote: count(4), replicas: 0, message: "it is: 4, but it is inactive at 5 or less: 0", isIdle: true },
    { shows: "that fails is not inactive",              answer: { kind: "Failed", message: "" }, vote: failed, replicas: null, message: "timeout", isIdle: false },
    { shows: "whose fallback counts is not inactive",   answer: { kind: "Failed", message: "" }, vote: { ...count(3), reason: "FallbackActive" } as Vote, replicas: 3, message: "it is: 3", isIdle: false },
  ])("$shows", ({ metric = queue(), answer, vote, replicas, message, isIdle }) => {
    const found = withActivity({ ...on, metrics: [metric] }, [vote], seen(answer), { specReplicas: 3 });
    const [given] = found.votes;
    expect(given?.type === "Count" ? given.replicas : null).toBe(replicas);
    expect(given?.message).toBe(message);
    expect(found.isIdle).toBe(isIdle);
  });
});

describe("a metric of pods", () => {
  const votesWith = (vote: Vote, amount: number, specReplicas = 3) =>
    withActivity(
      { ...on, metrics: [cpu, queue("5")] },
      [vote, count(amount)],
      seen(samples, values(amount)),
      { specReplicas },
    );

  // prettier-ignore
  it.each([
    { shows: "does not keep the last replica of an idle workload", vote: count(1), queue: 5, replicas: 0 },
    { shows: "keeps two replicas of an idle workload",             vote: count(2), queue: 5, replicas: 2 },
    { shows: "keeps the last replica while another is active",     vote: count(1), queue: 6, replicas: 1 },
  ])("$shows", ({ vote, queue: amount, replicas }) => {
    const [given] = votesWith(vote, amount).votes;
    expect(given).toMatchObject({ type: "Count", replicas });
  });

  it("keeps the last replica while the pod has no sample", () => {
    const found = withActivity(
      { ...on, metrics: [cpu, queue("5")] },
      [count(1), count(5)],
      seen(samples, values(5)),
      { specReplicas: 1, estimated: [true] },
    );
    expect(found.votes[0]).toEqual(count(1));
  });

  it("abstains at 0, where it measures nothing", () => {
    expect(votesWith(failed, 0, 0).votes[0]?.type).toBe("Abstain");
    expect(votesWith(failed, 0, 1).votes[0]).toBe(failed);
  });

  it("alone makes no workload idle", () => {
    const found = withActivity({ ...on, metrics: [cpu] }, [count(1)], seen(samples), {
      specReplicas: 1,
    });
    expect(found).toEqual({ votes: [count(1)], isIdle: false });
  });
});

describe("the votes stay as they are", () => {
  const votes = [count(5)];
  const metrics = [queue("5")];

  it.each([
    { when: "the minimum is above 0", spec: { ...on, minReplicas: 1 } },
    { when: "the spec has neither idle nor an activation", spec: { ...on, idle: null } },
  ])("if $when", ({ spec }) => {
    const found = withActivity({ ...spec, metrics }, votes, seen(values(5)), { specReplicas: 3 });
    expect(found.votes).toBe(votes);
    expect(found.isIdle).toBe(false);
  });

  it("while the pods are unknown", () => {
    const pods = err({ reason: "AmbiguousSelector", message: "" } as const);
    const found = withActivity({ ...on, metrics }, votes, { ...seen(values(5)), pods }, { specReplicas: 3 }); // prettier-ignore
    expect(found).toEqual({ votes, isIdle: false });
  });
});
