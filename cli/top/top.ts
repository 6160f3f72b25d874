// cli/top/: `trimtab top`.

import { setTimeout as sleep } from "node:timers/promises";

import { Command, InvalidArgumentError, Option } from "commander";

import type { Cluster } from "../objects/cluster.ts";
import { withCluster } from "../objects/one-object.ts";
import { choice } from "../terminal/choice.ts";
import { complain, ExitCode, stopOnSignal, type Terminal } from "../terminal/terminal.ts";
import { durationMs } from "../terminal/times.ts";
import { display, type DisplayOptions } from "./live-view.ts";
import { rowsOf } from "./rows.ts";

const HELP = `
  OBJECT  the Autoscaler or ClusterProportionalAutoscaler; + marks another workload of the same one
  LOAD    current/target of its metrics, or the nodes (n) and cores (c) that count
  VOTE    the source that requests the most replicas, and how many
  RANGE   minimum..maximum
  LIMIT   why the count differs: max, min, rate (policies), window (stabilization), blocked (a metric
          is unavailable), dry-run, paused, no-down (scale-down is paused), or another obstacle; in the
          words of kubectl get if there is room
  NOW     replicas in the workload's spec
  WANT    replicas that it should have
  AGE     time since its last change

On a terminal, the table is redrawn in place until Ctrl-C. Elsewhere, every change prints a new
table, COLUMNS wide (default 80). If the API server does not respond, the command retries. For the
details of one object, use \`trimtab explain\`.

Exit status: 0 shown, 1 no response with --once, 2 wrong usage.`;

interface Options extends DisplayOptions {
  readonly allNamespaces?: true;
  readonly namespace?: string;
}

export function topCommand(terminal: Terminal): Command {
  return new Command("top")
    .summary("show all autoscalers in a live table")
    .description(
      "Shows all autoscalers in a live table: load, votes, limits, current and desired replicas.",
    )
    .addOption(new Option("-A, --all-namespaces", "show all namespaces").conflicts("namespace"))
    .option("-n, --namespace <namespace>", "show this namespace; default: that of the kubeconfig")
    .option("--once", "print the table once and exit")
    .option("--interval <duration>", "refresh interval, such as 500ms, 2s, 1m", interval, 2000)
    .addOption(
      choice("-o, --output <format>", "output format; json: one line per table", ["table", "json"]),
    )
    .addHelpText("after", HELP)
    .action(async (options: Options) => {
      terminal.exitCode = await withCluster(cluster => top(terminal, cluster, options));
    });
}

function interval(text: string): number {
  const value = durationMs(text);
  if (value !== null && value >= 100 && value <= 3_600_000) return value;
  throw new InvalidArgumentError("It is a time from 100ms to 60m, such as 2s.");
}

/** Displays one reading after the other. Returns the exit code. */
async function top(terminal: Terminal, cluster: Cluster, options: Options): Promise<number> {
  const current = cluster.currentNamespace();
  if (!current.ok) return complain(terminal, ExitCode.Failed, current.error);
  const namespace = options.allNamespaces ? null : (options.namespace ?? current.value);
  const show = display(terminal, options, namespace);
  const stopped = stopOnSignal();
  // A request in flight must not delay the end of a live table.
  stopped.addEventListener("abort", () => void cluster.close(), { once: true });
  for (;;) {
    const reading = await read(cluster, namespace, stopped);
    if (!stopped.aborted) show(reading);
    if (options.once) return reading.rows === null ? ExitCode.Failed : ExitCode.Ok;
    await sleep(options.interval, undefined, { signal: stopped }).catch(() => undefined);
    if (stopped.aborted) return ExitCode.Ok;
  }
}

/** A null namespace means all of them. */
async function read(cluster: Cluster, namespace: string | null, signal: AbortSignal) {
  const listed = await cluster.list(namespace, signal);
  const now = Date.now();
  return listed.ok
    ? { now, rows: rowsOf(listed.value, now), problem: null }
    : { now, rows: null, problem: listed.error };
}
