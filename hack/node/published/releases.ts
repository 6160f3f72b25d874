/**
 * Makes what the tests of a real node install from a registry: of this checkout and of the release before it, the files
 * of `make release` for a cluster. REGISTRY names the registry.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import packageJson from "../../../package.json" with { type: "json" };
import { current, lastRelease, unpackRelease, type Release } from "../../build/archive.ts";
import { buildReleasePrograms } from "../../release/programs.ts";
import { addChart, addImage, emptyFolders } from "../../release/contents.ts";
import { command } from "../../host/command.ts";
import { earlierVersion, filesOfRelease } from "./registry.ts";

async function makeFiles(version: string, source: Release): Promise<void> {
  const files = filesOfRelease(version);
  const work = `${files}.work`;
  const parts = { version, source, files, work };
  emptyFolders(parts);
  await addChart(parts, await addImage(parts));
  rmSync(work, { recursive: true });
}

await command(async () => {
  if (earlierVersion === packageJson.version) {
    const remedy = "set the next one with `npm version --no-git-tag-version`";
    throw new Error(
      `package.json has the version of the last release, ${earlierVersion}: ${remedy}.`,
    );
  }
  await buildReleasePrograms();
  await makeFiles(packageJson.version, current);
  const earlier = mkdtempSync(join(tmpdir(), "trimtab-earlier-"));
  try {
    await makeFiles(earlierVersion, await unpackRelease(lastRelease, earlier));
  } finally {
    rmSync(earlier, { recursive: true });
  }
});
