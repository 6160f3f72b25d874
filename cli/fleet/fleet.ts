import { Command, InvalidArgumentError, Option } from "commander";

import { collected } from "../simulate/option-values.ts";
import { choice } from "../terminal/choice.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { FleetOptions } from "./run.ts";

const HELP = `
Reads, and never writes: clusters of the kubeconfig, or files with the output of kubectl, such as
  kubectl get hpa,scaledobject,deploy,statefulset,pdb,quota,limits,nodes,pods -A -o json \\
    --show-managed-fields > dump/prod.json

With --prometheus, it rebuilds the load of each autoscaler from what kube-state-metrics recorded, replays
the autoscaler, says how well that agrees with the record, and searches better settings for those that
replay well. Ctrl-C ends the search; the report then has what was found, and the next run goes on.

It goes on without what it may not read, and says what that is.

An object with the annotation autoscaling.trimtab.dev/fleet-ignore: RULE,RULE is right as it is.

Exit status: 0 done, 1 a finding of the severity of --fail-on, or above, 2 wrong usage or nothing to read.

Examples:
  trimtab fleet
  trimtab fleet --context all --report fleet.html
  trimtab fleet --prometheus http://127.0.0.1:9090 --price cpu=0.03,memory=0.004 --out patches
  trimtab fleet -f dump -o sarif --fail-on error`;

export function fleetCommand(terminal: Terminal): Command {
  return new Command("fleet")
    .summary("report which autoscalers of your clusters are wrong")
    .description(
      "Reports which HPAs and ScaledObjects of your clusters are wrong, what that costs, and what to do about each.",
    )
    .addOption(
      new Option("--context <name>", "a context of the kubeconfig, or all; repeatable")
        .argParser(collected)
        .default([], "the current one"),
    )
    .addOption(
      new Option("-f, --filename <path>", "a file or a folder instead of a cluster; repeatable")
        .argParser(collected)
        .conflicts("context"),
    )
    .addOption(
      new Option("-n, --namespace <namespace>", "only this namespace; repeatable")
        .argParser(collected)
        .default([], "all"),
    )
    .option("--prometheus <url>", "where the past is: Prometheus, Thanos, Mimir, VictoriaMetrics")
    .option("--prometheus-token-file <file>", "a file with the bearer token for it")
    .option("--prometheus-org <name>", "the tenant, for the header X-Scope-OrgID")
    .option("--cluster-label <label=value>", "what the series of the cluster have")
    .option("--days <number>", "the length of the past", days, 28)
    .option("--price <prices>", "an hour of a core and a GiB, cpu=0.03,memory=0.004; or node=0.19")
    .option("--out <folder>", "write a patch for each object with better settings")
    .option("--all", "print all findings, not only the first of each rule")
    .option("--report <file>", "write an HTML report, which needs nothing else")
    .addOption(choice("-o, --output <format>", "output format", ["text", "json", "sarif"]))
    .addOption(
      choice("--fail-on <severity>", "exit with 1 for such a finding", [
        ...["none", "error", "warning", "note"],
      ]),
    )
    .addHelpText("after", HELP)
    .action(async (options: FleetOptions) => {
      const { runFleet } = await import("./run.ts");
      terminal.exitCode = await runFleet(terminal, options);
    });
}

const [leastDays, mostDays] = [2, 92];

function days(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= leastDays && value <= mostDays) return value;
  throw new InvalidArgumentError(`It is a whole number from ${leastDays} to ${mostDays}.`);
}
