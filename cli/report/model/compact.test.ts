import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { simulationOf } from "../testing/simulations.ts";
import { compact, expand, reasonsOf, worstOf } from "./compact.ts";

const simulation = simulationOf({ days: 1, stepSeconds: 15, names: ["a", "b"] });
const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

describe("a compact simulation", () => {
  const { load, candidates } = expand(throughJson(compact(simulation)));

  it("has the times of the load, and six digits of its values", () => {
    expect(load.times).toEqual(simulation.load.times);
    expect(load.values).toEqual(simulation.load.values.map(value => Number(value.toPrecision(6))));
  });

  it("has each size from the start, and each number of ready pods", () => {
    for (const [index, { initialReplicas, changes, ready }] of simulation.candidates.entries()) {
      const { sizes, ready: drawn } = candidates[index]!;
      expect(sizes.values).toEqual([initialReplicas, ...changes.map(({ to }) => to)]);
      expect(sizes.times).toEqual([load.start, ...changes.map(({ time }) => time)]);
      expect(drawn.times).toEqual(ready.map(({ time }) => time));
      expect(drawn.values).toEqual(ready.map(({ pods }) => pods));
    }
  });

  it("has the bounds", () => {
    const { bounds } = simulation.candidates[0]!;
    expect(candidates[0]!.min).toEqual({
      times: bounds.map(({ time }) => time),
      values: bounds.map(({ min }) => min),
    });
    expect(candidates[0]!.max.values).toEqual(bounds.map(({ max }) => max));
  });

  it("has the worst moment of each candidate with the decision in force", () => {
    const expected = simulation.candidates.map(({ measures }) => measures.worst);
    expect(candidates.map(({ worst }) => worst)).toEqual(expected);
  });

  it("has the gate and the judged days of a forecast", () => {
    const forecasting = simulationOf({
      days: 4,
      stepSeconds: 60,
      names: ["a", "b"],
      forecasts: true,
    });
    const drawn = expand(throughJson(compact(forecasting))).candidates;
    const expected = forecasting.candidates[1]?.forecast;
    expect(expected?.days).toHaveLength(3);
    expect(drawn.map(({ forecast }) => forecast)).toEqual([undefined, expected]);
  });

  it("has the same times for any series", () => {
    const times = fc
      .array(fc.integer({ min: -1e13, max: 1e13 }))
      .map(list => list.sort((a, b) => a - b));
    const keeps = fc.property(times, times => {
      const made = { ...simulation, load: { ...simulation.load, times } };
      expect(expand(throughJson(compact(made))).load.times).toEqual(times);
    });
    fc.assert(keeps);
  });
});

describe("reasonsOf", () => {
  it("has the votes and steps of each change that has them", () => {
    const [first] = reasonsOf(simulation);
    const { votes, steps } = simulation.candidates[0]!.changes[3]!.decision!;
    expect(first![3]).toEqual({ votes, steps });
    expect(first).toHaveLength(simulation.candidates[0]!.changes.length);
  });
});

describe("the worst of several moments", () => {
  const lacking = (load: number, capacity: number) => ({ time: 0, load, capacity, decision: null });

  // prettier-ignore
  it.each([
    { is: "the one that lacks most",      moments: [lacking(9, 8), null, lacking(5, 2)],  want: 2 },
    { is: "the first of equal ones",      moments: [lacking(9, 8), lacking(5, 4)],        want: 0 },
    { is: "absent if none lacks anything", moments: [null, null],                         want: undefined },
  ])("is $is", ({ moments, want }) => {
    expect(worstOf(moments)).toBe(want);
  });
});
