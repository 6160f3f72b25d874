import type { Command } from "commander";

import { upstreamSettings } from "../../engine/model/spec/settings.ts";
import { outputOption } from "../terminal/choice.ts";
import { collected, count, duration, factor, nodes, podStart, positive } from "./option-values.ts";
import type { NodeSettings } from "./world/pods.ts";
import type { PodStart } from "./world/pod-start.ts";

export interface LoadOptions {
  readonly load: string;
  readonly query?: string;
  readonly from?: string;
  readonly to?: string;
  /** Milliseconds. */
  readonly step: number;
  readonly seed: number;
}

export interface SimulateOptions extends LoadOptions {
  readonly filename: readonly string[];
  readonly unit?: string;
  readonly podCapacity?: number;
  readonly metric: ReadonlyMap<string, number>;
  readonly podStart: PodStart;
  readonly pods?: string;
  readonly nodes?: NodeSettings;
  readonly metricInterval: number;
  readonly metricDelay: number;
  readonly metricWindow: number;
  readonly saturate?: true;
  readonly syncPhase?: number;
  readonly replicas?: number;
  readonly tolerance: number;
  readonly downscaleStabilization: number;
  readonly price?: number;
  readonly equalCost?: true;
  readonly grid?: string;
  readonly check: readonly string[];
  readonly report?: string;
  readonly output: "table" | "json";
  readonly decisions?: true;
}

export function addOptions(command: Command): Command {
  command.requiredOption(
    "-f, --filename <file>",
    "objects in YAML or JSON, - for stdin; may be repeated, and the first is the baseline",
    collected,
  );
  addLoad(command);
  addWorld(command);
  return command
    .option("--equal-cost", "change the targets so that all cost as much as the first object")
    .option("--grid <values>", "vary the last object: target=40..90:5,scaleDownWindow=60,300")
    .option("--price <number>", "the price of one replica for one hour", positive)
    .option(
      "--check <condition>",
      "exit with 1 unless it holds, such as shortMinutes<5 or web:lostWork<0.1%; may be repeated",
      collected,
      [],
    )
    .option("--report <file>", "also write an HTML page with charts and the reasons of each change")
    .addOption(outputOption(["table", "json"]))
    .option("--decisions", "with -o json, print the votes and steps of each change, too");
}

/** Options of where the load comes from. */
export function addLoad(command: Command): void {
  command
    .requiredOption("--load <source>", "a file, a generator, or the address of a Prometheus")
    .option("--query <promql>", "what to ask a Prometheus; one series")
    .option("--from <time>", "start of the query: a time, or 28d for as long before its end")
    .option("--to <time>", "end of the query; default: now")
    .option("--step <time>", "step of the query", duration, 15_000)
    .option("--unit <text>", "what one unit of the load is; default: the name of its column")
    .option("--seed <number>", "seed of all random numbers", count, 1);
}

/** Options of the model. */
export function addWorld(command: Command): void {
  const { tolerance, downscaleStabilizationSeconds } = upstreamSettings;
  command
    .option("--pod-capacity <number>", "what a ready pod bears of the load", positive)
    .option(
      "--metric <name=factor>",
      "what one unit of the load is in a metric; with nodes: what each has",
      factor,
      new Map(),
    )
    .option("--pod-start <time>", "creation to ready: 60s, 30s..90s or p50=30s,p90=90s", podStart, {
      ...{ type: "Constant", ms: 60_000 },
    })
    .option("--pods <file>", "learn it from recorded pods: kubectl get pods -o json")
    .option("--nodes <fields>", "wait for nodes: count=3,pods=10,start=90s", nodes)
    .option("--metric-interval <time>", "time between two measurements", duration, 15_000)
    .option("--metric-delay <time>", "until a measurement can be read", duration, 10_000)
    .option("--metric-window <time>", "time that a measurement covers", duration, 30_000)
    .option("--saturate", "a pod's CPU shows at most what it bears, as with a limit")
    .option("--sync-phase <time>", "first sync after the start; default: random", duration)
    .option("--replicas <count>", "replicas at the start", count)
    .option("--tolerance <number>", "the installation's tolerance", positive, tolerance)
    .option(
      "--downscale-stabilization <time>",
      "the installation's window for scale-down",
      duration,
      downscaleStabilizationSeconds * 1000,
    );
}
