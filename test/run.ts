/** Runs all tests, each kind as its project in vitest.config.ts says, and adds them up: `npm test`. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { atExit } from "../hack/machine/at-exit.ts";
import { totalsLine, type Totals } from "./summary-reporter.ts";

const root = join(import.meta.dirname, "..");

/**
 * At most two clusters are alive at once: `clusters` starts two, `integration` shares one, `faults`
 * starts one after the other. So what is in one stage runs side by side, the stages in turn.
 */
const stages: readonly (readonly (readonly string[])[])[] = [
  [["unit", "tooling", "clusters", "image"]],
  [["integration"], ["faults"]],
];

const folder = mkdtempSync(join(tmpdir(), "trimtab-test-"));
atExit(() => {
  rmSync(folder, { recursive: true, force: true });
});

const runs: Totals[] = [];
for (const stage of stages) runs.push(...(await Promise.all(stage.map(runProjects))));

const sum = (key: keyof Totals) => runs.reduce((total, run) => total + run[key], 0);
const totals = { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
if (totals.failed > 0 || totals.passed === 0) process.exitCode = 1;
console.log(totalsLine(totals));

async function runProjects(projects: readonly string[]): Promise<Totals> {
  const file = join(folder, `${projects.join("-")}.json`);
  const args = ["run", ...projects.map(project => `--project=${project}`)];
  const child = spawn(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), ...args], {
    cwd: root,
    // CI: lines instead of a moving picture, no `.only`, no new snapshots.
    env: { ...process.env, CI: "true", TRIMTAB_TEST_TOTALS: file },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const forget = atExit(() => child.kill());
  const code = await new Promise(resolve => child.once("error", resolve).once("close", resolve));
  forget();
  return totalsOf(projects, file, code);
}

/** A run that failed without a failed test has failed nevertheless: it ended early, or found none. */
function totalsOf(projects: readonly string[], file: string, code: unknown): Totals {
  const none: Totals = { passed: 0, failed: 0, skipped: 0 };
  const totals = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Totals) : none;
  if (code === 0 || totals.failed > 0) return totals;
  console.error(`The tests of ${projects.join(", ")} ended with ${String(code)}.`);
  return { ...totals, failed: 1 };
}
