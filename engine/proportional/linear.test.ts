import { describe, expect, it } from "vitest";

import type { Vote } from "../model/decision.ts";
import { votesFromLinear } from "./linear.ts";
import type { LinearParameters } from "../model/spec/proportional-parameters.ts";

const linear = (fields: Partial<LinearParameters>): LinearParameters => ({
  mode: "linear",
  coresPerReplica: 0,
  nodesPerReplica: 0,
  minReplicas: 1,
  maxReplicas: 0,
  preventSinglePointFailure: false,
  includeUnschedulableNodes: false,
  ...fields,
});

const shown = (vote: Vote | undefined): number | string | undefined =>
  vote?.type === "Count" ? vote.replicas : vote?.type;

/** The counts of both dimensions, or the kind of the vote. */
const both = (votes: readonly Vote[]): (number | string | undefined)[] => votes.map(shown);

const largest = (votes: readonly Vote[]): number =>
  Math.max(...votes.map(vote => (vote.type === "Count" ? vote.replicas : 0)));

describe("votesFromLinear, as upstream", () => {
  const one = linear({ coresPerReplica: 2, minReplicas: 2, maxReplicas: 100 });

  // prettier-ignore
  it.each([
    [0, 2], [1, 2], [2, 2], [3, 2], [4, 2], [6, 3], [10, 5], [11, 6], [19, 10], [20, 10], [21, 11], [30, 15], [40, 20],
  ])("upstream's single table: %d cores make %d", (cores, replicas) => {
    expect(shown(votesFromLinear(one, { cores, nodes: 0 }, "CPA-1.10")[0])).toBe(replicas);
  });

  const two = linear({
    coresPerReplica: 2,
    nodesPerReplica: 2.5,
    maxReplicas: 100,
    preventSinglePointFailure: true,
  });

  // prettier-ignore
  it.each([
    [0, 0, 1], [1, 2, 2], [2, 3, 2], [3, 4, 2], [4, 4, 2], [6, 4, 3], [6, 5, 3], [8, 5, 4], [8, 15, 6], [8, 16, 7],
    [19, 21, 10], [23, 20, 12], [26, 38, 16], [30, 49, 20], [40, 20, 20],
  ])("upstream's multi table: %d cores and %d nodes make %d", (cores, nodes, replicas) => {
    expect(largest(votesFromLinear(two, { cores, nodes }, "CPA-1.10"))).toBe(replicas);
  });

  const same = linear({
    coresPerReplica: 2,
    nodesPerReplica: 2,
    maxReplicas: 100,
    preventSinglePointFailure: true,
  });

  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [4, 2],
    [8, 4],
    [210, 100], // prettier-ignore
  ])("upstream's table of all nodes: %d of both make %d", (size, replicas) => {
    expect(largest(votesFromLinear(same, { cores: size, nodes: size }, "CPA-1.10"))).toBe(replicas);
  });

  it("makes 7 of 4 nodes and 13 cores, as in upstream's README", () => {
    const parameters = linear({ coresPerReplica: 2, nodesPerReplica: 1 });
    expect(both(votesFromLinear(parameters, { cores: 13, nodes: 4 }, "CPA-1.10"))).toEqual([7, 4]);
  });
});

