import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Metric } from "../model/spec/metric.ts";
import type { Answer } from "../model/observation/observation.ts";
import { customSamples, type PodSample } from "../model/observation/pod-sample.ts";
import { ZERO_TIME } from "../model/values/time.ts";
import type { ValueThreshold } from "../model/spec/autoscaler-spec.ts";
import { runs } from "../testing/runs.ts";
import { contextOf, NOW, podsOf } from "./testing/calculator.ts";
import { type Reading, readThreshold } from "../votes/threshold-reading.ts";

const cpu: Metric = { type: "Resource", resource: { name: "cpu" } };
const memory: Metric = { type: "Resource", resource: { name: "memory" } };
const ofPods: Metric = { type: "Pods", pods: { metric: { name: "rps" } } };
const outside: Metric = { type: "External", external: { metric: { name: "rps" } } };
const ofObject: Metric = {
  type: "Object",
  object: { metric: { name: "rps" }, describedObject: { kind: "Ingress", name: "web" } },
};

const second = 1000;
const old = { time: NOW - 20 * second };

/** One sample per pod, p0 and so on; null: no sample. */
const samples = (...values: (Partial<PodSample> | null)[]): Answer => ({
  kind: "Samples",
  samples: new Map(
    values.flatMap((value, index) =>
      value
        ? [[`p${index}`, { value: 50_000n, time: NOW, windowMs: 15_000, ...value }] as const]
        : [],
    ),
  ),
});
const rate = (value: bigint, fields: Partial<PodSample> = {}) => ({
  value: value * 1000n,
  ...fields,
});
const values = (measured: { time: number | null; windowMs: number }, ...all: bigint[]): Answer => ({
  ...{ kind: "Values", values: all.map(value => value * 1000n), measured },
});
const now = { time: NOW, windowMs: 0 };
const object = (value: bigint): Answer => ({ kind: "Value", value: value * 1000n });
const failed: Answer = { kind: "Failed", message: "the API is away" };

interface Row {
  readonly when: string;
  readonly metric: Metric;
  readonly of?: Partial<ValueThreshold>;
  readonly pods?: string;
  readonly requests?: readonly string[];
  readonly answer: Answer;
  readonly spec?: number;
  readonly notServing?: number;
  readonly perhaps?: number;
  readonly askedAgo?: number;
}

function read(row: Row): Reading {
  const { metric, of, pods = "rr", requests, answer, spec = 2, notServing = 0, askedAgo = 0 } = row;
  const threshold: ValueThreshold = {
    ...{ metric, comparison: "GreaterThan", value: "50", durationSeconds: 30, increment: 1 },
    ...of,
  };
  const { now: at, settings } = contextOf([], { spec });
  const sharing = { known: spec - notServing, fewest: spec - (row.perhaps ?? notServing) };
  const counts = { specReplicas: spec, sharing };
  const seen = { now: at, settings, ...counts, pods: podsOf(pods, requests) };
  const askedAt = at - askedAgo * second;
  return readThreshold(threshold, answer, { ...seen, askedAt, syncPeriodSeconds: 15 });
}

const percent = { valueType: "Utilization", value: "80" } as const;
const share = { valueType: "AverageValue" } as const;
const down = { comparison: "LessThan", increment: -1 } as const;

