import { chmodSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { stringify } from "yaml";

import packageJson from "../../package.json" with { type: "json" };
import { copyCommandLine } from "../build/npm-package.ts";
import { architectures, type Architecture } from "../image/image.ts";
import { nodePackage } from "../image/foreign/node-package.ts";
import { pack } from "./archive.ts";
import { downloads, owner } from "./owner.ts";

const root = join(import.meta.dirname, "../..");

/** krew links to it from another folder. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
exec "$here/lib/node" "$here/lib/bin/trimtab" "$@"
`;

/** Packs the command line with Node.js, for a machine that has none. */
export async function packCommandLine(
  architecture: Architecture,
  folder: string,
  file: string,
): Promise<void> {
  const node = await nodePackage(architecture);
  const lib = join(folder, "lib");
  mkdirSync(lib, { recursive: true });
  cpSync(join(node, "bin/node"), join(lib, "node"));
  cpSync(join(node, "LICENSE"), join(lib, "LICENSE.node"));
  copyCommandLine(lib);
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "trimtab"), launcher);
  chmodSync(join(folder, "trimtab"), 0o755);
  await pack(folder, ["LICENSE", "lib", "trimtab"], file);
}

interface Download {
  readonly architecture: Architecture;
  readonly name: string;
  readonly sha256: string;
}

/** https://krew.sigs.k8s.io/docs/developer-guide/plugin-manifest */
export function krewManifest(version: string, files: readonly Download[]): string {
  return stringify({
    apiVersion: "krew.googlecontainertools.github.com/v1alpha2",
    kind: "Plugin",
    metadata: { name: "trimtab" },
    spec: {
      version: `v${version}`,
      homepage: owner.homepage,
      shortDescription: packageJson.description,
      description: "Explains, checks, converts and simulates autoscalers.",
      platforms: files.map(({ architecture, name, sha256 }) => ({
        selector: { matchLabels: { os: "linux", arch: architectures[architecture].oci } },
        uri: `${downloads(version)}/${name}`,
        sha256,
        bin: "trimtab",
      })),
    },
  });
}
