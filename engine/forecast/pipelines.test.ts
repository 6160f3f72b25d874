import { describe, expect, it } from "vitest";

import { forecastObject } from "../testing/forecast-scene.ts";
import { rivals } from "./account.ts";
import { Pipelines } from "./pipelines.ts";
import { sumsOfDay } from "./packed-sums.ts";

const start = Date.parse("2026-03-02T00:00:00Z");
const minuteMs = 60_000;
const object = { ...forecastObject({ syncPeriodSeconds: 60 }), startMs: 240_000 };

interface Synced {
  readonly demand: number | null;
  readonly expected?: number | null;
  readonly minutes?: number;
}

/** Syncs once a minute. */
function run(pipelines: Pipelines, from: number, { demand, expected, minutes = 60 }: Synced) {
  for (let passed = 0; passed < minutes; passed += 1) {
    pipelines.sync(start + (from + passed) * minuteMs, minuteMs, demand, expected ?? null);
  }
}

/** What has been added up since the last call. */
function taken(pipelines: Pipelines): number[] {
  const sums = new Float64Array(sumsOfDay);
  pipelines.addTo(sums);
  return [...sums];
}

describe("the pipelines of an object", () => {
  // prettier-ignore
  it.each([
    { shows: "the count of the target at first",       counts: [],        want: [3, 3] },
    { shows: "those of an earlier process",            counts: [5, 8],    want: [5, 8] },
    { shows: "those of its rivals, too",               counts: [5, 8, 4, 4, 4, 4, 4], want: [5, 8, 4, 4, 4, 4, 4] },
    { shows: "the one without a forecast for a rival that is new", counts: [5, 8, 4], want: [5, 8, 4, 5, 5, 5, 5] },
  ])("start with $shows", ({ counts, want }) => {
    expect(new Pipelines(object, counts, 3).counts).toEqual(want);
  });

  it("are two until they are compared with rivals, which start where the first one is", () => {
    const pipelines = new Pipelines(object, [], 3);
    run(pipelines, 0, { demand: 12 });
    expect(pipelines.counts).toEqual([12, 12]);
    expect(taken(pipelines).filter(Number.isNaN)).toHaveLength(3 * rivals.length);
    pipelines.compare(true, true);
    expect(pipelines.counts).toEqual([12, 12, ...rivals.map(() => 12)]);
    expect(taken(pipelines).some(Number.isNaN)).toBe(false);
    run(pipelines, 60, { demand: 12 });
    const before = pipelines.counts;
    pipelines.compare(true, true);
    expect(pipelines.counts).toEqual(before);
    pipelines.compare(false, true);
    expect(pipelines.counts).toEqual([12, 12]);
  });

  it("differ by what is expected in the second one alone", () => {
    const pipelines = new Pipelines(object, [3, 3, 3, 3, 3, 3, 3], 3);
    run(pipelines, 0, { demand: 3, expected: 20, minutes: 10 });
    const [reactive, forecast, ...others] = pipelines.counts;
    expect([reactive, forecast]).toEqual([3, 20]);
    expect(Math.max(...others)).toBeLessThanOrEqual(4);
  });

  it("have rivals that follow the load by their own targets and windows", () => {
    const pipelines = new Pipelines(object, [3, 3, 3, 3, 3, 3, 3], 3);
    run(pipelines, 0, { demand: 40, minutes: 10 });
    const [reactive, , ...others] = pipelines.counts;
    // With 5% and 15% more pods, 12% fewer, as many, and 10% more, rounded up.
    expect([reactive, ...others]).toEqual([40, 43, 46, 36, 40, 45]);
  });

  it("add up the shortage until pods are ready, and less of it with a forecast", () => {
    const pipelines = new Pipelines(object, [], 3);
    run(pipelines, 0, { demand: 3, expected: 22, minutes: 10 });
    taken(pipelines);
    run(pipelines, 10, { demand: 22, expected: 22, minutes: 60 });
    const [shortage = NaN, lost = NaN, replicas = NaN, ...ahead] = taken(pipelines);
    // Four minutes and some until 20 pods at 110% of their target are ready.
    expect(shortage).toBeGreaterThan((17 * 4) / 60);
    expect(lost).toBeGreaterThan(0);
    expect(lost).toBeLessThan(shortage);
    expect(ahead.slice(0, 2)).toEqual([0, 0]);
    expect(ahead[2]).toBeGreaterThanOrEqual(replicas);
    expect(taken(pipelines).slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("add up replicas, and no shortage, while the load is unknown", () => {
    const pipelines = new Pipelines(object, [], 3);
    run(pipelines, 0, { demand: null });
    const [shortage, lost, replicas] = taken(pipelines);
    expect([shortage, lost]).toEqual([0, 0]);
    expect(replicas).toBeCloseTo(3, 5);
  });

  it("return to the count without a forecast when the load becomes unknown", () => {
    const pipelines = new Pipelines(object, [], 3);
    run(pipelines, 0, { demand: 3, expected: 20, minutes: 10 });
    run(pipelines, 10, { demand: null, expected: 20, minutes: 10 });
    expect(pipelines.counts).toEqual([3, 3]);
  });
});
