/**
 * Adds cases to the recorded decisions of Trimtab-1: `npm run vectors:record`. The files keep what they have, and
 * test/conformance/trimtab.test.ts gets the row that this prints.
 *
 * KIND                autoscaler (the default) or cluster: a ClusterProportionalAutoscaler
 * SEED, CASES, SYNCS  the first seed (1), the number of cases (20), the number of syncs of each (16)
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

import { drawCase } from "./draw-case.ts";
import { drawCluster } from "./draw-cluster.ts";

const kinds = {
  autoscaler: { file: "trimtab-1.jsonl.gz", draw: drawCase },
  cluster: { file: "trimtab-1-cluster.jsonl.gz", draw: drawCluster },
} as const;

function main(): void {
  const { KIND = "autoscaler", SEED = "1", CASES = "20", SYNCS = "16" } = process.env;
  if (!(KIND in kinds)) throw new Error(`KIND is ${Object.keys(kinds).join(" or ")}`);
  const { file: name, draw } = kinds[KIND as keyof typeof kinds];
  const file = join(import.meta.dirname, "..", name);
  const before = existsSync(file) ? gunzipSync(readFileSync(file)).toString() : "";
  const seeds = Array.from({ length: Number(CASES) }, (_, index) => Number(SEED) + index);
  const added = seeds.map(seed => `${JSON.stringify(draw(seed, Number(SYNCS)))}\n`);
  const text = before + added.join("");
  writeFileSync(file, gzipSync(text, { level: 9 }));
  const cases = text.split("\n").length - 1;
  console.log(`{ cases: ${cases}, sha256: "${createHash("sha256").update(text).digest("hex")}" }`);
}

main();
