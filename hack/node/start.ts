import { startCluster, type Cluster } from "../cluster/cluster.ts";
import { testPace, withFairness } from "../cluster/pace.ts";
import { archivesIn, imagesFolder } from "./images.ts";
import { startNode } from "./node.ts";
import { buildNodePrograms } from "./programs.ts";
import { thisWorld } from "./world.ts";

/** After how long a silent node is no longer ready. */
const nodeGraceSeconds = 20;

/** A control plane with metrics-server and a real node, in this world. */
export async function startWithNode(): Promise<Cluster> {
  const world = thisWorld();
  const cluster = await startCluster({
    ...{ name: "node", auditLog: true, metricsServer: true },
    realNode: { name: world.nodeName, address: world.address },
    componentArgs: {
      ...testPace,
      ...withFairness(),
      "kube-controller-manager": {
        ...testPace["kube-controller-manager"],
        "node-monitor-grace-period": `${nodeGraceSeconds}s`,
      },
    },
  });
  const programs = await buildNodePrograms();
  await startNode(cluster, { world, programs, images: archivesIn(imagesFolder) });
  return cluster;
}
