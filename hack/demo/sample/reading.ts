import { mustRequest, type ApiTarget } from "../../cluster/api.ts";
import type { Scaler } from "./catalogue.ts";

/** The status of an autoscaler. */
export interface Reading {
  /** The desired replicas in total; null: no decision yet. */
  readonly desired: number | null;
  readonly why: string;
}

interface Status {
  readonly message?: string;
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
  const { message = "", nodes, cores = 0, desiredReplicas, targets } = status as Status;
  const counts = targets?.map(({ desiredReplicas: count }) => count ?? null) ?? [];
  return {
    desired: desiredReplicas ?? counts.find(count => count !== null) ?? null,
    why: nodes === undefined ? message : `${nodes} nodes, ${cores} cores: ${message}`,
  };
}
