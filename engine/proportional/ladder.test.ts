import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../testing/runs.ts";
import { stepAt, votesFromLadder } from "./ladder.ts";
import type { LadderParameters, LadderStep } from "../model/spec/proportional-parameters.ts";

type Pairs = readonly (readonly [size: number, replicas: number])[];

const steps = (pairs: Pairs): LadderStep[] => pairs.map(([size, replicas]) => ({ size, replicas }));

const ladder = (cores: Pairs, nodes: Pairs): LadderParameters => ({
  mode: "ladder",
  coresToReplicas: steps(cores),
  nodesToReplicas: steps(nodes),
  includeUnschedulableNodes: false,
});

describe("stepAt", () => {
  const table: Pairs = [[1, 1], [2, 2], [3, 3], [4, 4], [10, 10], [20, 20]]; // prettier-ignore

  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
    [6, 4],
    [10, 10],
    [11, 10],
    [19, 10],
    [20, 20],
    [21, 20],
    [40, 20], // prettier-ignore
  ])("upstream's look-up: %d makes %d", (size, replicas) => {
    expect(stepAt(steps(table), size)?.replicas).toBe(replicas);
    expect(stepAt(steps(table.toReversed()), size)?.replicas).toBe(replicas);
  });

  it.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 3],
    [4, 3], // prettier-ignore
  ])("upstream's zeros: %d makes %d, whatever the first step", (size, replicas) => {
    expect(stepAt(steps([[0, 0], [3, 3]]), size)?.replicas).toBe(replicas); // prettier-ignore
    expect(stepAt(steps([[1, 0], [3, 3]]), size)?.replicas).toBe(replicas); // prettier-ignore
  });

  it.each([
    { shows: "the last of equal steps", size: 5, replicas: 3 },
    { shows: "the first of equal steps below all steps", size: 1, replicas: 2 },
  ])("takes $shows", ({ size, replicas }) => {
    expect(stepAt(steps([[2, 2], [4, 9], [4, 3], [2, 7]]), size)?.replicas).toBe(replicas); // prettier-ignore
  });

  it("returns nothing without steps", () => {
    expect(stepAt(steps([]), 5)).toBeUndefined();
  });

  it("does not depend on the order of different thresholds", () => {
    const list = fc.uniqueArray(fc.record({ size: fc.nat(50), replicas: fc.nat(50) }), {
      selector: step => step.size,
      maxLength: 20,
    });
    const property = fc.property(list, fc.nat(60), (given, size) => {
      const sorted = given.toSorted((a, b) => a.size - b.size);
      const model = sorted.findLast(step => step.size <= size) ?? sorted[0];
      expect(stepAt(given, size)).toEqual(model);
    });
    fc.assert(property, runs(200));
  });
});

describe("votesFromLadder", () => {
  it("makes 3 of 400 cores and 100 nodes, as in upstream's README", () => {
    const cores: Pairs = [[1, 1], [64, 3], [512, 5], [1024, 7], [2048, 10], [4096, 15]]; // prettier-ignore
    const votes = votesFromLadder(
      ladder(cores, [[1, 1], [2, 2]]), // prettier-ignore
      { cores: 400, nodes: 100 },
      "CPA-1.10",
    );
    expect(votes).toMatchObject([
      { source: "cores", replicas: 3, message: "400 cores, from 64 on: 3" },
      { source: "nodes", replicas: 2, message: "100 nodes, from 2 on: 2" },
    ]);
  });

  it("reports a size below the first step", () => {
    const [vote] = votesFromLadder(ladder([[8, 2]], []), { cores: 1, nodes: 1 }, "Trimtab-1");
    expect(vote).toMatchObject({ replicas: 2, message: "1 core, below the first step, 8: 2" });
  });

  it.each([
    { profile: "CPA-1.10" as const, vote: { type: "Count", replicas: 0 } },
    { profile: "Trimtab-1" as const, vote: { type: "Abstain" } },
  ])("under $profile a missing list is $vote.type", ({ profile, vote }) => {
    const votes = votesFromLadder(ladder([[1, 1]], []), { cores: 1, nodes: 1 }, profile);
    expect(votes[1]).toMatchObject({ source: "nodes", ...vote });
  });

  it.each([
    { shows: "at the step that is too large", cores: 9, type: "Failed" },
    { shows: "below the step that is too large", cores: 1, type: "Count" },
  ])("a count beyond int32 gives $type $shows", ({ cores, type }) => {
    const parameters = ladder([[1, 1], [9, 2 ** 31]], []); // prettier-ignore
    expect(votesFromLadder(parameters, { cores, nodes: 0 }, "CPA-1.10")[0]).toMatchObject({ type });
  });
});
