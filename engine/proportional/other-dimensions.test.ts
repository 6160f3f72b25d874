import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Ladder, Linear } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { ClusterSize, ResourceSize } from "../model/observation/node-tally.ts";
import { milliUnits } from "../model/values/quantity.ts";
import type { Vote } from "../model/decision.ts";
import { err, ok } from "../model/values/result.ts";
import { runs } from "../testing/runs.ts";
import { otherSources, votesOfOthers } from "./other-dimensions.ts";
import { proportionalVotes } from "./proportional.ts";
import { parametersFromSpec } from "./spec-parameters.ts";

const ofNodes = { nodes: 40, schedulableNodes: 30, cores: 320, schedulableCores: 240 };
const milliOf = (quantity: string): bigint => {
  const milli = milliUnits(quantity);
  return milli.ok ? milli.value : -1n;
};
const resource = (name: string, total: string, schedulable = total): ResourceSize => ({
  ...{ name, total: milliOf(total), schedulable: milliOf(schedulable) },
});

const cluster: ClusterSize = {
  ...ofNodes,
  pods: ok(1200),
  namespaces: ok(41),
  resources: [resource("memory", "640Gi", "480Gi"), resource("nvidia.com/gpu", "12", "8")],
};

const parametersOf = (spec: { linear?: Linear; ladder?: Ladder; nodes?: object }) => {
  const parameters = parametersFromSpec(spec);
  if (!parameters) throw new Error("no parameters");
  return parameters;
};

const ofSchedulable = { unschedulable: "Ignore" };

const votesOf = (spec: Parameters<typeof parametersOf>[0], size = cluster): readonly Vote[] =>
  votesOfOthers(parametersOf({ nodes: ofSchedulable, ...spec }), size);

describe("a ratio of another dimension", () => {
  // prettier-ignore
  it.each<{ shows: string; linear: Linear; replicas: number; message: string }>([
    { shows: "pods",                      linear: { podsPerReplica: 500 },      replicas: 3, message: "1200 pods / 500 per replica = 3" },
    { shows: "namespaces",                linear: { namespacesPerReplica: 41 }, replicas: 1, message: "41 namespaces / 41 per replica = 1" },
    { shows: "memory of schedulable nodes", linear: { resourcesPerReplica: [{ name: "memory", perReplica: "64Gi" }] }, replicas: 8, message: "480Gi memory / 64Gi per replica = 8" },
    { shows: "memory in another unit",    linear: { resourcesPerReplica: [{ name: "memory", perReplica: "0.5Ti" }] }, replicas: 1, message: "0.47Ti memory / 0.5Ti per replica = 1" },
    { shows: "memory in bytes",           linear: { resourcesPerReplica: [{ name: "memory", perReplica: 68719476736 }] }, replicas: 8, message: "491520Mi memory / 68719476736 per replica = 8" },
    { shows: "GPUs",                      linear: { resourcesPerReplica: [{ name: "nvidia.com/gpu", perReplica: 3 }] }, replicas: 3, message: "8 nvidia.com/gpu / 3 per replica = 3" },
    { shows: "fractions of a GPU",        linear: { resourcesPerReplica: [{ name: "nvidia.com/gpu", perReplica: "500m" }] }, replicas: 16, message: "8000m nvidia.com/gpu / 500m per replica = 16" },
  ])("$shows: $replicas", ({ linear, replicas, message }) => {
    const [vote] = votesOf({ linear });
    expect(vote).toMatchObject({ type: "Count", replicas, message });
  });

  it("counts all nodes if the spec says so", () => {
    const linear = { resourcesPerReplica: [{ name: "memory", perReplica: "64Gi" }] };
    expect(votesOf({ linear, nodes: { unschedulable: "Count" } })).toMatchObject([
      { replicas: 10 },
    ]);
  });

  it("is exact where doubles are not", () => {
    const size = { ...ofNodes, resources: [resource("memory", "9007199254740993")] };
    const linear = { resourcesPerReplica: [{ name: "memory", perReplica: "9007199254740992" }] };
    expect(votesOf({ linear }, size)).toMatchObject([{ replicas: 2 }]);
  });

  it.each([
    { shows: "no limit", linear: {}, vote: { type: "Failed", reason: "ReplicasOverflow" } },
    { shows: "a maximum", linear: { maxReplicas: 9 }, vote: { type: "Count" } },
  ])("never exceeds int32, with $shows", ({ linear, vote }) => {
    const resourcesPerReplica = [{ name: "memory", perReplica: "1m" }];
    expect(votesOf({ linear: { ...linear, resourcesPerReplica } })).toMatchObject([vote]);
  });
});

