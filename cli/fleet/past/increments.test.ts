import { describe, expect, it } from "vitest";

import { onIncrements } from "./increments.ts";

const step = 60_000;
/** Two hours of usage, and a status that is larger by day than by night. */
const usage = Float64Array.from({ length: 120 }, (_, at) => 10 + (at % 7));
const ratioAt = (at: number): number => (at < 60 ? 1 : 2) + (at % 5) / 100;
const status = usage.map((value, at) => value * ratioAt(at));

/** The ratio of each slot of 15 seconds to the usage of its minute. */
const ratiosOf = (slots: Float64Array): readonly number[] =>
  Array.from(slots, (value, slot) => value / usage[Math.floor(slot / 4)]!);

describe("the load between two samples", () => {
  const slots = onIncrements(status, usage, { step, seed: 1 });

  it("is what was measured at a sample", () => {
    expect(slots).toHaveLength(480);
    expect(slots.filter((_, slot) => slot % 4 === 0)).toEqual(status);
  });

  it("has the noise of the samples within half an hour", () => {
    const between = ratiosOf(slots).filter((_, slot) => slot % 4 !== 0);
    const known = Array.from(usage, (_, at) => ratioAt(at).toFixed(6));
    expect(between.map(ratio => ratio.toFixed(6)).filter(ratio => !known.includes(ratio))).toEqual(
      [],
    );
    expect(new Set(between.map(ratio => ratio.toFixed(6))).size).toBe(10);
    // The last minute that is more than half an hour from the change, on each side.
    expect(Math.max(...between.slice(0, 3 * 29))).toBeLessThan(1.5);
    expect(Math.min(...between.slice(3 * 91))).toBeGreaterThan(1.5);
  });

  it("is the same for a seed, and another one for another seed", () => {
    expect(onIncrements(status, usage, { step, seed: 1 })).toEqual(slots);
    expect(onIncrements(status, usage, { step, seed: 2 })).not.toEqual(slots);
  });

  it("is unknown where the usage is", () => {
    const gap = usage.map((value, at) => (at === 30 ? NaN : value));
    const unknown = Array.from(onIncrements(status, gap, { step, seed: 1 }), Number.isNaN);
    expect(unknown.indexOf(true)).toBe(120);
    expect(unknown.filter(Boolean)).toHaveLength(4);
  });
});
