// cli/autoscale/: `trimtab autoscale`.

import { Command, InvalidArgumentError, Option } from "commander";

import { complain, type Terminal } from "../terminal/terminal.ts";
import type { Options } from "./create.ts";

const HELP = `
Takes the arguments of kubectl autoscale and creates an Autoscaler instead, with your own rights.
Without --cpu and --memory, the pods' cpu is kept at 80% of what they request.

--dry-run=client contacts no cluster; --dry-run=server lets the API server and its webhooks check the
object without storing it.

Exit status: 0 created, 1 not found, refused or no answer, 2 wrong usage.

Examples:
  trimtab autoscale deployment/web --cpu=70% --min=2 --max=10
  trimtab autoscale deployment web --max=10 --memory=200Mi --dry-run=client -o yaml`;

export function autoscaleCommand(terminal: Terminal): Command {
  return new Command("autoscale")
    .summary("create an Autoscaler for a workload")
    .description("Creates an Autoscaler with the arguments of kubectl autoscale.")
    .argument("[target...]", "TYPE NAME or TYPE/NAME: deployment, replicaset, statefulset or rc")
    .option(
      "-f, --filename <path...>",
      "files, directories, or - for stdin, with what to autoscale",
    )
    .addOption(count("--min <pods>", "the lower limit; default: 1").default(-1, "1"))
    .addOption(count("--max <pods>", "the upper limit").makeOptionMandatory())
    .option("--cpu <amount>", "cpu to aim for: 70% of the requests, or 500m for each pod")
    .option("--memory <amount>", "memory to aim for: 60% of the requests, or 200Mi for each pod")
    .addOption(count("--cpu-percent <percent>", "the older form of --cpu"))
    .option("--name <name>", "of the Autoscaler; default: that of the workload")
    .option("-n, --namespace <namespace>", "default: that of the manifest or the kubeconfig")
    .addOption(
      new Option("--dry-run [mode]", "do not store it")
        .choices(["none", "client", "server"])
        .default("none")
        .preset("client"),
    )
    .addOption(
      new Option("-o, --output <format>", "output format").choices(["json", "name", "yaml"]),
    )
    .option("--field-manager <name>", "name of who manages the fields", "trimtab-cli")
    .addHelpText("after", HELP)
    .action(async (targets: string[], options: Options) => {
      // The YAML package is large, and the other verbs do not need it.
      const { autoscale } = await import("./create.ts");
      const done = await autoscale(terminal, targets, options);
      if (!done.ok) terminal.exitCode = complain(terminal, done.error.exitCode, done.error.message);
    });
}

const count = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(text => {
    if (!/^-?\d{1,9}$/.test(text)) throw new InvalidArgumentError("It is not a whole number.");
    return Number(text);
  });
