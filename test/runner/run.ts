/**
 * Runs all tests and `npm run lint` in lanes and adds up the results: `npm test`. With --record it stores the
 * durations of lanes and files, by which the next runs decide what to start first.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { atExit } from "../../hack/host/at-exit.ts";
import { clock } from "./clock.ts";
import { readDurations, writeDurations } from "./durations.ts";
import { lanesIn, optionalParts } from "./lanes.ts";
import { thisMachine } from "./machine.ts";
import { add, counts, totalsLine, type Result, partLeftOut } from "./result.ts";
import { runLane, type LaneResult } from "./run-lane.ts";
import { runLanes } from "./schedule.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "trimtab-test-"));
atExit(() => {
  rmSync(folder, { recursive: true, force: true });
});

const machine = thisMachine();
const leftOut = optionalParts.filter(({ lackOn }) => lackOn(machine) !== undefined);
const { lanes: seconds, files } = readDurations();
const lanes = lanesIn(root, name => files[name] ?? seconds[name]).filter(
  ({ part }) => !leftOut.some(({ name }) => name === part),
);
const exclude = leftOut.flatMap(({ files }) => files);

const results = await runLanes(
  lanes,
  name => seconds[name],
  lane => runLane(lane, { root, folder, exclude }),
);
// CI has the packages of Debian 12 and Chromium, and requires everything.
const isRequired = process.env["TRIMTAB_TEST_REQUIRE"] === "everything";
const missing = leftOut.map(({ name }) => partLeftOut(name, isRequired));
const total = [...results.map(({ result }) => result), ...missing].reduce(add);

printSummary(results, total);
if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
else if (process.argv.includes("--record")) record(results, total);
const file = process.env["TRIMTAB_TEST_RESULT"];
if (file) writeFileSync(file, JSON.stringify(total));
console.log(totalsLine(total, isRequired ? [] : leftOut.map(({ name }) => name)));

function printSummary(results: readonly LaneResult[], { failures }: Result): void {
  const width = Math.max(...results.map(({ lane }) => lane.name.length));
  for (const { lane, seconds, result } of results) {
    console.log(`${lane.name.padEnd(width)} ${clock(seconds).padStart(5)}  ${counts(result)}`);
  }
  for (const name of failures) console.log(`Failed: ${name}`);
  for (const { name, needs, lackOn } of leftOut) {
    console.log(`Not run: ${name}, which needs ${needs}; ${lackOn(machine) ?? ""}.`);
  }
}

function record(results: readonly LaneResult[], { files }: Result): void {
  const seconds = results.map(({ lane, seconds }) => [lane.name, seconds] as const);
  writeDurations({ lanes: Object.fromEntries(seconds), files });
}
