import { existsSync, readFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

import type { Lane } from "./lanes.ts";
import { runGroup } from "./process-group.ts";
import { add, failure, nothing, type Result } from "./result.ts";

export interface LaneOptions {
  readonly root: string;
  /** The folder for the lanes' results. */
  readonly folder: string;
  /** Files that no lane runs. */
  readonly exclude: readonly string[];
}

export interface LaneResult {
  readonly lane: Lane;
  readonly seconds: number;
  readonly result: Result;
}

/** CI: plain lines, no `.only`, no new snapshots. It would enable colours in a log. */
const plain = { CI: "true", ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }) };

/**
 * Garbage collection is otherwise a fifth of the CPU time of Go programs (the control planes). GOMEMLIMIT bounds the
 * memory that each of them uses instead; only an API server comes near it.
 */
const mebibytes = Math.min(1_500, Math.floor(totalmem() / 2 ** 20 / 16));
const collectsLess = { GOGC: "1000", GOMEMLIMIT: `${mebibytes}MiB` };

/**
 * Two clusters share the cores. A Go program that may use more of them than it needs wakes idle threads for each piece
 * of work: on two cores, an API server needs a tenth less CPU time with a limit of one, and etcd needs a quarter less.
 * A lane that keeps the cores busy has no such limit, because its API server must answer bursts of requests in time.
 */
const halfOfTheCores = { GOMAXPROCS: String(Math.ceil(availableParallelism() / 2)) };
const limitsOf = ({ clusters, load }: Lane) =>
  clusters > 0 && load !== "busy" ? halfOfTheCores : {};

/** Runs a lane in a separate process and prints its output under the lane's name. */
export async function runLane(lane: Lane, options: LaneOptions): Promise<LaneResult> {
  const file = join(options.folder, `${lane.name}.json`);
  const { seconds, code } = await runGroup(
    commandOf(lane, options),
    {
      cwd: options.root,
      // The components of a cluster must get a core soon, or timeouts expire.
      inBackground: lane.clusters === 0,
      // Without TRIMTAB_KUBECONFIG: otherwise the lanes would share an existing cluster.
      env: {
        ...{ ...process.env, ...plain, ...collectsLess },
        ...limitsOf(lane),
        ...{ TRIMTAB_KUBECONFIG: undefined, TRIMTAB_TEST_RESULT: file },
        TRIMTAB_COMMAND_LINE: join(options.root, "bin/trimtab"),
      },
    },
    stream => {
      printFrom(lane.name, stream);
    },
  );
  return { lane, seconds, result: resultOf(lane, file, code) };
}

function commandOf({ runs }: Lane, { root, exclude }: LaneOptions): [string, ...string[]] {
  if ("script" in runs) return ["npm", "run", "--silent", runs.script];
  return [
    ...([process.execPath, join(root, "node_modules/vitest/vitest.mjs"), "run"] as const),
    `--project=${runs.project}`,
    ...exclude.map(glob => `--exclude=${glob}`),
    ...(runs.files ?? []),
  ];
}

function printFrom(lane: string, stream: Readable): void {
  createInterface({ input: stream }).on("line", line => {
    console.log(`[${lane}] ${line}`);
  });
}

/** A lane that failed without a failed test still counts as failed: it ended early, or found no tests. */
function resultOf({ name, runs }: Lane, file: string, code: unknown): Result {
  const result = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Result) : undefined;
  const isComplete = "script" in runs || result !== undefined;
  if ((code === 0 && isComplete) || (result?.failed ?? 0) > 0) return result ?? nothing;
  return add(result ?? nothing, failure(`the lane ${name} ended with ${String(code)}`));
}
