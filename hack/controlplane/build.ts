import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { cacheFolder } from "../machine/cache.ts";
import { command } from "../machine/command.ts";
import { withLock } from "../machine/lock.ts";
import { run, runOrThrow } from "../machine/run.ts";

const module = import.meta.dirname;

/** In the order in which they are built: the API server compiles most of what the rest shares. */
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

type BinaryName = keyof typeof packages;

/** Folders of the modules that a cluster is made from, beside their binaries. */
const manifests = {
  metricsServerManifests: { module: "sigs.k8s.io/metrics-server", folder: "manifests/base" },
  usageManifests: { module: "sigs.k8s.io/kwok", folder: "kustomize/metrics" },
} as const;

export type Binaries = Readonly<Record<BinaryName, string>> & {
  /** v1.36.1 */
  readonly kubernetesVersion: string;
  /** A kustomize folder. */
  readonly metricsServerManifests: string;
  /** A kustomize folder: a pod's annotation is its CPU and memory usage. */
  readonly usageManifests: string;
};

/** Builds what is not in the cache: about five minutes on two cores the first time, then nothing. */
export async function buildControlPlane(): Promise<Binaries> {
  const [goMod, goSum] = await Promise.all(
    ["go.mod", "go.sum"].map(file => readFile(join(module, file), "utf8")),
  );
  const kubernetesVersion = versionOf("k8s.io/kubernetes", goMod ?? "");
  const flags = buildFlags(kubernetesVersion);
  const folder = join(
    cacheFolder(),
    "controlplane",
    cacheKey([goMod ?? "", goSum ?? "", ...flags]),
  );
  const binaries = binariesIn(folder, kubernetesVersion);

  if (missing(binaries).length > 0) {
    await withLock(
      folder,
      async () => {
        await build(folder, binaries, flags);
      },
      () => {
        console.error("Another process is building the control plane; waiting for it.");
      },
    );
  }
  return binaries;
}

/** The version that a go.mod file requires of a module. */
export function versionOf(path: string, goMod: string): string {
  const version = goMod
    .split("\n")
    .map(line => line.trim().split(/\s+/))
    .find(([name]) => name === path)?.[1];
  if (version === undefined) throw new Error(`hack/controlplane/go.mod does not require ${path}.`);
  return version;
}

/** Without a version in it the API server calls itself v0.0.0, and clients that look misbehave. */
export function buildFlags(kubernetesVersion: string): string[] {
  const [major = "", minor = ""] = kubernetesVersion.replace("v", "").split(".");
  const values = { gitVersion: kubernetesVersion, gitMajor: major, gitMinor: minor };
  const stamps = Object.entries(values).map(
    ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
  );
  return ["-buildvcs=false", "-trimpath", "-ldflags", ["-s", "-w", ...stamps].join(" ")];
}

export function cacheKey(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}\n${part}`);
  return hash.digest("hex").slice(0, 16);
}

function binariesIn(folder: string, kubernetesVersion: string): Binaries {
  const paths = Object.keys(packages).map(name => [name, join(folder, "bin", name)]);
  return {
    ...(Object.fromEntries(paths) as Record<BinaryName, string>),
    kubernetesVersion,
    metricsServerManifests: join(folder, "metricsServerManifests"),
    usageManifests: join(folder, "usageManifests", "usage"),
  };
}

function missing(binaries: Binaries): string[] {
  const names = [...Object.keys(packages), ...Object.keys(manifests)] as (keyof Binaries)[];
  return names.map(name => binaries[name]).filter(path => !existsSync(path));
}

/**
 * Everything is made in a folder of its own and moved when whole: an interrupted build leaves no
 * half of anything, not even if its compiler lives on.
 */
async function build(folder: string, binaries: Binaries, flags: readonly string[]): Promise<void> {
  // Another process may have built all of it while this one waited.
  if (missing(binaries).length === 0) return;
  await mkdir(join(folder, "bin"), { recursive: true });
  for (const name of await readdir(folder)) {
    if (name.startsWith("partial-")) await rm(join(folder, name), { recursive: true, force: true });
  }
  const partial = await mkdtemp(join(folder, "partial-"));

  const { code } = await run("go", ["version"]).catch(() => ({ code: -1 }));
  if (code !== 0) {
    const goMod = await readFile(join(module, "go.mod"), "utf8");
    const wanted = /^go (\S+)/m.exec(goMod)?.[1] ?? "";
    throw new Error(
      `Building the control plane needs Go ${wanted} or newer: install it (https://go.dev/dl).`,
    );
  }

  const names = Object.keys(packages) as BinaryName[];
  for (const [index, name] of names.entries()) {
    if (existsSync(binaries[name])) continue;
    await buildBinary(name, `[${index + 1}/${names.length}]`, { partial, binaries, flags });
  }
  for (const [name, source] of Object.entries(manifests)) {
    await copyManifests(source, join(partial, name), join(folder, name));
  }
  await rm(partial, { recursive: true });
}

async function buildBinary(
  name: BinaryName,
  progress: string,
  to: { partial: string; binaries: Binaries; flags: readonly string[] },
): Promise<void> {
  const started = performance.now();
  process.stderr.write(`${progress} building ${name} ... `);
  const output = join(to.partial, name);
  await go(["build", ...to.flags, "-o", output, packages[name]]);
  await rename(output, to.binaries[name]);
  process.stderr.write(`${((performance.now() - started) / 1000).toFixed(0)} s\n`);
}

/** Copied, because the module cache may be emptied while the binaries stay. */
async function copyManifests(
  source: { module: string; folder: string },
  partial: string,
  target: string,
): Promise<void> {
  if (existsSync(target)) return;
  const folder = join(
    (await go(["list", "-m", "-f", "{{.Dir}}", source.module])).trim(),
    source.folder,
  );
  // The module cache is read-only, folders too, and a copy of it would be as well.
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.name.endsWith(".yaml")) continue;
    const copy = join(partial, file.parentPath.slice(folder.length), file.name);
    await cp(join(file.parentPath, file.name), copy);
  }
  await rename(partial, target);
}

/** GOWORK=off: what is built is what this module's go.mod and go.sum, and so the cache key, say. */
async function go(args: readonly string[]): Promise<string> {
  return await runOrThrow("go", args, { cwd: module, env: { ...process.env, GOWORK: "off" } });
}

if (import.meta.main) {
  await command(async () => {
    console.log(JSON.stringify(await buildControlPlane(), undefined, 2));
  });
}
