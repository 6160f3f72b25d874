import { startCluster } from "../../../hack/cluster/cluster.ts";

/**
 * One cluster for all files of a lane, which run one after the other, in any order. No other test uses it,
 * because they damage its API server. useOrStartCluster finds it by TRIMTAB_KUBECONFIG.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster({ name: "faults", auditLog: true });
  process.env["TRIMTAB_KUBECONFIG"] = cluster.kubeconfig;
  return () => cluster.stop();
}
