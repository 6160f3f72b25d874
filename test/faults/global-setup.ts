import { startCluster } from "../../hack/cluster/cluster.ts";

/**
 * One cluster for all files of a lane, which run one after the other, in any order. No other test
 * uses it, because its API server comes to harm. TRIMTAB_KUBECONFIG leads useOrStartCluster there.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster({ name: "faults", auditLog: true });
  process.env["TRIMTAB_KUBECONFIG"] = cluster.kubeconfig;
  return () => cluster.stop();
}
