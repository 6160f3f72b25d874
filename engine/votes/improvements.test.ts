import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Algorithm, MetricSpec } from "../model/spec/autoscaler-spec.ts";
import type { Answer } from "../model/observation/observation.ts";
import type { PodSample } from "../model/observation/pod-sample.ts";
import { profiles } from "../model/spec/profile.ts";
import { runs } from "../testing/runs.ts";
import { contextOf, NOW, podsOf } from "../arithmetic/testing/calculator.ts";
import { metricVotes } from "./metric-votes.ts";

/** A count, or a word from the message of a failure. */
type Outcome = number | RegExp;

interface Row {
  /** Decision records in docs/adr. */
  readonly adr: number;
  readonly when: string;
  /** One letter per pod, see `podsOf`; and the cpu request of each pod with its two containers. */
  readonly pods: string;
  readonly requests?: readonly string[];
  readonly spec?: number;
  readonly status?: number;
  readonly metric: MetricSpec;
  readonly answer: Answer;
  readonly askedSecondsAgo?: number;
  readonly upstream: Outcome;
  readonly ours: Outcome;
}

const metric = { name: "m" };
const describedObject = { kind: "Ingress", name: "front" };
const cpu = (percent: number): MetricSpec => ({
  type: "Resource",
  resource: { name: "cpu", target: { averageUtilization: percent } },
});
const container = (percent: number): MetricSpec => ({
  type: "ContainerResource",
  containerResource: { name: "cpu", container: "c1", target: { averageUtilization: percent } },
});
const perPod = (averageValue: string): MetricSpec => ({
  type: "Pods",
  pods: { metric, target: { type: "AverageValue", averageValue } },
});
const total = (value: string): MetricSpec => ({
  type: "Object",
  object: { metric, describedObject, target: { type: "Value", value } },
});
const shared = (averageValue: string): MetricSpec => ({
  type: "Object",
  object: { metric, describedObject, target: { type: "AverageValue", averageValue } },
});
const external = (averageValue: string): MetricSpec => ({
  type: "External",
  external: { metric, target: { type: "AverageValue", averageValue } },
});

const fresh = (value: number, ageSeconds = 0): PodSample => ({
  value: BigInt(value),
  time: NOW - ageSeconds * 1000,
  windowMs: 30_000,
});
/** Samples of p0, p1 and so on; null: the pod has none. */
const samples = (...given: readonly (number | PodSample | null)[]): Answer => ({
  kind: "Samples",
  samples: new Map(
    given.flatMap((sample, index): [string, PodSample][] =>
      sample === null ? [] : [[`p${index}`, typeof sample === "number" ? fresh(sample) : sample]],
    ),
  ),
});
const value = (milli: number | bigint): Answer => ({ kind: "Value", value: BigInt(milli) });
const values = (...milli: number[]): Answer => ({ kind: "Values", values: milli.map(BigInt) });

/** A total and when it was measured; null: the answer does not say. */
const dated = (answer: Answer, ageSeconds: number | null, windowSeconds = 0): Answer => {
  const time = ageSeconds === null ? null : NOW - ageSeconds * 1000;
  return { ...answer, measured: { time, windowMs: windowSeconds * 1000 } } as Answer;
};

const int64 = 2n ** 63n - 1n;
const lowest = -2_147_483_648;

