import { describe, expect, it } from "vitest";

import { bucketsOfDay, bucketsOfWeek, LoadRecord } from "./load-record.ts";

const recordOf = (values: readonly number[], first = 1_000): LoadRecord => {
  const record = new LoadRecord();
  for (const [index, value] of values.entries()) record.add(first + index, value);
  return record;
};

describe("a record of a load", () => {
  // prettier-ignore
  it.each([
    { shows: "one value",                      values: [7] },
    { shows: "zeros, which stay exact",        values: [0, 5, 0] },
    { shows: "a range of a thousand",          values: [1, 15, 200, 1_000] },
    { shows: "values far above the first one", values: [1, 1e6, 5e5, 4e5], doubts: [1] },
    { shows: "a gap",                          values: [4, NaN, 4] },
    { shows: "what is no load as a gap",       values: [4, Infinity, -1] },
  ])("holds $shows to 2%", ({ values, doubts = [] as number[] }) => {
    const record = recordOf(values);
    const largest = Math.max(...values.filter(Number.isFinite));
    for (const [index, value] of values.entries()) {
      const stored = record.valueAt(1_000 + index);
      if (!(value >= 0) || value === Infinity || doubts.includes(index)) expect(stored).toBeNaN();
      // A range of more than 20,000 keeps its large values.
      else if (value >= largest / 20_000) expect(Math.abs(stored - value)).toBeLessThanOrEqual(0.02 * value);
    }
  });

  it("is a gap where nothing was added", () => {
    const record = recordOf([3]);
    record.add(1_004, 5);
    expect([999, 1_001, 1_003, 1_005].map(bucket => record.valueAt(bucket))).toEqual([
      NaN,
      NaN,
      NaN,
      NaN,
    ]);
    expect(record.valueAt(1_004)).toBeCloseTo(5, 0);
  });

  it("keeps four weeks", () => {
    const record = recordOf([3]);
    record.add(1_000 + 4 * bucketsOfWeek, 6);
    expect(record.valueAt(1_000)).toBeCloseTo(3, 0);
    record.add(1_000 + 5 * bucketsOfWeek, 6);
    expect(record.valueAt(1_000)).toBeNaN();
  });

  it("forgets all of it after a long gap, and what a clock that was ahead has added", () => {
    const record = recordOf([3, 4]);
    record.add(1_000_000, 6);
    expect(record.valueAt(1_001)).toBeNaN();
    expect(record.valueAt(1_000_000)).toBeCloseTo(6, 0);
    record.add(1_010, 5);
    expect([record.valueAt(1_000_000), record.end]).toEqual([NaN, 1_011]);
    expect(record.valueAt(1_010)).toBeCloseTo(5, 0);
  });

  it("ignores a clock that is set back by minutes", () => {
    const record = recordOf([3, 4, 5]);
    record.add(1_001, 100);
    expect(record.valueAt(1_001)).toBeCloseTo(4, 0);
    expect(record.end).toBe(1_003);
  });

  it("believes a value far above all others once it is confirmed, and recovers from it after four weeks", () => {
    const record = recordOf([3, 1e9, 3, 2]);
    expect(record.valueAt(1_001)).toBeNaN();
    expect([record.largest, record.valueAt(1_003)].map(Math.round)).toEqual([3, 2]);
    for (const bucket of [1_004, 1_005]) record.add(bucket, 1e9);
    expect(record.largest).toBeCloseTo(1e9, -8);
    for (let bucket = 1_006; bucket < 1_006 + 5 * bucketsOfWeek; bucket += 1) record.add(bucket, 3);
    expect(record.largest).toBeCloseTo(3, 0);
    record.add(1_006 + 5 * bucketsOfWeek, 0.1);
    expect(record.valueAt(1_006 + 5 * bucketsOfWeek)).toBeCloseTo(0.1, 1);
  });

  // prettier-ignore
  it.each([
    { shows: "a scale that is no number",  stored: { least: NaN, end: 10, codes: Uint8Array.of(5) } },
    { shows: "a negative end",             stored: { least: 1, end: -5, codes: Uint8Array.of(5) } },
    { shows: "an end that is no number",   stored: { least: 1, end: Infinity, codes: Uint8Array.of(5) } },
    { shows: "no codes",                   stored: { least: 1, end: 10, codes: new Uint8Array() } },
  ])("is empty with $shows", ({ stored }) => {
    const record = LoadRecord.from(stored);
    expect([record.end, record.largest]).toEqual([null, 0]);
    record.add(20, 7);
    expect(record.valueAt(20)).toBeCloseTo(7, 0);
  });

  // prettier-ignore
  it.each([
    { shows: "none so far",                     days: 0.5, knownAt: () => true,                known: 0 },
    { shows: "each one that is over",           days: 3.2, knownAt: () => true,                known: 3 },
    { shows: "what gaps leave of them",         days: 4,   knownAt: (at: number) => at % 2 > 0, known: 2 },
    { shows: "no more than four weeks of them", days: 40,  knownAt: () => true,                known: 28 },
  ])("counts the days that are known: $shows", ({ days, knownAt, known }) => {
    const values = Array.from({ length: days * bucketsOfDay + 1 }, (_, at) => (knownAt(at) ? 5 : NaN));
    const record = recordOf(values, 10 * bucketsOfDay);
    expect(record.knownDays).toBe(known);
    expect(LoadRecord.from(record.stored).knownDays).toBe(known);
  });

  it("is the same after it was stored", () => {
    const record = recordOf([0, 150, NaN, 2_000, 17]);
    const again = LoadRecord.from(record.stored);
    for (let bucket = 998; bucket < 1_008; bucket += 1) {
      expect(again.valueAt(bucket)).toBe(record.valueAt(bucket));
    }
    expect(again.end).toBe(record.end);
    expect(again.largest).toBeCloseTo(2_000, -2);
    expect(record.stored.codes).toHaveLength(4 * bucketsOfWeek + 36);
  });
});
