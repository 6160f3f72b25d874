import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Answer } from "../model/observation/observation.ts";
import { customSamples, type PodSample } from "../model/observation/pod-sample.ts";
import { type Pod, trimPod } from "../model/observation/pod.ts";
import { countFromExternal } from "../sources/external.ts";
import { countFromPods } from "../sources/custom.ts";
import type { MetricTarget } from "../model/spec/autoscaler-spec.ts";
import { profiles } from "../model/spec/profile.ts";
import { runs } from "../testing/runs.ts";
import { contextOf, NOW } from "./testing/calculator.ts";
import { countFromResource } from "./resource-metric.ts";
import { besideUnready } from "./total-value.ts";

const of =
  (version: string) =>
  ({ labels }: Pod): boolean =>
    labels["app"] === version;

/** Pods that have run for an hour. */
const podsOf = (
  version: string,
  count: number,
  isReady = true,
  requests: Readonly<Record<string, string>> = { cpu: "1" },
): Pod[] =>
  Array.from({ length: count }, (_, index) => {
    const since = new Date(NOW - 3_600_000).toISOString();
    const ready = { type: "Ready", status: isReady ? "True" : "False", lastTransitionTime: since };
    return trimPod({
      metadata: { name: `${version}-${index}`, labels: { app: version } },
      spec: { containers: [{ name: "c1", resources: { requests } }] },
      status: { phase: "Running", startTime: since, conditions: [ready] },
    });
  });

/** In thousandths. */
const samplesOf = (pods: readonly Pod[], value: number): [string, PodSample][] =>
  pods.map(({ name }) => [name, { value: BigInt(value), time: NOW, windowMs: 0 }]);

const answerOf = (...samples: readonly [string, PodSample][][]): Answer => ({
  ...{ kind: "Samples", samples: new Map(samples.flat()) },
});

/** The count for a target of half a core, or of 0.5 requests, per pod. */
const metrics = {
  "a metric of pods": (answer: Answer, pods: readonly Pod[], isOne: boolean) =>
    countFromPods(
      { metric: { name: "rps" }, target: { averageValue: "500m" } },
      answer,
      among(pods, isOne),
    ),
  "a utilization": (answer: Answer, pods: readonly Pod[], isOne: boolean) =>
    countFromResource(
      { name: "cpu", target: { averageUtilization: 50 } },
      null,
      answer,
      among(pods, isOne),
    ),
};

const among = (pods: readonly Pod[], isOne: boolean) => ({
  ...contextOf(pods, { spec: pods.length }),
  profile: profiles["Trimtab-1"],
  ...(isOne ? {} : { workloads: [of("blue"), of("green")] }),
});

describe.each(Object.entries(metrics))(
  "%s, if one of two workloads reports nothing",
  (_, count) => {
    // prettier-ignore
    it.each([
    { shows: "grows by what the other needs",          blue: 4,  green: 4,  value: 1500, want: 16 },
    { shows: "grows whatever the number of its pods",  blue: 4,  green: 40, value: 1500, want: 52 },
    { shows: "grows only beyond the tolerance",        blue: 10, green: 10, value: 540,  want: 20 },
    { shows: "shrinks down to the pods of that one",   blue: 10, green: 10, value: 0,    want: 10 },
  ])("$shows", ({ blue, green, value, want }) => {
    const serving = podsOf("blue", blue);
    const pods = [...serving, ...podsOf("green", green, false)];
    const counted = count(answerOf(samplesOf(serving, value)), pods, false);
    expect(counted).toMatchObject({ ok: true, value: { replicas: want } });
    const said = `no usable samples of some workloads (${green} of ${pods.length} pods): ${want}`;
    expect(counted.ok && counted.value.message).toContain(said);
  });

    it("fails if neither reports anything", () => {
      const pods = [...podsOf("blue", 2, false), ...podsOf("green", 2, false)];
      expect(count(answerOf(), pods, false).ok).toBe(false);
    });

    it("gives the other what it gets alone, and keeps the pods of that one", () => {
      const size = fc.integer({ min: 1, max: 30 });
      const value = fc.integer({ min: 0, max: 3000 });
      const property = fc.property(size, size, value, (blue, green, used) => {
        const serving = podsOf("blue", blue);
        const answer = answerOf(samplesOf(serving, used));
        const alone = count(answer, serving, true);
        const together = count(answer, [...serving, ...podsOf("green", green, false)], false);
        if (!alone.ok || !together.ok) throw new Error("nothing counted");
        expect(together.value.replicas).toBe(alone.value.replicas + green);
      });
      fc.assert(property, runs(500));
    });

    it("counts its pods one by one as soon as one of them reports", () => {
      const serving = podsOf("blue", 4);
      const green = podsOf("green", 4);
      const answer = answerOf(samplesOf(serving, 1500), samplesOf(green.slice(0, 1), 0));
      const counted = count(answer, [...serving, ...green], false);
      expect(counted).toMatchObject({ ok: true, value: { replicas: 12 } });
    });
  },
);