describe("votesFromLinear, where the profiles differ", () => {
  type Shown = readonly (number | string)[];

  // prettier-ignore
  it.each<{ shows: string; fields: Partial<LinearParameters>; cores: number; nodes: number; upstream: Shown; none: Shown }>([
    { shows: "an absent dimension",      fields: { coresPerReplica: 2 },                  cores: 13, nodes: 4, upstream: [7, 1], none: [7, "Abstain"] },
    { shows: "an absent one below min",  fields: { coresPerReplica: 2, minReplicas: 3 },  cores: 13, nodes: 4, upstream: [7, 1], none: [7, "Abstain"] },
    { shows: "the floor",                fields: { coresPerReplica: 2, minReplicas: 9 },  cores: 13, nodes: 4, upstream: [9, 1], none: [7, "Abstain"] },
    { shows: "the cap",                  fields: { coresPerReplica: 2, maxReplicas: 5 },  cores: 13, nodes: 4, upstream: [5, 1], none: [7, "Abstain"] },
    { shows: "an empty cluster",         fields: { coresPerReplica: 2 },                  cores: 0,  nodes: 0, upstream: [1, 1], none: [0, "Abstain"] },
    { shows: "prevention",               fields: { nodesPerReplica: 9, preventSinglePointFailure: true }, cores: 0, nodes: 2, upstream: [1, 2], none: ["Abstain", 2] },
    { shows: "prevention with one node", fields: { nodesPerReplica: 9, preventSinglePointFailure: true }, cores: 0, nodes: 1, upstream: [1, 1], none: ["Abstain", 1] },
    { shows: "prevention over a cap of 1", fields: { nodesPerReplica: 9, maxReplicas: 1, preventSinglePointFailure: true }, cores: 0, nodes: 2, upstream: [1, 2], none: ["Abstain", 2] },
    { shows: "prevention without nodes per replica", fields: { coresPerReplica: 9, preventSinglePointFailure: true }, cores: 1, nodes: 2, upstream: [1, 2], none: [1, 2] },
    { shows: "prevention with a count above two", fields: { nodesPerReplica: 1, preventSinglePointFailure: true }, cores: 0, nodes: 3, upstream: [1, 3], none: ["Abstain", 3] },
    { shows: "division of doubles",      fields: { coresPerReplica: 0.7 },                cores: 21, nodes: 0, upstream: [31, 1], none: [31, "Abstain"] },
    { shows: "a count beyond int32",     fields: { coresPerReplica: 1e-9 },               cores: 100, nodes: 0, upstream: ["Failed", 1], none: ["Failed", "Abstain"] },
    { shows: "a count of the int32 maximum", fields: { coresPerReplica: 1 },                  cores: 2 ** 31 - 1, nodes: 0, upstream: [2 ** 31 - 1, 1], none: [2 ** 31 - 1, "Abstain"] },
    { shows: "an infinite count",        fields: { coresPerReplica: 5e-324 },             cores: 100, nodes: 0, upstream: ["Failed", 1], none: ["Failed", "Abstain"] },
    { shows: "an infinite count under a cap", fields: { coresPerReplica: 5e-324, maxReplicas: 9 }, cores: 100, nodes: 0, upstream: [9, 1], none: [2 ** 31 - 1, "Abstain"] },
    { shows: "a count and a cap beyond int32", fields: { coresPerReplica: 1e-9, maxReplicas: 5e9 }, cores: 100, nodes: 0, upstream: ["Failed", 1], none: ["Failed", "Abstain"] },
  ])("$shows: $upstream upstream, $none otherwise", ({ fields, cores, nodes, upstream, none }) => {
    expect(both(votesFromLinear(linear(fields), { cores, nodes }, "CPA-1.10"))).toEqual(upstream);
    expect(both(votesFromLinear(linear(fields), { cores, nodes }, "Trimtab-1"))).toEqual(none);
  });
});

describe("the message of a vote", () => {
  const fields = { nodesPerReplica: 2, minReplicas: 4, maxReplicas: 5 };

  it.each([
    { nodes: 9, message: "9 nodes / 2 per replica = 5" },
    { nodes: 11, message: "11 nodes / 2 per replica = 6, at most 5" },
    { nodes: 1, message: "1 node / 2 per replica = 1, at least 4" },
  ])("of $nodes nodes", ({ nodes, message }) => {
    const [, vote] = votesFromLinear(linear(fields), { cores: 0, nodes }, "CPA-1.10");
    expect(vote).toMatchObject({ source: "nodes", message });
  });

  it("mentions prevention", () => {
    const parameters = linear({ nodesPerReplica: 9, preventSinglePointFailure: true });
    const [, vote] = votesFromLinear(parameters, { cores: 0, nodes: 2 }, "Trimtab-1");
    const message = "2 nodes / 9 per replica = 1, 2 to prevent a single point of failure";
    expect(vote).toMatchObject({ message });
  });
});
