/**
 * Adds cases to the recorded decisions of Trimtab-1: `npm run vectors:record`. The file keeps what it has: its
 * first cases are compared by their digest in test/conformance/trimtab.test.ts, which gets a new one.
 *
 * SEED, CASES, SYNCS  the first seed (1), the number of cases (90), the number of syncs of each (16)
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";

import { drawCase } from "./draw-case.ts";

const file = join(import.meta.dirname, "../../test/conformance/trimtab-1.jsonl.gz");

function main(): void {
  const { SEED = "1", CASES = "90", SYNCS = "16" } = process.env;
  const before = existsSync(file) ? gunzipSync(readFileSync(file)).toString() : "";
  const seeds = Array.from({ length: Number(CASES) }, (_, index) => Number(SEED) + index);
  const added = seeds.map(seed => `${JSON.stringify(drawCase(seed, Number(SYNCS)))}\n`);
  const text = before + added.join("");
  writeFileSync(file, gzipSync(text, { level: 9 }));
  const lines = text.split("\n").length - 1;
  console.log(`{ cases: ${lines}, sha256: "${createHash("sha256").update(text).digest("hex")}" }`);
}

main();
