import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

import { atExit } from "../../host/at-exit.ts";
import { runOrThrow } from "../../host/run.ts";
import { needsCluster } from "./mutants.ts";

interface Failure {
  readonly title: string;
  readonly message: string;
}

interface FileResult {
  readonly passes: boolean;
  readonly milliseconds: number;
  readonly failures: readonly Failure[];
}

export interface TestRun {
  /** By path, relative to the checkout. */
  readonly files: ReadonlyMap<string, FileResult>;
  /** Whether the run was ended at its limit. */
  readonly isOver: boolean;
  readonly output: string;
}

/** Vitest's JSON report, as far as it is read here. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Projects of vitest.config.ts. The global setup of some starts a cluster. */
const projects = {
  alone: ["--project=unit", "--project=tooling", "--project=browser"],
  onCluster: ["--project=integration", "--project=install", "--project=faults", "--project=rights"],
};

/** Runs test files of a checkout. Those that need a cluster run the product as it is built here. */
export async function runTests(
  folder: string,
  tests: readonly string[],
  limitMs: number,
): Promise<TestRun> {
  const report = join(folder, "threats-report.json");
  rmSync(report, { force: true });
  const isOnCluster = tests.some(needsCluster);
  if (isOnCluster) await runOrThrow(process.execPath, ["hack/build/build.ts"], { cwd: folder });
  // Empty: the command line is built from the mutated sources. Only its own tests run it.
  const commandLine = tests.some(test => test.startsWith("cli/"))
    ? ""
    : join(folder, "bin/trimtab");
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const { isOver, output } = await runFor({ limitMs, cwd: folder, commandLine }, [
    ...[vitest, "run", "--reporter=json", `--outputFile=${report}`],
    ...(isOnCluster ? projects.onCluster : projects.alone),
    // A single file tells all with its first failure.
    ...(tests.length === 1 ? ["--bail=1"] : []),
    ...tests.map(test => join(folder, test)),
  ]);
  return { files: isOver ? new Map() : filesIn(report, folder), isOver, output };
}

function filesIn(report: string, folder: string): ReadonlyMap<string, FileResult> {
  try {
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
    return new Map(testResults.map(file => [relative(folder, file.name), resultOf(file)]));
  } catch {
    return new Map();
  }
}

function resultOf(file: Report["testResults"][number]): FileResult {
  const failed = file.assertionResults.filter(({ status }) => status === "failed");
  return {
    passes: file.status === "passed",
    milliseconds: file.endTime - file.startTime,
    failures: failed.map(({ fullName: title, failureMessages: [message = ""] = [] }) => {
      return { title, message };
    }),
  };
}

/** The whole process group ends at the limit: vitest waits for workers that never yield. */
function runFor(
  { limitMs, cwd, commandLine }: { limitMs: number; cwd: string; commandLine: string },
  args: readonly string[],
): Promise<{ readonly isOver: boolean; readonly output: string }> {
  return new Promise((resolve, reject) => {
    // As many inputs for each property as in `npm run test:unit`.
    const { PROPERTY_RUNS = "15", ...others } = process.env;
    const env = { ...others, PROPERTY_RUNS, TRIMTAB_COMMAND_LINE: commandLine };
    const child = spawn(process.execPath, args, { cwd, env, detached: true });
    const end = (): void => {
      // After it has ended, the group is gone.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    };
    const forget = atExit(end);
    let isOver = false;
    const late = Number.isFinite(limitMs)
      ? setTimeout(() => {
          isOver = true;
          end();
        }, limitMs)
      : undefined;
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    }
    const done = (): void => {
      clearTimeout(late);
      forget();
    };
    child.once("error", error => {
      done();
      reject(error);
    });
    child.once("close", () => {
      done();
      resolve({ isOver, output });
    });
  });
}
