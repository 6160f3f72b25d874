import type { TestProject } from "vitest/node";

import { useOrStartCluster } from "../../../hack/cluster/cluster.ts";
import { testPace } from "../../../hack/cluster/pace.ts";
import type {} from "./sandbox.ts";

/** One cluster for all integration tests: useOrStartCluster finds it by TRIMTAB_KUBECONFIG. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide("clusterEnds", !process.env["TRIMTAB_KUBECONFIG"]);
  const cluster = await useOrStartCluster({
    name: "integration",
    auditLog: true,
    // An Autoscaler always allows this: a minimum of 0 with a metric that needs no pods.
    featureGates: "HPAScaleToZero=true",
    metricsServer: true,
    customMetrics: true,
    componentArgs: testPace,
  });
  process.env["TRIMTAB_KUBECONFIG"] = cluster.kubeconfig;
  return () => cluster.stop();
}
