/**
 * Packs the chart and the operator of this checkout into dist/trimtab-VERSION.tar.gz: `make release-archive`.
 * VERSION: by default, what `trimtab version` prints. test/chart/releases/ holds the archives from which tests upgrade.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { command } from "../host/command.ts";
import { current, packRelease } from "./archive.ts";
import { buildVersion } from "./version.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

await command(async () => {
  const version = process.env["VERSION"] ?? buildVersion();
  const file = `dist/trimtab-${version}.tar.gz`;
  await packRelease(current, join(root, file), version);
  console.log(file);
});
