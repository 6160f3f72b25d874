import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Answer } from "../model/observation/observation.ts";
import { ok } from "../model/values/result.ts";
import { upstreamSettings } from "../model/spec/settings.ts";
import { runs } from "../testing/runs.ts";
import { away, ThresholdScene } from "../testing/threshold-scene.ts";
import type { Intention, ThresholdSpec } from "../model/spec/autoscaler-spec.ts";
import { intendedMetric } from "./asked-metrics.ts";
import { NOW, podsOf } from "../arithmetic/testing/calculator.ts";

const aim = (intention: Intention): ThresholdSpec => ({
  name: "aim",
  type: "Intention",
  intention,
});
const metric = { name: "sessions" };

/** This number of pods, each with its part of a load in thousandths. */
function pods(count: number, milli: number): Answer {
  const sample = { value: BigInt(Math.round(milli / count)), time: NOW, windowMs: 0 };
  return {
    kind: "Samples",
    samples: new Map(Array.from({ length: count }, (_, index) => [`p${index}`, sample])),
  };
}

/** The counts after each sync under a load that all pods share; null: no answer. */
function trajectory(
  intention: Intention,
  given: { from: number; milli: number | null; looks: number; windowSeconds?: number },
): number[] {
  const { from, milli, looks, windowSeconds = 0 } = given;
  const behavior = { scaleDown: { stabilizationWindowSeconds: windowSeconds } };
  const spec = { thresholds: [aim(intention)], maxReplicas: 1000, behavior };
  const scene = new ThresholdScene(from, spec, upstreamSettings);
  scene.now = NOW;
  return Array.from({ length: looks }, () => {
    const answer = milli === null ? away : pods(scene.current, milli);
    return scene.look([answer], {}, { pods: ok(podsOf("r".repeat(scene.current))) }).decision.to;
  });
}

describe("an intention", () => {
  // prettier-ignore
  it.each<{ intention: Intention; asks: object }>([
    { intention: { intent: "CPUUtilization", value: "70" },             asks: { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 70 } } } },
    { intention: { intent: "MemoryUtilization", value: "70" },          asks: { type: "Resource", resource: { name: "memory", target: { type: "Utilization", averageUtilization: 70 } } } },
    { intention: { intent: "RequestsPerSecondPerPod", value: "50" },    asks: { type: "Pods", pods: { metric: { name: "http_requests_per_second" }, target: { type: "AverageValue", averageValue: "50" } } } },
    { intention: { intent: "RequestsPerSecondPerPod", value: "50", metric }, asks: { type: "Pods", pods: { metric, target: { type: "AverageValue", averageValue: "50" } } } },
    { intention: { intent: "PodsMetric", value: "500m", metric },       asks: { type: "Pods", pods: { metric, target: { type: "AverageValue", averageValue: "500m" } } } },
  ])("of $intention.intent has the target of an equivalent metric", ({ intention, asks }) => {
    expect(intendedMetric(intention)).toEqual(asks);
  });

  const sessions: Intention = { intent: "PodsMetric", value: "50", metric };
  const cpu: Intention = { intent: "CPUUtilization", value: "50" };

  // prettier-ignore
  it.each<{ when: string; intention: Intention; from: number; milli: number | null; counts: number[] }>([
    { when: "the load is far above target",    intention: sessions, from: 1, milli: 200_000, counts: [2, 3, 4, 4, 4] },
    { when: "the load is far below target",    intention: sessions, from: 6, milli: 130_000, counts: [5, 4, 3, 3, 3] },
    { when: "the load is within tolerance",    intention: sessions, from: 2, milli: 105_000, counts: [2, 2] },
    { when: "one replica less would exceed the target", intention: sessions, from: 3, milli: 101_000, counts: [3, 3] },
    { when: "one replica less would meet the target exactly", intention: sessions, from: 3, milli: 100_000, counts: [2, 2] },
    { when: "the pods use all that they request", intention: cpu,      from: 2, milli: 4_000,   counts: [3, 4, 4] },
    { when: "the pods use hardly any cpu",     intention: cpu,      from: 3, milli: 10,      counts: [2, 1, 1] },
    { when: "the metric does not answer",      intention: sessions, from: 3, milli: null,    counts: [3, 3] },
  ])("changes one step at a time when $when", ({ intention, from, milli, counts }) => {
    expect(trajectory(intention, { from, milli, looks: counts.length })).toEqual(counts);
  });

  it("never flaps under a constant load: it moves in one direction and stops", () => {
    const constant = fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.nat(2_000_000),
      fc.constantFrom(sessions, cpu),
      (from, load, intention) => {
        const milli = intention === cpu ? Math.round(load / 50) : load;
        const counts = [from, ...trajectory(intention, { from, milli, looks: 60 })];
        const moves = counts.slice(1).map((count, index) => count - counts[index]!);
        expect(moves.every(move => Math.abs(move) <= 1)).toBe(true);
        expect(new Set(moves.filter(move => move !== 0)).size).toBeLessThan(2);
        const rest = moves.indexOf(0);
        expect(rest).toBeGreaterThanOrEqual(0);
        expect(moves.slice(rest).every(move => move === 0)).toBe(true);
      },
    );
    fc.assert(constant, runs(60));
  });

  it("makes one step per sync once its window agrees", () => {
    const constant = fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.nat(2_000_000),
      fc.constantFrom(0, 60, 300),
      (from, milli, windowSeconds) => {
        const looks = windowSeconds / 15 + 60;
        const counts = [from, ...trajectory(sessions, { from, milli, looks, windowSeconds })];
        const moves = counts.slice(1).map((count, index) => count - counts[index]!);
        const first = moves.findIndex(move => move !== 0);
        const steps = Math.abs(counts.at(-1)! - from);
        expect(first).toBeLessThanOrEqual(windowSeconds / 15);
        const walked = steps === 0 ? [] : moves.slice(first, first + steps);
        expect(walked.every(move => Math.abs(move) === 1)).toBe(true);
      },
    );
    fc.assert(constant, runs(60));
  });
});
