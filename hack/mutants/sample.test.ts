import { expect, test } from "vitest";

import { sampleOf, type Place } from "./sample.ts";

const placeAt = (line: number): Place => ({
  file: "engine/features/bounds.ts",
  location: { start: { line, column: 0 }, end: { line, column: 9 } },
  mutator: "EqualityOperator",
  replacement: "a <= b",
});
const places = Array.from({ length: 100 }, (_, line) => placeAt(line));

test("the same seed selects the same mutants, another seed selects others", () => {
  expect(sampleOf(places, 1, 10)).toEqual(sampleOf(places, 1, 10));
  expect(sampleOf(places, 2, 10)).not.toEqual(sampleOf(places, 1, 10));
});

test("added code replaces at most as many mutants of the sample as it has", () => {
  const before = sampleOf(places, 1, 10);
  const after = sampleOf([...places, placeAt(100), placeAt(101)], 1, 10);
  expect(after).toHaveLength(10);
  expect(after.filter(place => before.includes(place)).length).toBeGreaterThanOrEqual(8);
});

test("a sample larger than the folder contains all its mutants", () => {
  expect(sampleOf(places, 1, 1000)).toHaveLength(100);
});