describe("steps of another dimension", () => {
  const steps = [
    { quantity: "64Gi", replicas: 2 },
    { quantity: 0, replicas: 0 },
    { quantity: "480Gi", replicas: 5 },
  ];

  // prettier-ignore
  it.each<{ shows: string; ladder: Ladder; replicas: number; message: string }>([
    { shows: "the highest step reached", ladder: { resourcesToReplicas: [{ name: "memory", steps }] }, replicas: 5, message: "480Gi memory, from 480Gi on: 5" },
    { shows: "below all steps",          ladder: { podsToReplicas: [{ pods: 9999, replicas: 4 }] },    replicas: 4, message: "1200 pods, below the first step, 9999: 4" },
    { shows: "by namespaces",            ladder: { namespacesToReplicas: [{ namespaces: 1, replicas: 1 }, { namespaces: 41, replicas: 2 }] }, replicas: 2, message: "41 namespaces, from 41 on: 2" },
    { shows: "the last of equal steps",  ladder: { resourcesToReplicas: [{ name: "nvidia.com/gpu", steps: [{ quantity: 8, replicas: 1 }, { quantity: "8000m", replicas: 3 }] }] }, replicas: 3, message: "8000m nvidia.com/gpu, from 8000m on: 3" },
  ])("$shows: $replicas", ({ ladder, replicas, message }) => {
    expect(votesOf({ ladder })).toMatchObject([{ type: "Count", replicas, message }]);
  });
});

describe("an unknown size", () => {
  it.each([
    { shows: "failed to be counted", pods: err("the pods cannot be counted: forbidden") },
    { shows: "was not counted", pods: undefined },
  ])("that $shows fails the vote, and the others remain", ({ pods }) => {
    const parameters = parametersOf({
      ...{ linear: { nodesPerReplica: 10, podsPerReplica: 500 }, nodes: ofSchedulable },
    });
    const size = { ...ofNodes, ...(pods && { pods }) };
    expect(proportionalVotes(parameters, size, "Trimtab-1")).toMatchObject([
      { source: "cores", type: "Abstain" },
      { source: "nodes", type: "Count", replicas: 3 },
      { source: "pods", type: "Failed", reason: "SizeUnknown" },
    ]);
  });
});

describe("otherSources", () => {
  it.each([
    { shows: "nothing", linear: { nodesPerReplica: 1 }, want: [false, false, []] },
    { shows: "pods", linear: { podsPerReplica: 1 }, want: [true, false, []] },
    { shows: "namespaces", linear: { namespacesPerReplica: 1 }, want: [false, true, []] },
    {
      shows: "resources, sorted",
      linear: {
        resourcesPerReplica: [
          { name: "nvidia.com/gpu", perReplica: 1 },
          { name: "memory", perReplica: 1 },
        ],
      },
      want: [false, false, ["memory", "nvidia.com/gpu"]],
    },
  ])("needs $shows", ({ linear, want }) => {
    const { pods, namespaces, resources } = otherSources(parametersOf({ linear }));
    expect([pods, namespaces, resources]).toEqual(want);
  });
});

it("never asks for fewer replicas of a larger cluster", () => {
  const amounts = fc.bigInt({ min: 0n, max: 10n ** 18n });
  fc.assert(
    fc.property(amounts, amounts, fc.bigInt({ min: 1n, max: 10n ** 15n }), (a, b, per) => {
      const name = "memory";
      const parameters = parametersOf({
        linear: { maxReplicas: 100, resourcesPerReplica: [{ name, perReplica: `${per}m` }] },
      });
      const replicasAt = (total: bigint): number => {
        const size = { ...ofNodes, resources: [{ name, total, schedulable: total }] };
        const [vote] = votesOfOthers(parameters, size);
        return vote?.type === "Count" ? vote.replicas : -1;
      };
      const [less, more] = a < b ? [a, b] : [b, a];
      expect(replicasAt(less)).toBeLessThanOrEqual(replicasAt(more));
      // As many as are needed, and no more.
      const count = BigInt(replicasAt(less));
      if (count > 0n && count < 2_147_483_647n) {
        expect(count * per >= less && (count - 1n) * per < less).toBe(true);
      }
    }),
    runs(200),
  );
});
