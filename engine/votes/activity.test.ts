import { describe, expect, it } from "vitest";

import type { Answer, Observation } from "../model/observation/observation.ts";
import type { Activity } from "../model/idle-clock.ts";
import type { Vote } from "../model/decision.ts";
import { err, ok } from "../model/values/result.ts";
import type { Algorithm, MetricSpec, ThresholdSpec } from "../model/spec/autoscaler-spec.ts";
import { profiles } from "../model/spec/profile.ts";
import { withActivity, withIdleThresholds } from "./activity.ts";
import type { MeasuredThreshold } from "./threshold-votes.ts";

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
const failedVote: Vote = { source: "queue", type: "Failed", reason: "FailedGetExternalMetric", message: "timeout" }; // prettier-ignore
const values = (...amounts: number[]): Answer => ({
  kind: "Values",
  values: amounts.map(amount => BigInt(amount * 1000)),
});
const profile = profiles["Trimtab-1"];
const samples: Answer = { kind: "Samples", samples: new Map() };

const on = { minReplicas: 0, replicaMultiple: 1, idle: { afterSeconds: 0 } };
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
  readonly activity: Activity;
}

describe("a metric that could start the workload", () => {
  // prettier-ignore
  it.each<Row>([
    { shows: "is inactive at its activation",           metric: queue("5"), answer: values(5),    vote: count(5), replicas: 0, message: "it is: 5, but it is inactive at 5 or less: 0", activity: "Idle" },
    { shows: "is active above its activation",          metric: queue("5"), answer: values(5.001), vote: count(6), replicas: 6, message: "it is: 6", activity: "Active" },
    { shows: "is active in units of a quantity",        metric: queue("500m"), answer: values(0.6), vote: count(1), replicas: 1, message: "it is: 1", activity: "Active" },
    { shows: "is compared as the sum of its series",    metric: queue("5"), answer: values(3, 3), vote: count(6), replicas: 6, message: "it is: 6", activity: "Active" },
    { shows: "is inactive at 0 without an activation",  answer: values(0),    vote: count(0), replicas: 0, message: "it is: 0", activity: "Idle" },
    { shows: "is active above 0 without an activation", answer: values(0.1),  vote: count(1), replicas: 1, message: "it is: 1", activity: "Active" },
    { shows: "asks for one while it is active",         metric: queue("-1"), answer: values(0),   vote: count(0), replicas: 1, message: "it is: 0, but it is active: 1", activity: "Active" },
    { shows: "is active if its source says so",         metric: queue("5"), answer: { ...values(0), isActive: true } as Answer,  vote: count(0), replicas: 1, message: "it is: 0, but it is active: 1", activity: "Active" },
    { shows: "is inactive if its source says so",       answer: { ...values(9), isActive: false } as Answer, vote: count(9), replicas: 0, message: "it is: 9, but it is inactive: 0", activity: "Idle" },
    { shows: "of an object is compared as well",        metric: queue("5"), answer: { kind: "Value", value: 4000n }, vote: count(4), replicas: 0, message: "it is: 4, but it is inactive at 5 or less: 0", activity: "Idle" },
    { shows: "that fails is not inactive",              answer: { kind: "Failed", message: "" }, vote: failedVote, replicas: null, message: "timeout", activity: "Unknown" },
    { shows: "whose fallback counts is not inactive",   answer: { kind: "Failed", message: "" }, vote: { ...count(3), reason: "FallbackActive" } as Vote, replicas: 3, message: "it is: 3", activity: "Unknown" },
  ])("$shows", ({ metric = queue(), answer, vote, replicas, message, activity }) => {
    const found = withActivity({ ...on, metrics: [metric] }, [vote], seen(answer), { specReplicas: 3, profile });
    const [given] = found.votes;
    expect(given?.type === "Count" ? given.replicas : null).toBe(replicas);
    expect(given?.message).toBe(message);
    expect(found.activity).toBe(activity);
  });
});

