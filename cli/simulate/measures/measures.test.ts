import { describe, expect, it } from "vitest";

import type { Candidate } from "../result.ts";
import { failuresOf, readCheck } from "./checks.ts";
import { elasticSpeedup, Tally } from "./tally.ts";

const hour = 3_600_000;
const decision = null;

/** Loads and ready pods of one hour each; a pod bears 10. */
function tallied(
  hours: readonly (readonly [load: number, ready: number, replicas?: number])[],
): Tally {
  const tally = new Tally(10);
  hours.forEach(([load, ready, replicas = ready], index) => {
    tally.add({ from: index * hour, durationMs: hour, load, ready, replicas, decision });
  });
  return tally;
}

describe("the measures", () => {
  // prettier-ignore
  it.each([
    { shows: "enough",               hours: [[20, 2], [30, 4]],      replicaHours: 6, lostWork: 0,        shortMinutes: 0,   worst: null },
    { shows: "half of the time short", hours: [[20, 2], [40, 2]],    replicaHours: 4, lostWork: 2 / 6,    shortMinutes: 720, worst: { time: hour, load: 40, capacity: 20 } },
    { shows: "pods that start, at their price", hours: [[40, 2, 4], [40, 4]], replicaHours: 8, lostWork: 0.25, shortMinutes: 720, worst: { time: 0, load: 40, capacity: 20 } },
    { shows: "the first of two equal shortages", hours: [[30, 2], [30, 2]], replicaHours: 4, lostWork: 2 / 6, shortMinutes: 1440, worst: { time: 0, load: 30, capacity: 20 } },
    { shows: "no load",              hours: [[0, 1]],                replicaHours: 1, lostWork: 0,        shortMinutes: 0,   worst: null },
    { shows: "no time",              hours: [],                      replicaHours: 0, lostWork: 0,        shortMinutes: 0,   worst: null },
  ] as const)("of $shows", ({ hours, worst, ...want }) => {
    const { changes, oscillations, worst: found, ...measured } = tallied(hours).measures([]);
    for (const [name, value] of Object.entries(want)) {
      if (name !== "shows") expect({ [name]: measured[name as "lostWork"] }).toEqual({ [name]: expect.closeTo(value as number) as number });
    }
    expect({ changes, oscillations }).toEqual({ changes: 0, oscillations: 0 });
    expect(found).toEqual(worst && { ...worst, decision: null });
  });

  // prettier-ignore
  it.each([
    { shows: "a rise and a fall within ten minutes", changes: [[0, 2, 4], [600, 4, 3]],           want: 1 },
    { shows: "a rise and a fall far apart",          changes: [[0, 2, 4], [601, 4, 3]],           want: 0 },
    { shows: "two rises",                            changes: [[0, 2, 4], [15, 4, 8]],            want: 0 },
    { shows: "back and forth",                       changes: [[0, 2, 4], [60, 4, 2], [120, 2, 4]], want: 2 },
  ] as const)("count the oscillations of $shows", ({ changes, want }) => {
    const made = changes.map(([seconds, from, to]) => ({ time: seconds * 1000, from, to, decision: { time: 0, from, to, votes: [], steps: [] } }));
    expect(tallied([]).measures(made)).toMatchObject({ oscillations: want, changes: changes.length });
  });

  it("the elasticity has mean shares of the demand, and shares of the time", () => {
    expect(
      tallied([
        [20, 1],
        [20, 3],
        [20, 2],
        [0, 1],
      ]).elasticity,
    ).toEqual({ thetaU: 0.125, thetaO: 0.125, tauU: 0.25, tauO: 0.5 });
  });

  it("the elastic speedup compares with the baseline", () => {
    const baseline = { thetaU: 0.15, thetaO: 0.25, tauU: 0.05, tauO: 0.95 };
    expect(elasticSpeedup(baseline, baseline)).toBe(1);
    expect(elasticSpeedup({ ...baseline, thetaU: 0.05, tauU: 0 }, baseline)).toBeCloseTo(
      (2 * 2) ** 0.25,
    );
  });
});

describe("a condition", () => {
  const candidate = (name: string, shortMinutes: number): Candidate =>
    ({ name, measures: { shortMinutes, lostWork: 0.002 } }) as Candidate;
  const candidates = [candidate("hpa", 7), candidate("web", 3)];

  // prettier-ignore
  it.each([
    { check: "shortMinutes<10",      want: [] },
    { check: "shortMinutes<5",       want: ["hpa: shortMinutes is 7, not < 5"] },
    { check: "web:shortMinutes<5",   want: [] },
    { check: "web: shortMinutes >= 3", want: [] },
    { check: "web:shortMinutes>3",   want: ["web: shortMinutes is 3, not > 3"] },
    { check: "lostWork<=0.2%",       want: [] },
    { check: "web:lostWork<0.1%",    want: ["web: lostWork is 0.2%, not < 0.1%"] },
    { check: "web:price<1",          want: ["web: there is no price without --price"] },
    { check: "api:changes<1",        want: ["--check: there is no candidate api"] },
  ])("$check", ({ check, want }) => {
    const read = readCheck(check);
    expect(read.ok && failuresOf(read.value, candidates)).toEqual(want);
  });

  it.each(["shortMinutes", "shortMinutes=5", "shortHours<5", "shortMinutes<five"])(
    "refuses %s",
    text => {
      const says = `--check ${text}: write a measure, <, <=, > or >=, and a number, such as shortMinutes<5; the measures are replicaHours, price, lostWork, shortMinutes, changes, oscillations, elasticSpeedup`;
      expect(readCheck(text)).toEqual({ ok: false, error: says });
    },
  );
});