describe("a threshold's sample", () => {
  // prettier-ignore
  it.each<Row & { says: string; ago?: number }>([
    { when: "pods have a metric",               metric: ofPods,   answer: samples(rate(40n), rate(80n)),            says: "60 > 50" },
    { when: "the average is exact",             metric: ofPods,   answer: samples(rate(50n), { value: 50_001n }),   says: "50 > 50" },
    { when: "the average equals the value",     metric: ofPods,   answer: samples(rate(50n), rate(50n)),            says: "50, not > 50" },
    { when: "equality is enough",               metric: ofPods,   answer: samples(rate(50n)), of: { comparison: "GreaterThanOrEqual" }, says: "50 ≥ 50" },
    { when: "it is below the value",            metric: ofPods,   answer: samples(rate(49n)), of: { comparison: "LessThan" }, says: "49 < 50" },
    { when: "it equals the value and has to be below", metric: ofPods,   answer: samples(rate(50n)), of: { comparison: "LessThan" }, says: "50, not < 50" },
    { when: "it equals the value and may",      metric: ofPods,   answer: samples(rate(50n)), of: { comparison: "LessThanOrEqual" }, says: "50 ≤ 50" },
    { when: "a pod without a sample is left out", metric: ofPods, answer: samples(rate(60n), null),                 says: "60 > 50" },
    { when: "four of five pods have samples, downward", metric: ofPods, answer: samples(rate(40n), rate(40n), rate(40n), rate(40n), null), pods: "rrrrr", of: down, says: "40 < 50" },
    { when: "one of three pods has a sample, downward", metric: cpu, answer: samples({ value: 100n }, null, null), pods: "rrr", of: { ...percent, ...down, value: "70" }, says: "68% (2 without samples in full) < 70%" },
    { when: "pending pods have no samples, downward", metric: ofPods, answer: samples(rate(40n)), pods: "rpp", of: down, says: "40 < 50" },
    { when: "a missing pod counts with its whole request, downward", metric: cpu, answer: samples({ value: 100n }, { value: 100n }, null), pods: "rrr", of: { ...percent, ...down, value: "37" }, says: "36% (1 without samples in full) < 37%" },
    { when: "half of the pods are missing, downward", metric: cpu, answer: samples({ value: 100n }, null), of: { ...percent, ...down, value: "50" }, says: "52% (1 without samples in full), not < 50%" },
    { when: "a missing pod counts with the value above 100%, downward", metric: cpu, answer: samples({ value: 2000n }, null), of: { ...percent, ...down, value: "200" }, says: "150% (1 without samples in full) < 200%" },
    { when: "a missing pod does not count, downward above a value", metric: cpu, answer: samples({ value: 1700n }, { value: 1700n }, { value: 1700n }, { value: 1700n }, null), pods: "rrrrr", of: { ...percent, increment: -1 }, says: "85% > 80%" },
    { when: "a missing pod does not count, upward", metric: cpu, answer: samples({ value: 1700n }, null), of: percent, says: "85% > 80%" },
    { when: "starting pods do not count, downward", metric: cpu, answer: samples({ value: 100n }, { value: 900n }, { value: 900n }), pods: "rHH", of: { ...down, value: "500m" }, says: "100m < 500m" },
    { when: "one of three pods has a sample, upward", metric: ofPods, answer: samples(rate(60n), null, null), pods: "rrr", says: "60 > 50" },
    { when: "a deleting pod is left out",       metric: ofPods,   answer: samples(rate(60n), rate(0n)), pods: "rd", says: "60 > 50" },
    { when: "an unknown pod is left out",       metric: ofPods, answer: samples(rate(60n), rate(0n), rate(0n)), pods: "r", says: "60 > 50" },
    { when: "a starting pod counts",            metric: ofPods,   answer: samples(rate(40n), rate(80n)), pods: "rH", says: "60 > 50" },
    { when: "the oldest sample determines its time", metric: ofPods,   answer: samples(rate(60n), rate(60n, old)),       says: "60 > 50", ago: 20 },
    { when: "a sample has no time",             metric: ofPods,   answer: samples(rate(60n, { time: ZERO_TIME })), askedAgo: 3, says: "60 > 50", ago: 3 },
    { when: "a sample is newer than its answer", metric: ofPods,   answer: samples(rate(60n)), askedAgo: 3,           says: "60 > 50", ago: 3 },
    { when: "cpu of a starting pod is left out", metric: cpu,     answer: samples({ value: 900n }, { value: 100n }), pods: "rH", of: { value: "500m" }, says: "900m > 500m" },
    { when: "memory is in its own unit",        metric: memory,   answer: samples({ value: 2n * 1024n ** 3n * 1000n }), pods: "r", of: { value: "1Gi" }, says: "2Gi > 1Gi" },
    { when: "cpu is a percentage of the requests", metric: cpu,      answer: samples({ value: 1700n }, { value: 1500n }), of: percent, says: "80%, not > 80%" },
    { when: "cpu is slightly above the percentage", metric: cpu,      answer: samples({ value: 1700n }, { value: 1600n }), of: percent, says: "82% > 80%" },
    { when: "a pod without a request is left out, upward", metric: cpu, answer: samples({ value: 1800n }, { value: 1n }), requests: ["1", ""], of: percent, says: "90% > 80%" },
    { when: "an external metric has one value", metric: outside,  answer: values(now, 60n),                         says: "60 > 50" },
    { when: "several values are added up",      metric: outside,  answer: values(now, 30n, 30n),                    says: "60 > 50" },
    { when: "the replicas share a value",       metric: outside,  answer: values(now, 120n), of: share,             says: "60 > 50" },
    { when: "only some replicas serve",         metric: outside,  answer: values(now, 120n), of: share, spec: 4, notServing: 2, says: "60 > 50" },
    { when: "some replicas may not serve",      metric: outside,  answer: values(now, 120n), of: share, spec: 4, perhaps: 2, says: "30, not > 50" },
    { when: "some replicas may not serve, downward", metric: outside, answer: values(now, 120n), of: { ...share, ...down }, spec: 4, perhaps: 2, says: "60, not < 50" },
    { when: "some may not serve, downward above a value", metric: outside, answer: values(now, 120n), of: { ...share, increment: -1 }, spec: 4, perhaps: 2, says: "30, not > 50" },
    { when: "there are no replicas to share it", metric: outside,  answer: values(now, 120n), of: share, spec: 0,    says: "120 > 50" },
    { when: "an external metric has a time",    metric: outside,  answer: values({ time: NOW - 5000, windowMs: 0 }, 60n), says: "60 > 50", ago: 5 },
    { when: "an external metric has no time",   metric: outside,  answer: values({ time: null, windowMs: 0 }, 60n), askedAgo: 4, says: "60 > 50", ago: 4 },
    { when: "a window is as long as the duration", metric: outside,  answer: values({ time: NOW, windowMs: 30_900 }, 60n), says: "60 > 50" },
    { when: "an adapter reports no window",     metric: ofPods,   answer: { kind: "Samples", samples: customSamples([{ pod: "p0", value: "60", timestamp: new Date(NOW).toISOString() }]) }, says: "60 > 50" },
    { when: "an object has a value",            metric: ofObject, answer: object(60n),                              says: "60 > 50" },
    { when: "the replicas share the value of an object", metric: ofObject, answer: object(60n), of: share,                   says: "30, not > 50" },
  ])("is available when $when", ({ says, ago = 0, ...row }) => {
    const reading = read(row);
    expect(reading).toMatchObject({ says, failure: null });
    expect(reading.evidence).toMatchObject({ time: NOW - ago * second });
    expect(reading.evidence.kind).toBe(says.includes("not") ? "Differs" : "Agrees");
  });

  // prettier-ignore
  it.each<Row & { reason?: string; names: string }>([
    { when: "the API fails",                 metric: outside,  answer: failed,                                    reason: "FailedGetExternalMetric", names: "the API is away" },
    { when: "the answer is of another kind", metric: outside,  answer: object(1n),                                reason: "FailedGetExternalMetric", names: "another question" },
    { when: "the answer for an object is of another kind", metric: ofObject, answer: values(now, 1n),                         reason: "FailedGetObjectMetric",   names: "another question" },
    { when: "the answer for pods is of another kind", metric: ofPods,   answer: object(1n),                                reason: "FailedGetPodsMetric",     names: "another question" },
    { when: "no pod has a sample",           metric: ofPods,   answer: samples(null, null),                       reason: "FailedGetPodsMetric",     names: "no samples" },
    { when: "all pods are starting",         metric: cpu,      answer: samples({}, {}), pods: "HH",               reason: "FailedGetResourceMetric", names: "no samples" },
    { when: "there are no pods",             metric: cpu,      answer: samples({}), pods: "",                     reason: "FailedGetResourceMetric", names: "no samples" },
    { when: "all samples are old",           metric: ofPods,   answer: samples(rate(60n, { time: NOW - 3_600_000 })), reason: "FailedGetPodsMetric", names: "old ones" },
    { when: "three of four pods have samples, downward", metric: ofPods, answer: samples(rate(0n), rate(0n), rate(0n), null), pods: "rrrr", of: down, reason: "FailedGetPodsMetric", names: "samples of only 3 of 4 pods" },
    { when: "fewer than 80% have samples of a container", metric: { type: "ContainerResource", containerResource: { name: "cpu", container: "c1" } }, answer: samples({ value: 0n }, null, null), pods: "rrr", of: down, reason: "FailedGetContainerResourceMetric", names: "samples of only 1 of 3 pods" },
    { when: "fewer than 80% have recent samples", metric: cpu, answer: samples({ value: 0n }, { time: NOW - 3_600_000 }, { time: NOW - 3_600_000 }), pods: "rrr", of: down, reason: "FailedGetResourceMetric", names: "samples of only 1 of 3 pods" },
    { when: "the value is too old",          metric: outside,  answer: values({ time: NOW - 45_001, windowMs: 0 }, 60n), reason: "FailedGetExternalMetric", names: "older than" },
    { when: "the window is too long",        metric: outside,  answer: values({ time: NOW, windowMs: 31_000 }, 60n), reason: "DurationBelowResolution", names: "write durationSeconds: 31 or more" },
    { when: "a pod has no request, downward", metric: cpu,    answer: samples({ value: 100n }, { value: 1n }), requests: ["1", ""], of: { ...percent, ...down }, reason: "FailedGetResourceMetric", names: "no request" },
    { when: "a missing pod has no request, downward", metric: cpu, answer: samples({ value: 100n }, null), requests: ["1", ""], of: { ...percent, ...down }, reason: "FailedGetResourceMetric", names: "no request" },
    { when: "no pod has a request",          metric: memory,   answer: samples({}), pods: "r", of: percent,       reason: "FailedGetResourceMetric", names: "no request" },
    { when: "the selector is malformed",     metric: { type: "External", external: { metric: { name: "rps", selector: { matchLabels: { a: "b c" } } } } }, answer: values(now, 60n), reason: "FailedGetExternalMetric", names: "the metric's selector" },
    { when: "the value is malformed",        metric: outside,  answer: values(now, 60n), of: { value: "many" },   reason: "FailedGetExternalMetric", names: "many" },
  ])("is missing when $when", ({ reason, names, ...row }) => {
    const { evidence, failure } = read(row);
    expect(evidence).toEqual({ kind: "Missing" });
    expect(failure).toMatchObject({ reason, message: expect.stringContaining(names) as string });
  });

  // prettier-ignore
  it.each<Row & { needs: number | null }>([
    { when: "all pods are measured",             metric: ofPods,   answer: samples(rate(40n), rate(45n)),                   needs: 2 },
    { when: "fewer pods have room for it",       metric: ofPods,   answer: samples(rate(20n), rate(30n)),                   needs: 1 },
    { when: "fewer pods have no room at the value itself", metric: ofPods, answer: samples(rate(20n), rate(30n)), of: { comparison: "GreaterThanOrEqual" }, needs: 2 },
    { when: "the value is exceeded",             metric: ofPods,   answer: samples(rate(60n), rate(90n)),                   needs: 3 },
    { when: "there is no load",                  metric: ofPods,   answer: samples(rate(0n), rate(0n)), of: { comparison: "GreaterThanOrEqual" }, needs: 0 },
    { when: "a pod has no sample",               metric: ofPods,   answer: samples(rate(20n), rate(30n), null), pods: "rrr", needs: 2 },
    { when: "a pod is starting",                 metric: cpu,      answer: samples({ value: 100n }, { value: 900n }), pods: "rH", of: { value: "500m" }, needs: 2 },
    { when: "a pod has no request",              metric: cpu,      answer: samples({ value: 400n }, { value: 1n }), requests: ["1", ""], of: { valueType: "Utilization", value: "40" }, needs: 2 },
    { when: "it is a percentage of the requests", metric: cpu,     answer: samples({ value: 400n }, { value: 400n }, { value: 500n }), pods: "rrr", of: { valueType: "Utilization", value: "40" }, needs: 2 },
    { when: "the replicas share a value",        metric: outside,  answer: values(now, 280n), of: share, spec: 6,           needs: 6 },
    { when: "only some replicas serve",          metric: outside,  answer: values(now, 280n), of: share, spec: 8, notServing: 2, needs: 8 },
    { when: "some replicas may not serve",       metric: outside,  answer: values(now, 280n), of: share, spec: 8, perhaps: 2, needs: 8 },
    { when: "an object's value is shared",       metric: ofObject, answer: object(120n), of: share, spec: 6,                needs: 3 },
    { when: "the value is a whole",              metric: outside,  answer: values(now, 20n),                                needs: null },
    { when: "no replicas share it",              metric: outside,  answer: values(now, 20n), of: share, spec: 0,            needs: null },
    { when: "more replicas would not lower it below", metric: ofPods, answer: samples(rate(60n)), of: { comparison: "LessThan" }, needs: null },
    { when: "no count is enough",                metric: ofPods,   answer: samples(rate(60n)), of: { value: "0" },          needs: null },
  ])("needs $needs replicas not to be exceeded when $when", ({ needs, ...row }) => {
    expect(read(row)).toMatchObject({ needs, failure: null });
  });

  it("argues for fewer only if it would with all samples, whatever a pod uses of its request", () => {
    const used = fc.record({ milli: fc.integer({ min: 0, max: 2000 }), isKnown: fc.boolean() });
    const property = fc.property(
      fc.array(used, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 100 }),
      (all, value) => {
        const given = all.map(({ milli }) => ({ value: BigInt(milli) }));
        const known = given.map((one, index) => (all[index]?.isKnown === true ? one : null));
        const of = { ...percent, ...down, value: String(value) };
        const row = { when: "", metric: cpu, of, pods: "r".repeat(all.length) };
        const partial = read({ ...row, answer: samples(...known) });
        if (partial.evidence.kind !== "Agrees") return;
        expect(read({ ...row, answer: samples(...given) }).evidence.kind).toBe("Agrees");
      },
    );
    fc.assert(property, runs(200));
  });

  it("accepts a sample that was recent when it was read", () => {
    const answer = values({ time: NOW - 60_000, windowMs: 0 }, 60n);
    expect(read({ when: "", metric: outside, answer, askedAgo: 20 }).failure).toBeNull();
  });
});