// prettier-ignore
const rows: readonly Row[] = [
  { adr: 7,  when: "surge pods during a rollout, on target",         pods: "rrrrr", spec: 4, status: 5, metric: shared("10"), answer: value(50_000), upstream: 5, ours: 4 },
  { adr: 7,  when: "a pod that a quota refuses, within tolerance",   pods: "rrr",   spec: 5, status: 3, metric: external("10"), answer: values(31_000), upstream: 3, ours: 4 },

  { adr: 8,  when: "a value above target, no pod is ready",          pods: "uuu",   metric: total("10"), answer: value(50_000), upstream: 0, ours: 3 },
  { adr: 8,  when: "a value above target, few pods are ready",       pods: "ruuuu", metric: total("10"), answer: value(15_000), upstream: 2, ours: 5 },
  { adr: 8,  when: "a value below target, few pods are ready",       pods: "rruuu", metric: total("10"), answer: value(8_000),  upstream: 2, ours: 4 },
  { adr: 8,  when: "a value far above target, few pods are ready",   pods: "rruuu", metric: total("10"), answer: value(40_000), upstream: 8, ours: 8 },
  { adr: 8,  when: "cpu below target, most pods are starting",       pods: "rruuuu", metric: cpu(50), answer: samples(800, 800, 9, 9, 9, 9), upstream: 2, ours: 6 },
  { adr: 8,  when: "a metric below target, most pods are pending",   pods: "rrpppp", metric: perPod("100"), answer: samples(80_000, 80_000), upstream: 2, ours: 6 },
  { adr: 8,  when: "cpu above target, one pod is starting",          pods: "rru",   metric: cpu(50), answer: samples(2000, 2000), upstream: 4, ours: 4 },

  { adr: 8,  when: "a metric below target, most pods have no node",  pods: "rrnnnn", metric: perPod("100"), answer: samples(80_000, 80_000), upstream: 2, ours: 2 },
  { adr: 8,  when: "cpu below target, one pod starts and two have no node", pods: "rrunn", metric: cpu(50), answer: samples(200, 200, 9), upstream: 1, ours: 3 },
  { adr: 8,  when: "cpu below target, unready for 15 minutes",       pods: "rrbbbb", metric: cpu(50), answer: samples(200, 200, 9, 9, 9, 9), upstream: 1, ours: 6 },
  { adr: 8,  when: "cpu below target, unready for longer",           pods: "rrllll", metric: cpu(50), answer: samples(200, 200, 9, 9, 9, 9), upstream: 1, ours: 1 },
  { adr: 8,  when: "cpu below target, unready for 15 minutes without samples", pods: "rrBBBB", metric: cpu(50), answer: samples(200, 200), upstream: 6, ours: 6 },
  { adr: 8,  when: "cpu below target, unready for longer without samples", pods: "rrLLLL", metric: cpu(50), answer: samples(200, 200), upstream: 6, ours: 1 },
  { adr: 8,  when: "cpu of a container, unready for longer without samples", pods: "rrLLLL", metric: container(50), answer: samples(200, 200), upstream: 6, ours: 1 },
  { adr: 8,  when: "a metric below target, unready for longer without samples", pods: "rrLLLL", metric: perPod("100"), answer: samples(20_000, 20_000), upstream: 5, ours: 1 },
  { adr: 8,  when: "cpu below target, running pods without samples", pods: "rrrrrr", metric: cpu(50), answer: samples(200, 200), upstream: 6, ours: 6 },
  { adr: 8,  when: "cpu above target, pods without a node",          pods: "rrnn",  metric: cpu(50), answer: samples(2000, 2000), upstream: 4, ours: 4 },
  { adr: 8,  when: "a value below target, pods without a node",      pods: "rrnnn", metric: total("10"), answer: value(8_000), upstream: 2, ours: 2 },
  { adr: 8,  when: "a value below target, unready for longer",       pods: "rrlll", metric: total("10"), answer: value(8_000), upstream: 2, ours: 2 },
  { adr: 8,  when: "a value below target, a quota refuses most pods",  pods: "rrruu", spec: 20, metric: total("10"), answer: value(8_000), upstream: 3, ours: 4 },
  { adr: 8,  when: "a value below target, a quota refuses pods, others are unready for longer", pods: "rrrll", spec: 20, metric: total("10"), answer: value(8_000), upstream: 3, ours: 3 },
  { adr: 8,  when: "a value above target, pods without a node",      pods: "rnnnn", metric: total("10"), answer: value(15_000), upstream: 2, ours: 5 },

  { adr: 9,  when: "a negative sum that pods share",                 pods: "rrr",   metric: external("10"), answer: values(20_000, -50_000), upstream: 2_147_483_647, ours: /-50 is negative/ },
  { adr: 9,  when: "a sum with a negative intermediate value",       pods: "rrr",   metric: external("10"), answer: values(-50_000, 80_000), upstream: 2_147_483_647, ours: /-50 is negative/ },

  { adr: 9,  when: "a negative value of an object, for each pod",    pods: "rrrr",  metric: shared("10"), answer: value(-1000), upstream: 0, ours: /-1 is negative/ },
  { adr: 9,  when: "a negative value of an object as a whole",       pods: "rrrr",  metric: total("10"), answer: value(-1000), upstream: 0, ours: /-1 is negative/ },
  { adr: 9,  when: "one negative sample of a pod",                   pods: "rrrr",  metric: perPod("10"), answer: samples(20_000, 20_000, 20_000, -1_000_000), upstream: -94, ours: 6 },
  { adr: 9,  when: "negative samples of all pods",                   pods: "rr",    metric: perPod("10"), answer: samples(-1000, -1000), upstream: 0, ours: /all samples are negative/ },
  { adr: 9,  when: "one negative sample of cpu, below target",       pods: "rrrr",  metric: cpu(50), answer: samples(200, 200, 200, -9000), upstream: -8, ours: 3 },

  { adr: 10, when: "a completed pod without a request",              pods: "rrs",   requests: ["1", "1", ""], spec: 2, metric: cpu(50), answer: samples(2000, 2000), upstream: /no request/, ours: 4 },
  { adr: 10, when: "a completed pod, below target",                  pods: "rrs",   spec: 2, metric: cpu(50), answer: samples(500, 500), upstream: 2, ours: 1 },
  { adr: 10, when: "a deleting pod without a request",               pods: "rrd",   requests: ["1", "1", ""], spec: 2, metric: cpu(50), answer: samples(2000, 2000), upstream: /no request/, ours: 4 },

  { adr: 11, when: "half a percent beyond the tolerance",            pods: "rrrrrrrrrr", metric: cpu(50), answer: samples(...Array<number>(10).fill(1118)), upstream: 10, ours: 12 },
  { adr: 11, when: "less than one percent of a small target",        pods: "rrrr",  metric: cpu(1), answer: samples(19, 19, 19, 19), upstream: 0, ours: 4 },

  { adr: 11, when: "25 pods at 220%",                                pods: "r".repeat(25), metric: cpu(100), answer: samples(...Array<number>(25).fill(4400)), upstream: 56, ours: 55 },
  { adr: 11, when: "25 pods at 220% of a value",                     pods: "r".repeat(25), metric: perPod("100"), answer: samples(...Array<number>(25).fill(220_000)), upstream: 56, ours: 55 },
  { adr: 11, when: "220% of a total, of 25 pods",                    pods: "r".repeat(25), metric: total("100"), answer: value(220_000), upstream: 56, ours: 55 },

  { adr: 12, when: "samples as old as four windows",                 pods: "rr",    metric: perPod("100"), answer: samples(fresh(20_000, 120), fresh(20_000, 120)), upstream: 1, ours: /no samples but old ones/ },
  { adr: 12, when: "one sample as old as four windows",              pods: "rr",    metric: perPod("100"), answer: samples(fresh(60_000), fresh(10_000, 120)), upstream: 1, ours: 2 },
  { adr: 12, when: "only old samples of other pods",                 pods: "rr",    metric: perPod("100"), answer: samples(null, null, fresh(20_000, 120)), upstream: 2, ours: /may not be ready/ },
  { adr: 12, when: "samples that were recent when they were read",   pods: "rr",    metric: perPod("100"), answer: samples(fresh(20_000, 120), fresh(20_000, 120)), askedSecondsAgo: 60, upstream: 1, ours: 1 },
  { adr: 12, when: "samples as old as three windows",                pods: "rr",    metric: perPod("100"), answer: samples(fresh(20_000, 90), fresh(20_000, 90)), upstream: 1, ours: 1 },

  { adr: 12, when: "a value as old as five minutes",                 pods: "rr",    metric: total("10"), answer: dated(value(5_000), 300), upstream: 1, ours: /no value but an old one/ },
  { adr: 12, when: "a value of less than five minutes ago",          pods: "rr",    metric: total("10"), answer: dated(value(5_000), 299), upstream: 1, ours: 1 },
  { adr: 12, when: "a value as old as three of its windows",         pods: "rr",    metric: external("10"), answer: dated(values(0), 1800, 600), upstream: 0, ours: /no value but an old one/ },
  { adr: 12, when: "a value of less than three of its windows ago",  pods: "rr",    metric: external("10"), answer: dated(values(0), 1799, 600), upstream: 0, ours: 0 },
  { adr: 12, when: "a value that was recent when it was read",       pods: "rr",    metric: external("10"), answer: dated(values(0), 310), askedSecondsAgo: 30, upstream: 0, ours: 0 },
  { adr: 12, when: "a value without a time",                         pods: "rr",    metric: external("10"), answer: dated(values(0), null), upstream: 0, ours: 0 },

  { adr: 13, when: "samples of deleted pods",                        pods: "rr",    metric: perPod("100"), answer: samples(100_000, 100_000, 10_000, 10_000), upstream: 2, ours: 2 },
  { adr: 13, when: "samples of busy deleted pods",                   pods: "rr",    metric: perPod("100"), answer: samples(100_000, 100_000, 700_000), upstream: 6, ours: 2 },
  { adr: 13, when: "idle pods of another workload",                  pods: "rrrr",  metric: perPod("100"), answer: samples(90_000, 90_000, 90_000, 90_000, 0, 0, 0, 0), upstream: 2, ours: 4 },

  { adr: 14, when: "a count beyond int32",                           pods: "rrr",   metric: shared("1m"), answer: value(int64), upstream: lowest, ours: 2_147_483_647 },
  { adr: 27, when: "cpu above target, two surge pods",               pods: "rrrrrr", spec: 4, metric: cpu(50), answer: samples(1500, 1500, 1500, 1500, 1500, 1500), upstream: 9, ours: 6 },
  { adr: 27, when: "cpu above target, surge pods are starting",      pods: "rrrruu", spec: 4, metric: cpu(50), answer: samples(1500, 1500, 1500, 1500, 9, 9), upstream: 4, ours: 6 },
  { adr: 27, when: "cpu above target, half of the pods are starting", pods: "rrruuu", spec: 4, metric: cpu(50), answer: samples(2000, 2000, 2000, 9, 9, 9), upstream: 4, ours: 6 },
  { adr: 27, when: "cpu below target, two surge pods",               pods: "rrrrrr", spec: 4, metric: cpu(50), answer: samples(800, 800, 800, 800, 800, 800), upstream: 5, ours: 4 },
  { adr: 27, when: "cpu far below target, two surge pods",           pods: "rrrrrr", spec: 4, metric: cpu(50), answer: samples(300, 300, 300, 300, 300, 300), upstream: 2, ours: 2 },
  { adr: 27, when: "a metric of pods above target, one surge pod",   pods: "rrrrr",  spec: 4, metric: perPod("100"), answer: samples(120_000, 120_000, 120_000, 120_000, 120_000), upstream: 6, ours: 5 },
  { adr: 27, when: "a metric below target, two surge pods",          pods: "rrrrrr", spec: 4, metric: perPod("100"), answer: samples(85_000, 85_000, 85_000, 85_000, 85_000, 85_000), upstream: 6, ours: 4 },
  { adr: 27, when: "a value above target, two surge pods",           pods: "rrrrrr", spec: 4, metric: total("10"), answer: value(15_000), upstream: 9, ours: 6 },
  { adr: 27, when: "a value below target, two surge pods",           pods: "rrrrrr", spec: 4, metric: total("10"), answer: value(8_000),  upstream: 5, ours: 4 },
  { adr: 27, when: "a share below target, two surge pods",           pods: "rrrrrr", spec: 4, status: 6, metric: shared("10"), answer: value(42_000), upstream: 5, ours: 4 },
  { adr: 27, when: "shares of a sum below target, two surge pods",   pods: "rrrrrr", spec: 4, status: 6, metric: external("10"), answer: values(20_000, 22_000), upstream: 5, ours: 4 },
  { adr: 27, when: "shares of a sum on target, two surge pods",      pods: "rrrrrr", spec: 4, status: 6, metric: external("10"), answer: values(60_000), upstream: 6, ours: 4 },
  { adr: 27, when: "a share above target, surge pods are not ready",  pods: "rrrruuuu", spec: 4, status: 8, metric: shared("10"), answer: value(60_000), upstream: 6, ours: 6 },
  { adr: 27, when: "shares above target, surge pods are not ready",   pods: "rrrruuuu", spec: 4, status: 8, metric: external("10"), answer: values(80_000), upstream: 8, ours: 8 },
  { adr: 27, when: "a share on target, surge pods are not ready",     pods: "rrrruu", spec: 4, status: 6, metric: shared("10"), answer: value(42_000), upstream: 5, ours: 4 },
  { adr: 27, when: "a share above target, two surge pods",           pods: "rrrrrr", spec: 4, status: 6, metric: shared("10"), answer: value(70_000), upstream: 7, ours: 7 },

  { adr: 14, when: "a share without pods",                           pods: "",      spec: 0, metric: external("5"), answer: values(20_000), upstream: 4, ours: 4 },
];

