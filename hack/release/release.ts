/**
 * Packs the chart and the operator of this checkout into dist/trimtab-VERSION.tar.gz: `make release-archive`.
 * VERSION: that of package.json. test/chart/releases/ holds the archives from which tests upgrade.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { command } from "../host/command.ts";
import { current, packRelease } from "./archive.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

await command(async () => {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    readonly version: string;
  };
  const file = `dist/trimtab-${process.env["VERSION"] ?? version}.tar.gz`;
  await packRelease(current, join(root, file));
  console.log(file);
});
