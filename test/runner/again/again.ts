/**
 * Runs `make test` several times in a row, every second time next to a process that occupies one core:
 * `make test-again`. Each finished run is a row of a table in reports/, one table for each revision of the
 * checkout, so an interrupted series continues where it ended.
 */
import { spawn } from "node:child_process";
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import { atExit } from "../../../hack/host/at-exit.ts";
import { command } from "../../../hack/host/command.ts";
import { loadOf, missingRuns, tableOf, type Load, type Run } from "./again-table.ts";
import { runGroup } from "../process-group.ts";
import { add, failure, nothing, totalsLine, type Result } from "../result.ts";
import { revisionOf } from "./revision.ts";

const root = join(import.meta.dirname, "../../..");

await command(async () => {
  const times = Number(process.argv[2]);
  if (!Number.isInteger(times) || times < 1) throw new Error("TIMES must be 1 or more.");
  const revision = await revisionOf(root);
  const folder = join(root, "reports/test-again", revision);
  mkdirSync(folder, { recursive: true });
  const runs = readRuns(folder);
  console.log(`${revision}: ${runs.length} of ${times} runs are in ${folder}.`);

  for (const number of missingRuns(runs, times)) {
    const load = loadOf(number);
    console.log(`Run ${number}, load: ${load}.`);
    const run = await withLoad(load, () => runOnce(number, folder));
    if ((await revisionOf(root)) !== revision) {
      throw new Error(
        "Files have changed during the run. It does not count; the next call starts a new table.",
      );
    }
    runs.push(run);
    writeFileSync(join(folder, "runs.json"), `${JSON.stringify(runs, null, 2)}\n`);
    console.log(totalsLine(run.result));
  }
  console.log(`\nRevision ${revision}\n\n${tableOf(runs)}`);
  if (runs.some(({ result }) => result.failed > 0)) process.exitCode = 1;
});

function readRuns(folder: string): Run[] {
  const file = join(folder, "runs.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Run[]) : [];
}

async function runOnce(number: number, folder: string): Promise<Run> {
  const name = `run-${String(number).padStart(2, "0")}`;
  const file = join(folder, `${name}.json`);
  // An interrupted run may have left one.
  rmSync(file, { force: true });
  const log = createWriteStream(join(folder, `${name}.log`));
  const { seconds, code } = await runGroup(
    ["make", "test"],
    { cwd: root, env: { ...process.env, TRIMTAB_TEST_RESULT: file } },
    stream => stream.pipe(log, { end: false }),
  );
  log.end();
  return { number, load: loadOf(number), seconds, result: resultOf(file, code) };
}

/** A run that ended before its tests did, for example in the build, counts as failed. */
function resultOf(file: string, code: unknown): Run["result"] {
  const result = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Result) : nothing;
  const isExplained = code === 0 || result.failed > 0;
  const { passed, failed, skipped, failures } = isExplained
    ? result
    : add(result, failure(`make test ended with ${String(code)}`));
  return { passed, failed, skipped, failures };
}

async function withLoad<Value>(load: Load, work: () => Promise<Value>): Promise<Value> {
  if (load === "none") return await work();
  // It ends by itself if this process is killed.
  const loop = `while (process.ppid === ${process.pid});`;
  const busy = spawn(process.execPath, ["--eval", loop], { stdio: "ignore" });
  const forget = atExit(() => busy.kill("SIGKILL"));
  try {
    return await work();
  } finally {
    forget();
    busy.kill("SIGKILL");
  }
}