describe("a utilization", () => {
  const utilization = metrics["a utilization"];

  // prettier-ignore
  it.each([
    { shows: "grows by what the other needs",      value: 1500, isReady: true,  used: [10],   want: 16 },
    { shows: "leaves out what they use",           value: 1500, isReady: true,  used: [3000], want: 16 },
    { shows: "needs no requests without samples",  value: 1500, isReady: false, used: [],     want: 16 },
    { shows: "shrinks down to these pods",         value: 0,    isReady: true,  used: [10],   want: 4 },
  ])("$shows, if the pods of one of two workloads request nothing", row => {
    const { value, isReady, used, want } = row;
    const [serving, broken] = [podsOf("blue", 4), podsOf("green", 4, isReady, {})];
    const answer = answerOf(samplesOf(serving, value), ...used.map(one => samplesOf(broken, one)));
    const counted = utilization(answer, [...serving, ...broken], false);
    expect(counted).toMatchObject({ ok: true, value: { replicas: want } });
    expect(counted.ok && counted.value.message).toContain(
      "no usable samples of some workloads (4 of 8 pods)",
    );
  });

  it.each([
    { when: "if no workload requests anything", one: {}, isOne: false },
    {
      when: "if the pods of its only workload do not all request something",
      one: { cpu: "1" },
      isOne: true,
    },
  ])("fails $when", ({ one, isOne }) => {
    const [some, others] = [podsOf("blue", 2, true, one), podsOf("green", 2, true, {})];
    const answer = answerOf(samplesOf(some, 1500), samplesOf(others, 1500));
    expect(utilization(answer, [...some, ...others], isOne)).toMatchObject({
      ...{ ok: false, error: expect.stringContaining("no request for cpu") as string },
    });
  });

  it("does not count what the pods of a starting version use", () => {
    const [serving, starting] = [podsOf("blue", 4), podsOf("green", 4, false)];
    const answer = answerOf(samplesOf(serving, 500), samplesOf(starting, 3000));
    const counted = utilization(answer, [...serving, ...starting], false);
    expect(counted).toMatchObject({ ok: true, value: { replicas: 8 } });
  });
});

describe("a total, next to a workload", () => {
  const perPod: MetricTarget = { type: "AverageValue", averageValue: "5" };
  const whole: MetricTarget = { type: "Value", value: "30" };
  const counted = (target: MetricTarget, load: number, pods: readonly Pod[], isOne = false) =>
    besideUnready(among(pods, isOne), given =>
      countFromExternal(
        { metric: { name: "queue" }, target },
        { kind: "Values", values: [BigInt(load * 1000)] },
        given,
      ),
    );

  // prettier-ignore
  it.each([
    { shows: "grows by what the others need",          target: perPod, load: 40, blue: 4, green: 4,  want: 12 },
    { shows: "grows whatever the number of its pods",  target: perPod, load: 40, blue: 4, green: 40, want: 48 },
    { shows: "rests on target",                        target: perPod, load: 20, blue: 4, green: 4,  want: 8 },
    { shows: "leaves the others what the load needs",  target: perPod, load: 10, blue: 4, green: 4,  want: 6 },
    { shows: "grows with a whole value",               target: whole,  load: 60, blue: 4, green: 4,  want: 12 },
    { shows: "rests with a whole value on target",     target: whole,  load: 30, blue: 4, green: 4,  want: 8 },
  ])("without a ready pod $shows", ({ target, load, blue, green, want }) => {
    const pods = [...podsOf("blue", blue), ...podsOf("green", green, false)];
    expect(counted(target, load, pods)).toMatchObject({ ok: true, value: { replicas: want } });
  });

  it("counts all pods if one of the workload's is ready, or if none of any workload is", () => {
    const one = [...podsOf("blue", 4), ...podsOf("green", 1), ...podsOf("green", 3, false)];
    const none = [...podsOf("blue", 4, false), ...podsOf("green", 4, false)];
    for (const pods of [one, none]) {
      expect(counted(perPod, 60, pods)).toEqual(counted(perPod, 60, pods, true));
    }
  });

  it("gives the others what they get alone", () => {
    const size = fc.integer({ min: 1, max: 30 });
    const target = fc.constantFrom(perPod, whole);
    const property = fc.property(target, size, size, fc.nat(300), (of, blue, green, load) => {
      const serving = podsOf("blue", blue);
      const alone = counted(of, load, serving, true);
      const together = counted(of, load, [...serving, ...podsOf("green", green, false)]);
      if (!alone.ok || !together.ok) throw new Error("nothing counted");
      expect(together.value.replicas).toBe(alone.value.replicas + green);
    });
    fc.assert(property, runs(300));
  });
});

describe("a failed answer about one of two workloads", () => {
  const size = fc.integer({ min: 1, max: 30 });
  const value = fc.integer({ min: 0, max: 3000 });
  /** The answers are joined: there are no samples of the workload whose answer failed. */
  const valuesOf = (pods: readonly Pod[], milli: number): Answer => ({
    kind: "Samples",
    samples: customSamples(pods.map(({ name }) => ({ pod: name, value: `${milli}m` }))),
  });

  it("is no failure of the metric, and takes nothing from that workload", () => {
    const property = fc.property(size, size, value, (blue, green, used) => {
      const [serving, silent] = [podsOf("blue", blue), podsOf("green", green)];
      const pods = [...serving, ...silent];
      const count = metrics["a metric of pods"];
      const part = count(valuesOf(serving, used), pods, false);
      if (!part.ok) throw new Error("nothing counted");
      expect(part.value.replicas).toBeGreaterThanOrEqual(green);
    });
    fc.assert(property, runs(500));
  });

  it("counts each missing pod at its target if selectors overlap", () => {
    const pods = [...podsOf("blue", 4), ...podsOf("green", 4)];
    const overlapping = valuesOf(pods.slice(0, 6), 100);
    const counted = metrics["a metric of pods"](overlapping, pods, false);
    // Six at 0.1 and two at the target of 0.5 share 1.6, which is enough for 4 of 8.
    expect(counted).toMatchObject({ ok: true, value: { replicas: 4 } });
  });
});
