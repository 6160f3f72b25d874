import { chmod, chown, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { ApiTarget } from "../cluster/api.ts";
import { tokenFor } from "../cluster/token.ts";
import type { Mount } from "./run.ts";

export interface PodIdentity {
  readonly namespace: string;
  readonly serviceAccount: string;
  /** The owner of the files. */
  readonly uid: number;
}

/** What a pod needs to reach its API server: a mount, and environment variables. */
export async function serviceAccountOf(
  cluster: ApiTarget,
  { namespace, serviceAccount, uid }: PodIdentity,
  folder: string,
): Promise<{ mount: Mount; env: Readonly<Record<string, string>> }> {
  const hostPath = await mkdtemp(join(folder, "service-account-"));
  const token = await tokenFor(cluster, namespace, serviceAccount);
  const files = { token, namespace, "ca.crt": cluster.ca ?? "" };
  for (const [name, text] of Object.entries(files)) await writeFile(join(hostPath, name), text);
  await ownedBy(uid, [hostPath, ...Object.keys(files).map(name => join(hostPath, name))]);
  const { hostname, port } = new URL(cluster.server);
  const containerPath = "/var/run/secrets/kubernetes.io/serviceaccount";
  return {
    mount: { hostPath, containerPath, readOnly: true },
    env: { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port },
  };
}

/** Like a kubelet for files of a pod's user only. Without root, this process' user owns everything. */
export async function ownedBy(uid: number, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await chmod(path, 0o700);
    if (process.getuid?.() === 0) await chown(path, uid, uid);
  }
}
