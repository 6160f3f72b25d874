import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";

import { beforeAll, describe, expect, inject, it } from "vitest";

import { decideAutoscalerCase } from "../../cli/evaluate/autoscaler-case.ts";
import { differencesOf, type EvaluatedCase, type RecordedCase } from "./oracle/comparison.ts";

const run = promisify(execFile);

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Decisions of the HorizontalPodAutoscaler controller of Kubernetes 1.36.1, and of 1.37.2, which decides in the same way. */
const casesOf = (file: string): RecordedCase[] =>
  gunzipSync(readFileSync(pathOf(file)))
    .toString()
    .trimEnd()
    .split("\n")
    .map(line => JSON.parse(line) as RecordedCase);

/** The differing fields of each sync: easier to read than a diff of thousands of lines. */
const placesOf = (wanted: RecordedCase, steps: EvaluatedCase["steps"]): string[] =>
  differencesOf(wanted, steps).map(({ at }) => at);

describe.each([
  { file: "hpa-1.36.jsonl.gz", steps: 3600 },
  { file: "hpa-1.36-scale-to-zero.jsonl.gz", steps: 2400 },
  { file: "hpa-oracle.jsonl.gz", steps: 840 },
  { file: "hpa-1.37.jsonl.gz", steps: 840 },
])("$steps syncs of the HorizontalPodAutoscaler controller, $file", ({ file, steps }) => {
  let cases: RecordedCase[];
  beforeAll(() => {
    cases = casesOf(file);
  });

  it("match Trimtab's decisions, step by step", () => {
    expect(cases.flatMap(wanted => wanted.steps)).toHaveLength(steps);
    const different = cases.flatMap(wanted => {
      const outcome = decideAutoscalerCase(wanted);
      return outcome.ok ? placesOf(wanted, outcome.value.steps) : [outcome.error];
    });
    expect(different).toEqual([]);
  });

  it("match the decisions of trimtab evaluate, too", async () => {
    const args = [inject("commandLine"), "evaluate", "-f", pathOf(file), "-o", "json"];
    const { stdout, stderr } = await run(process.execPath, args, { maxBuffer: 2 ** 28 });
    expect(stderr).toBe("");
    const printed = stdout.trimEnd().split("\n");
    const different = cases.flatMap((wanted, index) => {
      const { name, steps: ours } = JSON.parse(printed[index] ?? "{}") as EvaluatedCase;
      return name === wanted.name ? placesOf(wanted, ours) : [wanted.name];
    });
    expect(different).toEqual([]);
  });
});
