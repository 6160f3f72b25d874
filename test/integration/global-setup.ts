import { useOrStartCluster } from "../../hack/cluster/cluster.ts";
import { testPace } from "../../hack/cluster/pace.ts";

/** One cluster for all integration tests: TRIMTAB_KUBECONFIG leads useOrStartCluster there. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await useOrStartCluster({
    name: "integration",
    auditLog: true,
    metricsServer: true,
    componentArgs: testPace,
  });
  process.env["TRIMTAB_KUBECONFIG"] = cluster.kubeconfig;
  return () => cluster.stop();
}
