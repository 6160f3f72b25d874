/**
 * Makes what the tests of a real node install from a registry: the release of this checkout, as `make release` does, and
 * of the release before it the image and the chart. REGISTRY names the registry.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import packageJson from "../../../package.json" with { type: "json" };
import { lastRelease, unpackRelease } from "../../build/archive.ts";
import { commitOf } from "../../build/version.ts";
import { command } from "../../host/command.ts";
import { addChart, addImage, emptyFolders } from "../../release/contents.ts";
import { makeRelease, writeProof } from "../../release/release.ts";
import { signRelease } from "../../release/sign.ts";
import { earlierVersion, filesOfRelease } from "./registry.ts";

/** From its archive, which has the chart and the bundle. */
async function makeEarlier(): Promise<void> {
  const files = filesOfRelease(earlierVersion);
  const unpacked = mkdtempSync(join(tmpdir(), "trimtab-earlier-"));
  try {
    const source = await unpackRelease(lastRelease, unpacked);
    const parts = { version: earlierVersion, source, files, work: `${files}.work` };
    emptyFolders(parts);
    const image = await addImage(parts);
    const chart = await addChart(parts, image);
    const build = { version: earlierVersion, commit: commitOf() ?? "" };
    writeProof(files, build, { image, chart });
    rmSync(parts.work, { recursive: true });
  } finally {
    rmSync(unpacked, { recursive: true });
  }
}

await command(async () => {
  const { version } = packageJson;
  if (earlierVersion === version) {
    const remedy = "set the next one with `npm version --no-git-tag-version`";
    throw new Error(`package.json has the version of the last release, ${version}: ${remedy}.`);
  }
  await makeRelease(filesOfRelease(version));
  await signRelease(filesOfRelease(version));
  await makeEarlier();
});
