import { startWithNode } from "../../hack/node/start.ts";

/** A control plane and a real node, for all files one after the other. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startWithNode();
  process.env["TRIMTAB_KUBECONFIG"] = cluster.kubeconfig;
  return () => cluster.stop();
}
