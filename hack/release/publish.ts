/**
 * Pushes the image and the chart of a release folder to its registry, and signs what arrived:
 * `npm run release:publish FOLDER`, after `make release` with the same REGISTRY and key.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import packageJson from "../../package.json" with { type: "json" };
import { command } from "../host/command.ts";
import { run, runOrThrow } from "../host/run.ts";
import { digestOf, platformsIn } from "./oci.ts";
import { checkRegistry, repositories } from "./owner.ts";
import { checkFiles } from "./check-files.ts";
import { provenanceIn } from "./proof.ts";
import { buildReleasePrograms } from "./programs.ts";
import { attestReference, canSign, signReference } from "./sign.ts";

interface Published {
  readonly folder: string;
  readonly version: string;
  /** Where the layouts are unpacked. */
  readonly scratch: string;
}

/** Keeps the digests. Returns the references by digest: of the image, then of the chart. */
export async function publish(folder: string, version: string): Promise<string[]> {
  const scratch = mkdtempSync(join(tmpdir(), "trimtab-publish-"));
  try {
    const published = { folder, version, scratch };
    return [await publishPart(published, "image"), await publishPart(published, "chart")];
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** It gets its tag last: under its version, a reader never finds it without its signature. */
async function publishPart(published: Published, part: "image" | "chart"): Promise<string> {
  const { folder, version, scratch } = published;
  const { crane } = await buildReleasePrograms();
  const layout = join(scratch, part);
  mkdirSync(layout);
  const file = join(folder, `trimtab-${version}-${part}.tar`);
  await runOrThrow("tar", ["-xf", file, "-C", layout]);
  const digest = digestOf(layout);
  await requireFree(`${repositories[part]}:${version}`, digest);
  const reference = `${repositories[part]}@${digest}`;
  await runOrThrow(crane, ["push", layout, reference]);
  if (canSign()) {
    await signReference(reference);
    await attestReference(reference, "slsaprovenance1", predicateOf(published));
    if (part === "image") await attestMaterials(published, layout);
  }
  await runOrThrow(crane, ["tag", reference, version]);
  return reference;
}

/** A version never changes what it is. */
async function requireFree(tagged: string, digest: string): Promise<void> {
  const { crane } = await buildReleasePrograms();
  const { code, stdout } = await run(crane, ["digest", tagged]);
  if (code === 0 && stdout.trim() !== digest)
    throw new Error(
      `${tagged} is ${stdout.trim()} already, not ${digest}: choose another version.`,
    );
}

/** Cosign adds the subject itself. */
function predicateOf({ folder, scratch }: Published): string {
  const file = join(scratch, "predicate.json");
  writeFileSync(file, JSON.stringify(provenanceIn(folder).predicate));
  return file;
}

/** The bill of materials of each platform's image. */
async function attestMaterials({ folder, version }: Published, layout: string): Promise<void> {
  for (const [architecture, digest] of Object.entries(platformsIn(layout))) {
    const materials = join(folder, `trimtab-${version}-${architecture}.cdx.json`);
    await attestReference(`${repositories.image}@${digest}`, "cyclonedx", materials);
  }
}

if (import.meta.main) {
  await command(async () => {
    const [folder, option] = process.argv.slice(2);
    if (folder === undefined) throw new Error("Which folder? dist/release/VERSION");
    if (!canSign() && option !== "--unsigned")
      throw new Error("COSIGN_PRIVATE_KEY is not set: set it, or add --unsigned.");
    checkRegistry({ isSigned: true });
    await checkFiles(folder);
    for (const reference of await publish(folder, packageJson.version)) console.log(reference);
  });
}
