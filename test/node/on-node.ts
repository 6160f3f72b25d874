import { execFileSync } from "node:child_process";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect } from "vitest";

import { mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { thisWorld } from "../../hack/node/world.ts";
import { eventually } from "../integration/eventually.ts";
import type { Pod } from "./release.ts";

/** The kubelet's processes in this world. */
export function kubelets(): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter(pid => Number.isInteger(pid) && nameOf(pid) === "kubelet");
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    // It has ended.
    return "";
  }
}

/** As on a node on which no pod of the image runs. */
export function dropImageFromPageCache(): void {
  const snapshots = join(thisWorld().folder, "containerd", "*.overlayfs", "snapshots/*/fs");
  const files = ["usr/bin/node", "app/trimtab.cjs"].flatMap(name =>
    globSync(join(snapshots, name)),
  );
  expect(files.length).toBeGreaterThanOrEqual(2);
  for (const file of files) {
    // Of dd's operations, this one only advises the kernel.
    execFileSync("dd", [`of=${file}`, "oflag=nocache", "conv=notrunc,fdatasync", "count=0"], {
      stdio: "ignore",
    });
  }
}

/** What the kernel charges a pod for, page cache included, in megabytes. */
export function memoryOfPod(uid: string): { readonly usage: number; readonly cache: number } {
  const [folder = ""] = globSync(
    `/sys/fs/cgroup/memory/${thisWorld().cgroup}/kubepods/*/pod${uid}`,
  );
  const stat = readFileSync(join(folder, "memory.stat"), "utf8");
  const cache = Number(/^total_cache (\d+)$/m.exec(stat)?.[1]);
  const usage = Number(readFileSync(join(folder, "memory.usage_in_bytes"), "utf8"));
  return { usage: Math.round(usage / 1e6), cache: Math.round(cache / 1e6) };
}

interface Limits {
  readonly name: string;
  /** Of the container. */
  readonly memory: string;
  /** Of V8, in MiB. */
  readonly heap?: number;
}

/** Runs one more replica of the operator, in limits in which it ends. */
export async function runWithMemory(
  cluster: Cluster,
  { metadata, spec }: Pod,
  { name, memory, heap }: Limits,
): Promise<{ readonly exitCode: number | undefined; readonly log: string }> {
  const { namespace = "", labels } = metadata ?? {};
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const [own] = (spec as { containers: readonly { env?: readonly object[] }[] }).containers;
  const options = heap === undefined ? [] : [`--max-old-space-size=${heap}`];
  const env = [...(own?.env ?? []), { name: "NODE_OPTIONS", value: options.join(" ") }];
  const container = { ...own, env, resources: { limits: { memory } } };
  const changed = { nodeName: undefined, restartPolicy: "Never", containers: [container] };
  await mustRequest(cluster, "POST", pods, {
    // The Service sends it no reviews.
    metadata: { name, labels: { ...labels, "app.kubernetes.io/name": name } },
    spec: { ...(spec as object), ...changed },
  });
  const exitCode = await eventually(async () => {
    const { status } = await mustRequest(cluster, "GET", `${pods}/${name}`);
    const { containerStatuses: [own] = [] } = status as {
      containerStatuses?: readonly { state: { terminated?: { exitCode: number } } }[];
    };
    expect(own?.state.terminated).toBeDefined();
    return own?.state.terminated?.exitCode;
  });
  const { stdout } = await cluster.kubectl(["logs", name, `--namespace=${namespace}`]);
  return { exitCode, log: stdout };
}
