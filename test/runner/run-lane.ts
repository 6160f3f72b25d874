import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

import { atExit } from "../../hack/machine/at-exit.ts";
import type { Lane } from "./lanes.ts";
import { add, failure, nothing, type Result } from "./result.ts";

export interface LaneOptions {
  readonly root: string;
  /** For the lanes' results. */
  readonly folder: string;
  /** Files that no lane runs. */
  readonly exclude: readonly string[];
}

export interface LaneResult {
  readonly lane: Lane;
  readonly seconds: number;
  readonly result: Result;
}

/** CI: lines instead of a moving picture, no `.only`, no new snapshots. With it, a log would have colours. */
const plain = { CI: "true", ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }) };

/** Runs a lane in a process of its own, and prints what it says under the lane's name. */
export async function runLane(lane: Lane, options: LaneOptions): Promise<LaneResult> {
  const file = join(options.folder, `${lane.name}.json`);
  const [command, ...args] = commandOf(lane, options);
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: options.root,
    // Without TRIMTAB_KUBECONFIG: in a cluster that exists, the lanes would meet.
    env: { ...process.env, ...plain, TRIMTAB_KUBECONFIG: undefined, TRIMTAB_TEST_RESULT: file },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const forget = atExit(() => child.kill());
  for (const stream of [child.stdout, child.stderr]) printFrom(lane.name, stream);
  const code = await new Promise(resolve => child.once("error", resolve).once("close", resolve));
  forget();
  const seconds = (performance.now() - started) / 1000;
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

/** A lane that failed without a failed test has failed nevertheless: it ended early, or found none. */
function resultOf({ name, runs }: Lane, file: string, code: unknown): Result {
  const result = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Result) : undefined;
  const isComplete = "script" in runs || result !== undefined;
  if ((code === 0 && isComplete) || (result?.failed ?? 0) > 0) return result ?? nothing;
  return add(result ?? nothing, failure(`the lane ${name} ended with ${String(code)}`));
}
