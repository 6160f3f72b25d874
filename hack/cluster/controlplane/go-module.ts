import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { cacheFolder } from "../../host/cache.ts";
import { runOrThrow } from "../../host/run.ts";

const folder = import.meta.dirname;

/** The Go module of this folder. */
export interface GoModule {
  /** v1.36.1 */
  readonly kubernetesVersion: string;
  /** The same flags for every build, so that all programs share compiled packages. */
  readonly flags: readonly string[];
  /** The folder for its builds: one for each content of go.mod and go.sum. */
  readonly cache: string;
}

export async function readGoModule(): Promise<GoModule> {
  const [goMod, goSum] = await Promise.all([read("go.mod"), read("go.sum")]);
  const kubernetesVersion = versionOf("k8s.io/kubernetes", goMod);
  const flags = buildFlags(kubernetesVersion);
  const cache = join(cacheFolder(), "controlplane", cacheKey([goMod, goSum, ...flags]));
  return { kubernetesVersion, flags, cache };
}

/** The version that a go.mod file requires of a module. */
export function versionOf(path: string, goMod: string): string {
  const version = goMod
    .split("\n")
    .map(line =>
      line
        .trim()
        .replace(/^require /, "")
        .split(/\s+/),
    )
    .find(([name]) => name === path)?.[1];
  if (version === undefined) throw new Error(`go.mod does not require ${path}.`);
  return version;
}

/** Without a version, the API server reports v0.0.0, and clients that check it misbehave. */
export function buildFlags(kubernetesVersion: string): string[] {
  const [major = "", minor = ""] = kubernetesVersion.replace("v", "").split(".");
  const values = { gitVersion: kubernetesVersion, gitMajor: major, gitMinor: minor };
  const stamps = Object.entries(values).map(
    ([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`,
  );
  return ["-buildvcs=false", "-trimpath", "-ldflags", ["-s", "-w", ...stamps].join(" ")];
}

/** A hash of the current sources of one of Trimtab's own programs. */
export async function sourceKey(program: string): Promise<string> {
  const names = await readdir(join(folder, program));
  const sources = names.filter(name => name.endsWith(".go")).sort();
  const texts = await Promise.all(sources.map(name => read(join(program, name))));
  return cacheKey([...sources, ...texts]);
}

export function cacheKey(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}\n${part}`);
  return hash.digest("hex").slice(0, 16);
}

/**
 * GOWORK=off: a module's go.mod and go.sum, and so the cache key, determine the build.
 *
 * @param module another module's folder
 */
export async function go(
  args: readonly string[],
  module = folder,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const env = { ...process.env, GOWORK: "off", ...environment };
  try {
    return await runOrThrow("go", args, { cwd: module, env });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const wanted = /^go (\S+)/m.exec(await read("go.mod"))?.[1] ?? "";
    throw new Error(
      `Building the control plane needs Go ${wanted} or newer: install it (https://go.dev/dl).`,
    );
  }
}

function read(file: string): Promise<string> {
  return readFile(join(folder, file), "utf8");
}
