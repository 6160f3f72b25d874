import { afterAll, beforeAll } from "vitest";

import type { Cluster } from "../../../hack/cluster/cluster.ts";
import { startMetricsApi, type MetricsApi } from "../../../hack/cluster/operator/metrics-api.ts";
import { clearPlaces, startFaultCluster } from "./fault-cluster.ts";

/** What tests share whose operators are their own: `operatorIn`. */
export interface Scene {
  readonly cluster: Cluster;
  readonly metrics: MetricsApi;
}

/** Registers the setup and cleanup of a file. The next file counts requests, so no object stays. */
export function sharedScene(): Scene {
  let cluster: Cluster;
  let metrics: MetricsApi;
  beforeAll(async () => {
    cluster = await startFaultCluster();
    metrics = await startMetricsApi(cluster);
  });
  afterAll(async () => {
    await clearPlaces(cluster);
    await metrics.stop();
    await cluster.stop();
  });
  return {
    get cluster() {
      return cluster;
    },
    get metrics() {
      return metrics;
    },
  };
}
