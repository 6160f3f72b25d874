import { describe, expect, it } from "vitest";

import { generatedLoad, type GeneratorName, generatorNames } from "./generators.ts";

function valuesOf(source: string, seed = 1): { times: Float64Array; values: Float64Array } {
  const load = generatedLoad(source.split(":")[0] as GeneratorName, source, seed);
  if (!load.ok) throw new Error(load.error);
  return { times: load.value.times, values: load.value.values[0] ?? new Float64Array() };
}

/** The value at this time of the first day, "08:00" for example. */
const at = (source: string, day: number, hour: number): number | undefined => {
  const { times, values } = valuesOf(source);
  const wanted = (times[0] ?? 0) + day * 86_400_000 + hour * 3_600_000;
  return values[times.indexOf(wanted)];
};

describe("a generated load", () => {
  it.each(generatorNames)(
    "%s stays between 0 and its peak, and repeats with the same seed",
    name => {
      const { values } = valuesOf(`${name}:days=2,stepSeconds=60`);
      expect(values).toHaveLength(2880);
      expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...values)).toBeLessThan(150);
      expect(values).toEqual(valuesOf(`${name}:days=2,stepSeconds=60`).values);
    },
  );

  it.each(["noise", "walk", "spikes"])("%s differs with another seed", name => {
    expect(valuesOf(`${name}:days=2`, 1).values).not.toEqual(valuesOf(`${name}:days=2`, 2).values);
  });

  // prettier-ignore
  it.each([
    { shows: "the base before the step",   source: "step:days=2", day: 0, hour: 23, want: 20 },
    { shows: "the peak after the step",    source: "step:days=2", day: 1, hour: 0,  want: 100 },
    { shows: "the peak from 8",            source: "office",      day: 0, hour: 8,  want: 100 },
    { shows: "the base from 20",           source: "office",      day: 0, hour: 20, want: 20 },
    { shows: "the base on Saturday",       source: "office",      day: 5, hour: 12, want: 20 },
    { shows: "the peak of a wave at noon", source: "sine",        day: 0, hour: 12, want: 100 },
    { shows: "40% after the shift",        source: "shift:days=2", day: 1, hour: 12, want: 40 },
    { shows: "8 o'clock in a zone",        source: "office:timeZone=Europe/Berlin", day: 0, hour: 7, want: 100 },
    { shows: "winter time before the change", source: "dst:days=28,timeZone=Europe/Berlin", day: 4,  hour: 6, want: 20 },
    { shows: "summer time after the change",  source: "dst:days=28,timeZone=Europe/Berlin", day: 14, hour: 6, want: 100 },
  ])("has $shows", ({ source, day, hour, want }) => {
    expect(at(source, day, hour)).toBeCloseTo(want);
  });

  // prettier-ignore
  it.each([
    { source: "office:hours=3",        says: 'office:hours=3: there is no parameter "hours"; write days, stepSeconds, base, peak, timeZone, seed, start' },
    { source: "office:constructor=1",  says: 'office:constructor=1: there is no parameter "constructor"; write days, stepSeconds, base, peak, timeZone, seed, start' },
    { source: "office:stepSeconds=0",  says: 'office:stepSeconds=0: "stepSeconds=0" has no valid value' },
    { source: "office:days=1e6,stepSeconds=1", says: "office:days=1e6,stepSeconds=1: more than 50000000 samples" },
    { source: "office:days=many",      says: 'office:days=many: "days=many" has no valid value' },
    { source: "office:timeZone=Mars/Olympus", says: 'office:timeZone=Mars/Olympus: "timeZone=Mars/Olympus" has no valid value' },
  ])("refuses $source", ({ source, says }) => {
    expect(generatedLoad("office", source, 1)).toEqual({ ok: false, error: says });
  });
});
