/**
 * Finds changes of the product that no unit test detects: `make mutants`. Stryker changes one expression at a
 * time in a sample of all places and runs the tests that import the file, nearest first.
 *
 * SEED     the sample, printed at the start; the same seed selects the same mutants again
 * MUTANTS  the number of mutants in each folder (100)
 * FOLDERS  which of engine, controller, kube and admission (all)
 *
 * The exit code is 1 if the tests detect too few mutants in a folder.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import type { MutantResult, Position } from "@stryker-mutator/api/core";
import { Stryker } from "@stryker-mutator/core";

import { acceptedFile, describeSurvivors, type Accepted } from "./accepted.ts";
import { allMutants, keyOf, placeOf, sampleOf, sampleVariable, type Place } from "./sample.ts";
import { scoreOf, tableOf, thresholds, type Folder, type Outcome } from "./score.ts";

const root = join(import.meta.dirname, "../..");
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const size = Number(process.env["MUTANTS"] ?? 100);

async function main(): Promise<void> {
  const folders = foldersOf(process.env["FOLDERS"] ?? Object.keys(thresholds).join(" "));
  console.log(`SEED=${seed} MUTANTS=${size} FOLDERS="${folders.join(" ")}"`);
  const samples = folders.map(async folder => sampleOf(await allMutants(folder), seed, size));
  const outcomes = await run((await Promise.all(samples)).flat());
  const scores = folders.map(folder => scoreOf(folder, outcomes));
  const accepted = JSON.parse(readFileSync(acceptedFile, "utf8")) as readonly Accepted[];
  console.log(`\n${describeSurvivors(outcomes, accepted)}\n${tableOf(scores)}`);
  if (scores.some(({ enough }) => !enough)) process.exitCode = 1;
}

function foldersOf(text: string): readonly Folder[] {
  const names = text.split(/[\s,]+/).map(name => name.replace(/\/$/, ""));
  return names.filter(Boolean).map(name => {
    if (name in thresholds) return name as Folder;
    throw new Error(`${name} is none of ${Object.keys(thresholds).join(", ")}`);
  });
}

async function run(sample: readonly Place[]): Promise<readonly Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-mutants-"));
  const keys = new Set(sample.map(keyOf));
  try {
    const file = join(folder, "sample.json");
    writeFileSync(file, JSON.stringify([...keys]));
    process.env[sampleVariable] = file;
    const results = await new Stryker(optionsFor(sample)).runMutationTest();
    const outcomes = results.map(outcomeOf).filter(outcome => keys.has(keyOf(outcome)));
    if (outcomes.length === keys.size) return outcomes;
    throw new Error(`${keys.size} mutants were chosen, ${outcomes.length} have an outcome`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Stryker accepts lines; sample-checker.ts excludes the other mutants on them. */
const optionsFor = (sample: readonly Place[]) => ({
  mutate: sample.map(
    ({ file, location }) => `${file}:${location.start.line + 1}-${location.end.line + 1}`,
  ),
  plugins: ["@stryker-mutator/vitest-runner", join(import.meta.dirname, "sample-checker.ts")],
  checkers: ["sample"],
  testRunner: "vitest",
  vitest: { configFile: relative(root, join(import.meta.dirname, "vitest.config.ts")) },
  coverageAnalysis: "perTest" as const,
  concurrency: 2,
  dryRunTimeoutMinutes: 30,
  // A busy machine must not look like an endless loop; a counter detects those.
  timeoutMS: 60_000,
  timeoutFactor: 4,
  reporters: [process.stdout.isTTY ? "progress" : "progress-append-only"],
  ignorePatterns: ["dist", ".git"],
  tempDirName: "dist/mutants",
  cleanTempDir: "always" as const,
});

/** Results count lines and columns from 1, mutants from 0. */
function outcomeOf(result: MutantResult): Outcome {
  const fromZero = ({ line, column }: Position) => ({ line: line - 1, column: column - 1 });
  const { start, end } = result.location;
  const location = { start: fromZero(start), end: fromZero(end) };
  return { ...placeOf({ ...result, location }), status: result.status };
}

await main();
