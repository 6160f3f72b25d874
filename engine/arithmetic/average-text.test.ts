import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { trimPod, type Pod } from "../model/observation/pod.ts";
import { milliUnits } from "../model/values/quantity.ts";
import { profiles } from "../model/spec/profile.ts";
import { runs } from "../testing/runs.ts";
import { contextOf, NOW } from "./testing/calculator.ts";
import { countFromPlainAverage, countFromResource, sampled } from "./resource-metric.ts";
import { countFromValue } from "./total-value.ts";

const at = (ago: number): string => new Date(NOW - ago * 1000).toISOString();

/** Pods of one core: ready (r), running without a sample (m), pending (u) or without a node (n). */
const podsOf = (letters: string): Pod[] =>
  Array.from(letters, (letter, index) => {
    const isReady = letter === "r" || letter === "m";
    return trimPod({
      metadata: { name: `p${index}` },
      spec: { containers: [{ name: "main", resources: { requests: { cpu: "1" } } }] },
      status: {
        phase: isReady ? "Running" : "Pending",
        startTime: letter === "n" ? null : at(isReady ? 3600 : 60),
        conditions: [
          { type: "Ready", status: isReady ? "True" : "False", lastTransitionTime: at(60) },
        ],
      },
    });
  });

const contextFor = (letters: string, spec: number) => ({
  ...contextOf(podsOf(letters), { spec }),
  profile: profiles["Trimtab-1"],
});

const samplesFor = (letters: string, values: readonly number[]) =>
  new Map(
    Array.from(letters).flatMap((letter, index) =>
      letter === "r"
        ? [[`p${index}`, { value: BigInt(values[index] ?? 0), time: NOW, windowMs: 30_000 }]]
        : [],
    ) as [string, { value: bigint; time: number; windowMs: number }][],
  );

const milli = (text: string): bigint => {
  const value = milliUnits(text);
  if (!value.ok) throw new Error(value.error);
  return value.value;
};

/** The count that a reader computes: the last average times the pods behind it, over the target. */
function recomputed(message: string, specReplicas: number): number {
  const { average, first, limit, pods } = readIn(message, specReplicas);
  const [before, after] = [first - limit, average - limit];
  const isAcross = before * after < 0n;
  const isWithin = average * 10n >= limit * 9n && average * 10n <= limit * 11n;
  return isAcross || isWithin ? specReplicas : Number((average * pods + limit - 1n) / limit);
}

function readIn(message: string, specReplicas: number) {
  const text = message.replaceAll("%", "");
  const [, first = "", target = ""] =
    /^(\S+) of requests, target ([^,:]+)/.exec(text) ?? /^(\S+) of (\S+) per pod/.exec(text) ?? [];
  const [, filled = first, counted] = /, (\S+) with \d+ of (\d+) pods/.exec(text) ?? [];
  const [, others = specReplicas] = /, (\d+) pods count/.exec(text) ?? [];
  const pods = BigInt(counted ?? others);
  return { average: milli(filled), first: milli(first), limit: milli(target), pods };
}

const shownCount = (message: string): { computed: number; count: number } => {
  const [, computed = "", count = computed] = /: (\d+)(?:, so (\d+))?$/.exec(message) ?? [];
  return { computed: Number(computed), count: Number(count) };
};

describe("the numbers in a vote's message give its count", () => {
  const letters = fc.string({
    unit: fc.constantFrom("r", "r", "r", "m", "u", "n"),
    minLength: 1,
    maxLength: 30,
  });
  const values = fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 30, maxLength: 30 });
  const spec = fc.integer({ min: 1, max: 30 });

  it("for a utilization", () => {
    const percents = fc.integer({ min: 1, max: 150 });
    const property = fc.property(
      letters,
      values,
      spec,
      percents,
      (pods, used, replicas, percent) => {
        const target = { type: "Utilization" as const, averageUtilization: percent };
        const answer = { kind: "Samples", samples: samplesFor(pods, used) } as const;
        const context = contextFor(pods, replicas);
        const counted = countFromResource({ name: "cpu", target }, null, answer, context);
        if (!counted.ok) return;
        const { message } = counted.value;
        expect(shownCount(message).count).toBe(counted.value.replicas);
        expect(recomputed(message, replicas)).toBe(shownCount(message).computed);
      },
    );
    fc.assert(property, runs(500));
  });

  it("for an average, also of bytes", () => {
    const targets = fc.constantFrom("100", "1500m", "250m", "1k");
    const property = fc.property(letters, values, spec, targets, (pods, used, replicas, wanted) => {
      const target = { type: "AverageValue" as const, averageValue: wanted };
      const scaled = used.map(value => value * 100);
      const given = sampled(samplesFor(pods, scaled), { isCpu: false }, contextFor(pods, replicas));
      const counted = countFromPlainAverage("m", target, given);
      if (!counted.ok) return;
      const { message } = counted.value;
      expect(shownCount(message).count).toBe(counted.value.replicas);
      expect(recomputed(message, replicas)).toBe(shownCount(message).computed);
    });
    fc.assert(property, runs(500));
  });

  it("for a total", () => {
    const amounts = fc.tuple(
      fc.integer({ min: 0, max: 99_999 }),
      fc.integer({ min: 1, max: 9_999 }),
    );
    const property = fc.property(letters, spec, amounts, (pods, replicas, [value, target]) => {
      const total = { value: BigInt(value), target: BigInt(target) };
      const counted = countFromValue(total, contextFor(pods, replicas));
      if (!counted.ok || counted.value.message.includes("tolerance")) return;
      const { message } = counted.value;
      const [, by = ""] = /, (\d+) (?:ready )?pods/.exec(message) ?? [];
      const { computed, count } = shownCount(message);
      expect(count).toBe(counted.value.replicas);
      expect(computed).toBe(
        Math.ceil(Number((total.value * BigInt(by) * 1_000_000n) / total.target) / 1_000_000),
      );
    });
    fc.assert(property, runs(500));
  });

  // prettier-ignore
  it.each([
    { pods: "rrrrmmmmmmmm", used: 30,   percent: 70, spec: 12, message: "3% of requests, target 70%, 67% with 8 of 12 pods in full: 12" },
    { pods: "rrrrmmmmm",    used: 30,   percent: 80, spec: 9,  message: "3% of requests, target 80%, 56% with 5 of 9 pods in full: 7" },
    { pods: "rrrrmm",       used: 1200, percent: 50, spec: 6,  message: "120% of requests, target 50%, 80% with 2 of 6 pods as 0: 10" },
    { pods: "rrrrnnnn",     used: 50,   percent: 50, spec: 8,  message: "5% of requests, target 50%, 4 pods count: 1" },
    { pods: "rrrr",         used: 50,   percent: 50, spec: 4,  message: "5% of requests, target 50%: 1" },
  ])("as $message", ({ pods, used, percent, spec: replicas, message }) => {
    const target = { type: "Utilization" as const, averageUtilization: percent };
    const samples = samplesFor(pods, Array<number>(30).fill(used));
    const answer = { kind: "Samples", samples } as const;
    const counted = countFromResource({ name: "cpu", target }, null, answer, contextFor(pods, replicas));
    expect(counted).toMatchObject({ ok: true, value: { message } });
  });
});
