import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { buildControlPlane } from "./controlplane/build.ts";
import { atExit } from "../host/at-exit.ts";
import { createControlPlane, reserveFolder, settle } from "./create.ts";
import { destroyFolder, listFolders, writeRecord } from "./folder.ts";
import { openCluster, openForeignCluster } from "./commands/open.ts";
import type { Cluster, StartOptions } from "./types.ts";

export type { Cluster, StartOptions } from "./types.ts";

/**
 * Starts a control plane for this process. It ends with this process: by `stop`, by an error, by a signal,
 * and after a SIGKILL at the next start of any cluster.
 */
export async function startCluster(options: StartOptions): Promise<Cluster> {
  const binaries = await buildControlPlane(options);
  const folder = await reserveFolder(options.name);
  const forget = atExit(() => {
    destroyFolder(folder.path);
  });
  const destroy = () => {
    destroyFolder(folder.path);
    forget();
  };
  try {
    await createControlPlane(folder, binaries, options);
    const cluster = await openCluster(folder, binaries, destroy);
    await settle(cluster, binaries, options);
    if (options.outlivesProcess) {
      const { name, ports } = folder.record;
      writeRecord({ path: folder.path, record: { name, ports } });
      forget();
    }
    return cluster;
  } catch (error) {
    destroy();
    throw error;
  }
}

/** The cluster of TRIMTAB_KUBECONFIG, which `stop` leaves running; without the variable, a new cluster. */
export async function useOrStartCluster(options: StartOptions): Promise<Cluster> {
  const kubeconfig = process.env["TRIMTAB_KUBECONFIG"];
  if (!kubeconfig) return await startCluster(options);
  if (!existsSync(kubeconfig)) {
    throw new Error(`TRIMTAB_KUBECONFIG names ${kubeconfig}, which does not exist: unset it.`);
  }
  const binaries = await buildControlPlane();
  const leaveAlone = () => undefined;
  const folder = listFolders().find(({ path }) => path === dirname(resolve(kubeconfig)));
  return folder
    ? await openCluster(folder, binaries, leaveAlone)
    : await openForeignCluster(kubeconfig, binaries);
}
