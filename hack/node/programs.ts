import { basename, dirname, join } from "node:path";

import { makeMissing } from "../cluster/controlplane/artifacts.ts";
import { buildNodeBinaries } from "../cluster/controlplane/build.ts";
import { cacheKey } from "../cluster/controlplane/go-module.ts";
import { buildPrograms, smallProgram } from "../cluster/controlplane/go-program.ts";
import { cacheFolder } from "../host/cache.ts";
import { unpackDebian } from "../image/debian.ts";
import { nodePackages } from "./debian-packages.ts";

const module = join(import.meta.dirname, "programs");
const workloads = join(import.meta.dirname, "workloads");

/** In build order: containerd compiles most of the shared packages. */
const sources = [
  "github.com/containerd/containerd/v2/cmd/containerd",
  "github.com/containerd/containerd/v2/cmd/containerd-shim-runc-v2",
  "github.com/containerd/containerd/v2/cmd/ctr",
  "github.com/containernetworking/plugins/plugins/ipam/host-local",
  "github.com/containernetworking/plugins/plugins/main/bridge",
  "github.com/containernetworking/plugins/plugins/main/loopback",
];

/** Snapshotters for filesystems that need libraries in C. */
const tags = "no_btrfs no_devmapper no_zfs no_aufs";

export interface NodePrograms {
  readonly kubelet: string;
  readonly kubeProxy: string;
  /** The folder of containerd, its shim, ctr and the CNI plugins. */
  readonly runtime: string;
  /** Where Debian's packages with runc and nft are unpacked. */
  readonly debian: string;
  /** Programs in the images of workloads. */
  readonly workloads: Readonly<Record<"pause" | "burner", string>>;
}

/** Builds what is not in the cache: about ten minutes on two cores the first time. */
export async function buildNodePrograms(): Promise<NodePrograms> {
  const { kubelet, "kube-proxy": kubeProxy } = await buildNodeBinaries();
  return {
    ...{ kubelet, kubeProxy },
    runtime: await buildRuntime(),
    debian: await unpackPrograms(),
    workloads: {
      pause: await smallProgram(workloads, "pause"),
      burner: await smallProgram(workloads, "burner"),
    },
  };
}

async function buildRuntime(): Promise<string> {
  const packages = Object.fromEntries(sources.map(source => [`bin/${basename(source)}`, source]));
  const flags = ["-buildvcs=false", "-trimpath", "-tags", tags, "-ldflags", "-s -w"];
  const build = { module, cache: "node", packages, flags, alsoKeyed: sources };
  const { "bin/containerd": containerd = "" } = await buildPrograms(build);
  return dirname(containerd);
}

async function unpackPrograms(): Promise<string> {
  const folder = join(cacheFolder(), "node-debian", cacheKey([JSON.stringify(nodePackages)]));
  const path = join(folder, "root");
  const make = (partial: string): Promise<void> => unpackDebian("x64", partial, nodePackages);
  await makeMissing(folder, [{ path, make }]);
  return path;
}
