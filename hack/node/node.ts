import { existsSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest } from "../cluster/api.ts";
import type { Cluster } from "../cluster/cluster.ts";
import { kubeconfigFor } from "../cluster/kubeconfig.ts";
import { isNodeReady } from "../cluster/nodes.ts";
import { nodeTokens } from "../cluster/admin-token.ts";
import { runOrThrow } from "../host/run.ts";
import { spawnSession } from "../host/session.ts";
import { type Archives, registry } from "./images.ts";
import type { NodePrograms } from "./programs.ts";
import {
  cniNetwork,
  containerdToml,
  kubeletConfiguration,
  proxyConfiguration,
  socket,
} from "./settings.ts";
import type { World } from "./world.ts";

interface Parts {
  readonly world: World;
  readonly programs: NodePrograms;
  readonly images: Archives;
}

/**
 * Starts containerd, the kubelet and kube-proxy in this world, and waits until the node is ready. They end with the
 * world.
 */
export async function startNode(cluster: Cluster, parts: Parts): Promise<void> {
  const { world, programs, images } = parts;
  const own = join(world.folder, "node");
  const logs = join(own, "logs");
  for (const folder of [logs, join(world.folder, "cni")]) mkdirSync(folder, { recursive: true });
  const write = (name: string, content: object | string): string => {
    const path = join(own, name);
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content), {
      mode: 0o600,
    });
    return path;
  };
  const tokens = nodeTokens(dirname(cluster.kubeconfig));
  const kubeconfig = (user: "kubelet" | "proxy") =>
    write(`${user}.kubeconfig`, kubeconfigFor(cluster, { token: tokens[user] }));
  const place = { world, programs, clientCa: cluster.caFile, proxyKubeconfig: kubeconfig("proxy") };
  writeFileSync(join(world.folder, "cni", "10-pods.conflist"), JSON.stringify(cniNetwork));

  const start = (name: string, program: string, ...args: readonly string[]): void => {
    const log = openSync(join(logs, `${name}.log`), "a");
    const env = { ...process.env, ...environmentFor(programs) };
    spawnSession(program, args, { env, stdio: ["ignore", log, log] }).unref();
  };
  const containerd = write("containerd.toml", containerdToml(place));
  start("containerd", join(programs.runtime, "containerd"), `--config=${containerd}`);
  await until(() => existsSync(socket), "containerd does not listen");
  await importAll(programs, images);
  const kubeletArgs = [
    `--config=${write("kubelet.json", kubeletConfiguration(place))}`,
    `--kubeconfig=${kubeconfig("kubelet")}`,
    ...[`--hostname-override=${world.nodeName}`, `--node-ip=${world.address}`],
  ];
  // Another one follows a kubelet that ends, as under systemd.
  const restarts = 'while :; do "$0" "$@"; sleep 1; done';
  start("kubelet", "sh", "-c", restarts, programs.kubelet, ...kubeletArgs);
  const proxy = write("proxy.json", proxyConfiguration(place));
  start("kube-proxy", programs.kubeProxy, `--config=${proxy}`);
  const path = `/api/v1/nodes/${world.nodeName}`;
  const isReady = async () => isNodeReady((await apiRequest(cluster, "GET", path)).body);
  await until(isReady, `the node is not ready: see ${logs}`);
}

/** kube-proxy runs nft, and containerd runs its shim and runc. */
const environmentFor = ({ runtime, debian }: NodePrograms) => ({
  PATH: [runtime, `${debian}/usr/sbin`, process.env["PATH"] ?? ""].join(":"),
  LD_LIBRARY_PATH: ["lib", "usr/lib"].map(part => `${debian}/${part}/x86_64-linux-gnu`).join(":"),
});

async function importAll(programs: NodePrograms, images: Archives): Promise<void> {
  const ctr = join(programs.runtime, "ctr");
  for (const [name, path] of Object.entries(images)) {
    const asked = ["images", "import", "--base-name", `${registry}/${name}`, path];
    await runOrThrow(ctr, [`--address=${socket}`, "--namespace=k8s.io", ...asked]);
  }
}

async function until(holds: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`After a minute, ${otherwise}.`);
    await sleep(100);
  }
}
