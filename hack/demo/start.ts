import { startCluster, type Cluster, type StartOptions } from "../cluster/cluster.ts";
import { buildControlPlane } from "../cluster/controlplane/build.ts";
import { buildHelm } from "../cluster/helm/helm.ts";
import type { Stage } from "./stage.ts";

/** Starts a cluster for the demo. Meanwhile it builds Helm, which renders the chart, if it is not cached. */
export async function startDemoCluster(
  stage: Stage,
  options: Omit<StartOptions, "name" | "metricsServer">,
): Promise<Cluster> {
  const firstTime = "the first time, it is built: about ten minutes on two cores";
  stage.say(`starting a Kubernetes 1.36 control plane (${firstTime})`);
  // Before Helm, because each build uses all cores and prints its progress.
  await buildControlPlane(options);
  const [cluster] = await Promise.all([
    startCluster({ ...options, name: "demo", metricsServer: true }),
    buildHelm(),
  ]);
  return cluster;
}
