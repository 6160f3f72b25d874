import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Decision } from "../../../engine/model/decision.ts";
import type { Candidate } from "../result.ts";
import { FirstDecisions } from "./first-decisions.ts";

const decision: Decision = { time: 0, from: 1, to: 2, votes: [], steps: [] };

/** As a worker returns it. */
const candidate = (times: readonly number[], until: number): Candidate => ({
  ...{ name: "web", kind: "Autoscaler", algorithm: "Trimtab-1", initialReplicas: 1 },
  ...{ measures: {} as Candidate["measures"], ready: [], bounds: [] },
  changes: times.map(time => ({ time, from: 1, to: 2, ...(time < until ? { decision } : {}) })),
});

const decisionsIn = ({ changes }: Candidate): number =>
  changes.filter(change => change.decision).length;
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

describe("the first decisions", () => {
  const times = fc.array(fc.nat(100), { maxLength: 30 }).map(list => list.sort((a, b) => a - b));

  it("are those of the first changes in time, and few are kept besides", () => {
    const property = fc.property(fc.array(times), fc.integer({ min: 1, max: 20 }), (all, most) => {
      const first = new FirstDecisions(most);
      for (const one of all) {
        first.add(candidate(one, first.until));
        expect(sum(first.candidates.map(decisionsIn))).toBeLessThanOrEqual(most);
      }
      const end = all.flat().sort((a, b) => a - b)[most] ?? Infinity;
      const earlier = all.map(one => one.filter(time => time < end).length);
      expect(first.candidates.map(decisionsIn)).toEqual(earlier);
      expect(first.candidates.map(({ changes }) => changes.length)).toEqual(
        all.map(({ length }) => length),
      );
    });
    fc.assert(property);
  });
});
