/**
 * Makes what the tests of a real node install from a registry: of this checkout and of the release before it, the files
 * of `make release` for a cluster. REGISTRY names the registry.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import packageJson from "../../../package.json" with { type: "json" };
import { current, lastRelease, unpackRelease, type Release } from "../../build/archive.ts";
import { buildReleasePrograms } from "../../release/programs.ts";
import { addChart, addImage } from "../../release/contents.ts";
import { command } from "../../host/command.ts";
import { earlierVersion, filesOfRelease } from "./registry.ts";

async function makeFiles(version: string, source: Release): Promise<void> {
  const files = filesOfRelease(version);
  const work = `${files}.work`;
  for (const folder of [files, work]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const place = { version, source, files, work };
  await addChart(place, await addImage(place));
  rmSync(work, { recursive: true });
}

await command(async () => {
  await buildReleasePrograms();
  await makeFiles(packageJson.version, current);
  const earlier = mkdtempSync(join(tmpdir(), "trimtab-earlier-"));
  try {
    await makeFiles(earlierVersion, await unpackRelease(lastRelease, earlier));
  } finally {
    rmSync(earlier, { recursive: true });
  }
});
