import { startCluster } from "../../hack/cluster/cluster.ts";
import { testPace, withFairness } from "../../hack/cluster/pace.ts";
import { imagesFolder } from "../../hack/node/e2e.ts";
import { archivesIn } from "../../hack/node/images.ts";
import { startNode } from "../../hack/node/node.ts";
import { buildNodePrograms } from "../../hack/node/programs.ts";
import { thisWorld } from "../../hack/node/world.ts";

/** A control plane and a real node, for all files one after the other. */
export default async function setup(): Promise<() => Promise<void>> {
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
  process.env["TRIMTAB_KUBECONFIG"] = cluster.kubeconfig;
  const programs = await buildNodePrograms();
  await startNode(cluster, { world, programs, images: archivesIn(imagesFolder) });
  return () => cluster.stop();
}

/** After how long a silent node is no longer ready. */
const nodeGraceSeconds = 20;
