/**
 * Pushes a release folder to its registry and signs what arrived: `npm run release:publish FOLDER`, after
 * `make release` with the same REGISTRY and key.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import packageJson from "../../package.json" with { type: "json" };
import { command } from "../host/command.ts";
import { runOrThrow } from "../host/run.ts";
import { digestOf } from "./oci.ts";
import { repositories, requireRegistry } from "./owner.ts";
import { buildReleasePrograms } from "./programs.ts";
import { canSign, signReference } from "./sign.ts";

/** Keeps the digests. Returns the references by digest. */
export async function publish(folder: string, version: string): Promise<string[]> {
  const { crane } = await buildReleasePrograms();
  const scratch = mkdtempSync(join(tmpdir(), "trimtab-publish-"));
  const published: string[] = [];
  try {
    for (const part of ["image", "chart"] as const) {
      const layout = join(scratch, part);
      mkdirSync(layout);
      const file = join(folder, `trimtab-${version}-${part}.tar`);
      await runOrThrow("tar", ["-xf", file, "-C", layout]);
      await runOrThrow(crane, ["push", layout, `${repositories[part]}:${version}`]);
      const reference = `${repositories[part]}@${digestOf(layout)}`;
      if (canSign()) await signReference(reference);
      published.push(reference);
    }
    return published;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

if (import.meta.main) {
  await command(async () => {
    const [folder] = process.argv.slice(2);
    requireRegistry();
    if (folder === undefined) throw new Error("Which folder? dist/release/VERSION");
    for (const reference of await publish(folder, packageJson.version)) console.log(reference);
  });
}