describe("a metric of pods", () => {
  const votesWith = (vote: Vote, amount: number, specReplicas = 3) =>
    withActivity(
      { ...on, metrics: [cpu, queue("5")] },
      [vote, count(amount)],
      seen(samples, values(amount)),
      { specReplicas, profile },
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

  const failed: Vote = { ...failedVote, source: "cpu" };
  // prettier-ignore
  it.each<{ shows: string; vote: Vote; queue?: number; replicas?: number; multiple?: number; estimated?: boolean; says: number | string }>([
    { shows: "that fails keeps no last replica",                     vote: failed,   says: 0 },
    { shows: "that fails keeps no last group",                       vote: failed,   replicas: 3, multiple: 3, says: 0 },
    { shows: "that fails keeps two",                                 vote: failed,   replicas: 2, says: "Failed" },
    { shows: "that fails keeps the last replica of an active one",   vote: failed,   queue: 6, says: "Failed" },
    { shows: "that fails abstains at 0, where it measures nothing",  vote: failed,   replicas: 0, says: "Abstain" },
    { shows: "that lacks samples keeps no last replica",             vote: count(1), estimated: true, says: 0 },
    { shows: "that lacks samples keeps more",                        vote: count(1), replicas: 2, estimated: true, says: 1 },
    { shows: "whose fallback counts keeps what that asks for",       vote: { ...count(1), reason: "FallbackActive" } as Vote, says: 1 },
  ])("$shows", ({ vote, queue: amount = 5, replicas = 1, multiple = 1, estimated = false, says }) => {
    const spec = { ...on, replicaMultiple: multiple, metrics: [cpu, queue("5")] };
    const about = { specReplicas: replicas, profile, estimated: [estimated] };
    const [given] = withActivity(spec, [vote, count(amount)], seen(samples, values(amount)), about).votes;
    expect(given?.type === "Count" ? given.replicas : given?.type).toBe(says);
  });

  it("that fails keeps no last replica without idle either", () => {
    const spec = { ...on, idle: null, metrics: [cpu, queue("5")] };
    const about = { specReplicas: 1, profile };
    const [given] = withActivity(spec, [failed, count(5)], seen(samples, values(5)), about).votes;
    expect(given).toMatchObject({ type: "Count", replicas: 0 });
  });

  it("alone makes no workload idle", () => {
    const found = withActivity({ ...on, metrics: [cpu] }, [count(1)], seen(samples), {
      specReplicas: 1,
      profile,
    });
    expect(found).toEqual({ votes: [count(1)], activity: "Active" });
  });
});

describe("the votes stay as they are", () => {
  const votes = [count(5)];
  const metrics = [queue("5")];

  // prettier-ignore
  it.each<{ when: string; spec: Omit<typeof on, "idle"> & { idle: typeof on.idle | null }; algorithm?: Algorithm; given?: MetricSpec }>([
    { when: "the minimum is above 0",                      spec: { ...on, minReplicas: 1 } },
    { when: "under HPA-1.36 without idle or activation",   spec: { ...on, idle: null }, algorithm: "HPA-1.36", given: queue() },
  ])("if $when", ({ spec, algorithm = "Trimtab-1", given = queue("5") }) => {
    const about = { specReplicas: 3, profile: profiles[algorithm] };
    const found = withActivity({ ...spec, metrics: [given] }, votes, seen(values(5)), about);
    expect(found.votes).toBe(votes);
    expect(found.activity).toBe("Active");
  });

  it("while the pods are unknown", () => {
    const pods = err({ reason: "AmbiguousSelector", message: "" } as const);
    const found = withActivity({ ...on, metrics }, votes, { ...seen(values(5)), pods }, { specReplicas: 3, profile }); // prettier-ignore
    expect(found).toEqual({ votes, activity: "Unknown" });
  });
});

describe("while the workload is idle, a threshold", () => {
  const intention = { name: "t", type: "Intention", intention: { intent: "CPUUtilization", value: "50" } } as ThresholdSpec; // prettier-ignore
  const value = (metric: MetricSpec): ThresholdSpec => ({
    name: "t",
    type: "Value",
    value: { metric, comparison: "GreaterThan", value: "80", durationSeconds: 60, increment: 1 },
  } as unknown as ThresholdSpec); // prettier-ignore
  const failed = { vote: { ...failedVote, source: "threshold t" } };

  // prettier-ignore
  it.each<{ shows: string; threshold: ThresholdSpec; measured: MeasuredThreshold; replicas?: number; multiple?: number; activity?: Activity; says: number | string; keeps?: number }>([
    { shows: "that is an intention keeps no last replica if it fails",   threshold: intention,       measured: failed, says: 0 },
    { shows: "that is an intention keeps no last group if it fails",     threshold: intention,       measured: failed, replicas: 3, multiple: 3, says: 0 },
    { shows: "that is an intention keeps no last replica by a low value", threshold: intention,      measured: { vote: count(1) }, says: 0 },
    { shows: "that is an intention keeps a busy replica",                threshold: intention,       measured: { vote: count(2) }, says: 2 },
    { shows: "that is an intention and fails keeps two",                 threshold: intention,       measured: failed, replicas: 2, says: "Failed" },
    { shows: "that is an intention and fails keeps an active one",       threshold: intention,       measured: failed, activity: "Active", says: "Failed" },
    { shows: "on a metric of pods keeps no last replica without a sample", threshold: value(cpu),    measured: { ...failed, isUpward: true }, says: 0 },
    { shows: "on a metric of pods keeps none that its reading needs",    threshold: value(cpu),      measured: { vote: { source: "t", type: "Abstain", message: "" }, isUpward: true, keeps: 1 }, says: "Abstain", keeps: 0 },
    { shows: "on a metric of pods keeps a replica while it agrees",      threshold: value(cpu),      measured: { vote: count(1), isUpward: true }, says: 1 },
    { shows: "that could start the workload keeps it if it fails",       threshold: value(queue()),  measured: { ...failed, isUpward: true }, says: "Failed" },
  ])("$shows", ({ threshold, measured, replicas = 1, multiple = 1, activity = "Idle", says, keeps }) => {
    const terms = { thresholds: [threshold], replicaMultiple: multiple };
    const [given] = withIdleThresholds(terms, [measured], { activity, specReplicas: replicas });
    expect(given?.vote.type === "Count" ? given.vote.replicas : given?.vote.type).toBe(says);
    if (keeps !== undefined) expect(given?.keeps).toBe(keeps);
  });
});
