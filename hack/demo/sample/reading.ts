import { mustRequest, type ApiTarget } from "../../cluster/api.ts";
import type { Scaler } from "./catalogue.ts";

/** What an autoscaler says of itself. */
export interface Reading {
  /** How many replicas it would have, in all; null: it has not decided yet. */
  readonly desired: number | null;
  readonly why: string;
}

interface Status {
  readonly summary?: string;
  readonly nodes?: number;
  readonly cores?: number;
  readonly desiredReplicas?: number;
  readonly targets?: readonly { readonly desiredReplicas?: number }[];
}

const plurals: Readonly<Record<string, string>> = {
  Autoscaler: "autoscalers",
  ClusterProportionalAutoscaler: "clusterproportionalautoscalers",
};

export async function readScaler(
  cluster: ApiTarget,
  { apiVersion = "", kind, metadata: { namespace, name } }: Scaler,
): Promise<Reading> {
  const path = `/apis/${apiVersion}/namespaces/${namespace}/${plurals[kind] ?? ""}/${name}`;
  const { status = {} } = await mustRequest(cluster, "GET", path);
  const { summary = "", nodes, cores = 0, desiredReplicas, targets } = status as Status;
  const counts = targets?.map(({ desiredReplicas: count }) => count ?? null) ?? [];
  return {
    desired: desiredReplicas ?? counts.find(count => count !== null) ?? null,
    why: nodes === undefined ? summary : `${nodes} nodes, ${cores} cores: ${summary}`,
  };
}
