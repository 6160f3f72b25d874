/** Shows `trimtab fleet` on two generated clusters: `make fleet-demo`. OBJECTS, REPORT. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

import { listOf, plantedObjects } from "./planted.ts";

const root = resolve(import.meta.dirname, "../../..");
const objects = Number(process.env["OBJECTS"] ?? 4_000);
const report = resolve(process.env["REPORT"] ?? join(root, "reports/fleet.html"));
const folder = mkdtempSync(join(tmpdir(), "trimtab-fleet-demo-"));
try {
  const files = ["prod", "stage"].map(name => join(folder, `${name}.json`));
  for (const file of files)
    writeFileSync(file, JSON.stringify(listOf(plantedObjects(objects / 2))));
  mkdirSync(dirname(report), { recursive: true });
  const args = ["fleet", ...files.flatMap(file => ["-f", file]), "--report", report];
  console.log(`trimtab ${args.join(" ")}\n`);
  const { status } = spawnSync(join(root, "bin/trimtab"), args, { stdio: "inherit" });
  console.log(`\nThe report is in ${report}`);
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
