import type { Cluster } from "../../../hack/cluster/cluster.ts";
import { operatorNamespace, operatorServiceAccount } from "../../../hack/operator/chart.ts";
import type { MetricsApi } from "../../../hack/operator/metrics-api.ts";

/** What the tests share. Each one does to its own operator what none of the others would survive. */
export interface Scene {
  readonly cluster: Cluster;
  readonly metrics: MetricsApi;
}

/** The operator of the installation, as the API server knows it. */
export const user = `system:serviceaccount:${operatorNamespace}:${operatorServiceAccount}`;
