import { Command, Option } from "commander";

import { upstreamSettings } from "../../engine/spec/settings.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { collected, count, duration, factor, nodes, podStart, positive } from "./option-values.ts";
import type { SimulateOptions } from "./run.ts";

const HELP = `
A load is a CSV or JSON file of times and values (.gz is decompressed; - is standard input), or a
generator: step, office, sine, noise, walk, spikes, shift, dst. A generator takes parameters:
office:days=28,base=20,peak=100,stepSeconds=15,timeZone=Europe/Berlin

Ready pods share the load. A pod that has all that it bears (--pod-capacity) uses 100% of its requests.
docs/simulate.md describes the model, its options and the measures.

Exit status: 0 simulated, 1 a condition of --check does not hold, 2 wrong usage or unreadable input.

Examples:
  trimtab simulate -f hpa.yaml -f autoscaler.yaml --load load.csv.gz
  trimtab simulate -f autoscaler.yaml --load office:days=28 --pod-start 30s..90s -o json`;

export function simulateCommand(terminal: Terminal): Command {
  const command = new Command("simulate")
    .summary("simulate objects under a recorded or generated load")
    .description(
      "Simulates Autoscalers and HPAs under a load, with the functions of the controller.",
    )
    .requiredOption(
      "-f, --filename <file>",
      "objects in YAML or JSON; may be repeated",
      collected,
      [],
    )
    .requiredOption("--load <source>", "a file of times and values, or a generator");
  addWorld(command);
  return command
    .option("--price <number>", "the price of one replica for one hour", positive)
    .addOption(
      new Option("-o, --output <format>", "output format")
        .choices(["table", "json"])
        .default("table"),
    )
    .addHelpText("after", HELP)
    .action(async (options: SimulateOptions) => {
      const { runSimulate } = await import("./run.ts");
      terminal.exitCode = await runSimulate(terminal, options);
    });
}

/** The options of the model. */
function addWorld(command: Command): void {
  const { tolerance, downscaleStabilizationSeconds } = upstreamSettings;
  command
    .option("--unit <text>", "what one unit of the load is; default: the name of its column")
    .option("--pod-capacity <number>", "what a ready pod bears of the load", positive)
    .option("--metric <name=factor>", "what one unit of the load is in a metric", factor, new Map())
    .option("--pod-start <time>", "creation to ready: 60s, 30s..90s or p50=30s,p90=90s", podStart, {
      ...{ type: "Constant", ms: 60_000 },
    })
    .option("--nodes <fields>", "wait for nodes: count=3,pods=10,start=90s", nodes)
    .option("--metric-delay <time>", "age of the newest measurement", duration, 15_000)
    .option("--metric-window <time>", "time that a measurement covers", duration, 30_000)
    .option("--sync-phase <time>", "first sync after the start; default: random", duration)
    .option("--replicas <count>", "replicas at the start", count)
    .option("--tolerance <number>", "the installation's tolerance", positive, tolerance)
    .option(
      "--downscale-stabilization <time>",
      "the installation's window for scale-down",
      duration,
      downscaleStabilizationSeconds * 1000,
    )
    .option("--seed <number>", "seed of all random numbers", count, 1);
}
