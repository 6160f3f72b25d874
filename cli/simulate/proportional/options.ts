import type { SimulateOptions } from "../options.ts";

const counts = "a ClusterProportionalAutoscaler counts the cluster, so leave it out";

/** Options about what a ClusterProportionalAutoscaler does not look at, and why. */
const unusable = [
  ["podCapacity", `--pod-capacity: says how pods share a load; ${counts}`],
  ["pods", `--pods: says when pods are ready; ${counts}`],
  ["nodes", `--nodes: says where pods find room; ${counts}, and give its nodes as the load`],
  ["syncPhase", `--sync-phase: a ClusterProportionalAutoscaler has no period; leave it out`],
  [
    "equalCost",
    "--equal-cost: changes the targets of metrics, and a ClusterProportionalAutoscaler has none; vary it with --grid nodesPerReplica=8,16",
  ],
] as const satisfies readonly (readonly [keyof SimulateOptions, string])[];

/** A sentence about the first given option that cannot apply; null: there is none. */
export const unusableOption = (options: SimulateOptions): string | null =>
  unusable.find(([option]) => options[option] !== undefined)?.[1] ?? null;
