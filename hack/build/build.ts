/**
 * Bundles the operator into one file and the command line into a few, which run without node_modules:
 * `make build`.
 */
import { rmSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { bundleCommandLine, bundleOperator } from "./bundle.ts";
import { buildVersion } from "./version.ts";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));

// Each build names these files after their content, so the old ones would stay.
rmSync(`${dist}/trimtab-cli`, { recursive: true, force: true });
// Bills of materials and licence texts are of what was bundled.
const bundled = {
  "trimtab-cli": await bundleCommandLine(dist),
  trimtab: await bundleOperator(`${dist}/trimtab.cjs`),
};
for (const [name, metafile] of Object.entries(bundled))
  writeFileSync(`${dist}/${name}.meta.json`, JSON.stringify(metafile));
console.log(`version ${buildVersion()}`);
for (const file of ["trimtab-cli.mjs", "trimtab.cjs"]) {
  console.log(`dist/${file}  ${Math.round(statSync(`${dist}/${file}`).size / 1000)} kB`);
}