function outcome(row: Row, under: Algorithm) {
  const { pods, requests, spec, status, metric: of, answer, askedSecondsAgo = 0 } = row;
  const counts = { spec: spec ?? pods.length, status: status ?? spec ?? pods.length };
  const context = { ...contextOf(podsOf(pods, requests), counts), profile: profiles[under] };
  const observation = {
    scale: { specReplicas: counts.spec, statusReplicas: counts.status },
    pods: { ok: true as const, value: context.pods },
    answers: [answer],
    askedAt: NOW - askedSecondsAgo * 1000,
  };
  const [measured] = metricVotes([of], observation, context);
  return measured!;
}

function expectOutcome({ vote }: ReturnType<typeof outcome>, want: Outcome): void {
  if (typeof want === "number") expect(vote).toMatchObject({ type: "Count", replicas: want });
  else
    expect(vote).toMatchObject({ type: "Failed", message: expect.stringMatching(want) as string });
}

describe.each(rows)("ADR $adr: $when", row => {
  it("upstream gives $upstream", () => {
    expectOutcome(outcome(row, "HPA-1.36"), row.upstream);
  });

  it("Trimtab gives $ours by default", () => {
    expectOutcome(outcome(row, "Trimtab-1"), row.ours);
  });
});

describe("surge pods", () => {
  const metrics = [perPod("100"), cpu(50), total("10"), shared("10"), external("10")];

  /** The recommendation if each pod uses this percentage of its target; a total covers all pods. */
  function proposed(of: MetricSpec, percent: number, spec: number, surge: number): number {
    const pods = "r".repeat(spec + surge);
    const used = Array.from(pods, () => (of.type === "Resource" ? 10 * percent : 1000 * percent));
    const shares = { Pods: samples(...used), Resource: samples(...used) };
    const whole = of === metrics[2] ? percent * 100 : percent * 100 * (spec + surge);
    const totals = { Object: value(whole), External: values(whole), Prometheus: value(whole) };
    const scaler: Answer = { kind: "Failed", message: "it is not among them" };
    const others = { ContainerResource: value(0), ExternalScaler: scaler };
    const answer = { ...shares, ...totals, ...others }[of.type];
    const row = { adr: 27, when: "", pods, spec, status: spec + surge, metric: of, answer };
    const { vote } = outcome({ ...row, upstream: 0, ours: 0 }, "Trimtab-1");
    if (vote.type !== "Count") throw new Error(`${vote.type}: ${vote.message}`);
    return vote.replicas;
  }

  it("do not scale up a metric of pods further, and do not scale up at all below target", () => {
    const counts = [fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 20 })] as const;
    const percents = fc.integer({ min: 1, max: 400 });
    const property = fc.property(
      fc.constantFrom(...metrics),
      percents,
      ...counts,
      (of, percent, spec, surge) => {
        const count = proposed(of, percent, spec, surge);
        if (percent <= 110) expect(count).toBeLessThanOrEqual(spec);
        const isOfTotal = of === metrics[3] || of === metrics[4];
        if (!isOfTotal)
          expect(count).toBeLessThanOrEqual(Math.max(spec, proposed(of, percent, spec, 0)));
      },
    );
    fc.assert(property, runs(500));
  });
});

it("the status shows the total of a share without pods", () => {
  const row = rows.find(({ when }) => when === "a share without pods")!;
  expect(outcome(row, "HPA-1.36").status).toMatchObject(averaging("-9223372036854775808m"));
  expect(outcome(row, "Trimtab-1").status).toMatchObject(averaging("20"));
});

const averaging = (averageValue: string) => ({ external: { current: { averageValue } } });

it("every difference has a decision record", () => {
  const records = readdirSync(new URL("../../docs/adr", import.meta.url));
  for (const { adr } of rows) {
    const prefix = String(adr).padStart(4, "0");
    expect(records.filter(name => name.startsWith(`${prefix}-`))).toHaveLength(1);
  }
});
