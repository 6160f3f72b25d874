import { join } from "node:path";

import { makeMissing, type Artifact } from "./artifacts.ts";
import { go, readGoModule, sourceKey, type GoModule } from "./go-module.ts";
import { copyManifests } from "./manifests.ts";

/** In build order: the API server compiles most of the shared packages. */
const packages = {
  etcd: "go.etcd.io/etcd/server/v3",
  "kube-apiserver": "k8s.io/kubernetes/cmd/kube-apiserver",
  "kube-controller-manager": "k8s.io/kubernetes/cmd/kube-controller-manager",
  "kube-scheduler": "k8s.io/kubernetes/cmd/kube-scheduler",
  kubectl: "k8s.io/kubernetes/cmd/kubectl",
  "metrics-server": "sigs.k8s.io/metrics-server/cmd/metrics-server",
  kwok: "sigs.k8s.io/kwok/cmd/kwok",
  kwokctl: "sigs.k8s.io/kwok/cmd/kwokctl",
} as const;

/** Of a real node: hack/node/. */
const nodePackages = {
  kubelet: "k8s.io/kubernetes/cmd/kubelet",
  "kube-proxy": "k8s.io/kubernetes/cmd/kube-proxy",
} as const;

/** Trimtab's own programs, each in a folder next to this file. */
type Program = "custom-metrics" | "replica-calculator";

type BinaryName = keyof typeof packages | "custom-metrics";

/** Folders of modules that a cluster needs in addition to their binaries. */
const manifests = {
  metricsServerManifests: { module: "sigs.k8s.io/metrics-server", folder: "manifests/base" },
  usageManifests: { module: "sigs.k8s.io/kwok", folder: "kustomize/metrics" },
} as const;

export type Binaries = Readonly<Record<BinaryName, string>> & {
  /** v1.36.1 */
  readonly kubernetesVersion: string;
  /** A kustomize folder. */
  readonly metricsServerManifests: string;
  /** A kustomize folder: a pod's annotation defines its CPU and memory usage. */
  readonly usageManifests: string;
};

/**
 * Builds what is not in the cache: about ten minutes on two cores the first time, then nothing.
 *
 * @param wanted whether to build the custom metrics adapter, too, which few clusters start
 */
export async function buildControlPlane(
  wanted: { readonly customMetrics?: boolean } = {},
): Promise<Binaries> {
  const module = await readGoModule();
  const names = Object.keys(packages) as (keyof typeof packages)[];
  const paths = names.map(name => [name, join(module.cache, "bin", name)] as const);
  const customMetrics = await program(module, "custom-metrics");
  const folderOf = (name: keyof typeof manifests) => join(module.cache, name);
  await makeMissing(module.cache, [
    ...paths.map(([name, path]) => binary(module, path, packages[name])),
    ...(wanted.customMetrics ? [customMetrics] : []),
    ...(Object.keys(manifests) as (keyof typeof manifests)[]).map(name => ({
      path: folderOf(name),
      make: (partial: string) => copyManifests(manifests[name], partial),
    })),
  ]);
  return {
    ...(Object.fromEntries(paths) as Record<keyof typeof packages, string>),
    "custom-metrics": customMetrics.path,
    kubernetesVersion: module.kubernetesVersion,
    metricsServerManifests: folderOf("metricsServerManifests"),
    usageManifests: join(folderOf("usageManifests"), "usage"),
  };
}

/** Builds the kubelet and kube-proxy, about three minutes after a control plane, and returns their paths. */
export async function buildNodeBinaries(): Promise<
  Readonly<Record<keyof typeof nodePackages, string>>
> {
  const module = await readGoModule();
  const pathOf = (name: keyof typeof nodePackages) => join(module.cache, "bin", name);
  const names = Object.keys(nodePackages) as (keyof typeof nodePackages)[];
  await makeMissing(
    module.cache,
    names.map(name => binary(module, pathOf(name), nodePackages[name])),
  );
  return { kubelet: pathOf("kubelet"), "kube-proxy": pathOf("kube-proxy") };
}

/** Builds one of Trimtab's own programs that clusters do not need, and returns its path. */
export async function buildProgram(name: Program): Promise<string> {
  const module = await readGoModule();
  const artifact = await program(module, name);
  await makeMissing(module.cache, [artifact]);
  return artifact.path;
}

/** The path depends on its sources: an older version may still run elsewhere. */
async function program(module: GoModule, name: Program): Promise<Artifact> {
  const path = join(module.cache, "programs", await sourceKey(name), name);
  return binary(module, path, `./${name}`);
}

function binary({ flags }: GoModule, path: string, source: string): Artifact {
  return {
    path,
    make: async partial => {
      await go(["build", ...flags, "-o", partial, source]);
    },
  };
}
