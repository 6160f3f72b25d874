// cli/ui/: `trimtab ui`, a page about the autoscalers.

import { Command, InvalidArgumentError, Option } from "commander";

import { complain, ExitCode, type Terminal } from "../terminal/terminal.ts";
import type { UiOptions } from "./serve.ts";

const HELP = `
Serves a page on 127.0.0.1 until Ctrl-C and prints its address, which works once. The page shows all
autoscalers live, and for each workload its sizes, votes, limits and events over time, with the
sentences of \`trimtab explain\` for each moment. It only reads, with your own rights.

Exit status: 0 ended by Ctrl-C, 1 the port is not available, 2 wrong usage.

Examples:
  trimtab ui -A
  trimtab ui -n shop --port 8080 --no-open`;

export function uiCommand(terminal: Terminal): Command {
  return new Command("ui")
    .summary("show all autoscalers and their decisions in a browser")
    .description(
      "Serves a page that shows all autoscalers live, and why each workload has its size.",
    )
    .addOption(new Option("-A, --all-namespaces", "show all namespaces").conflicts("namespace"))
    .option("-n, --namespace <namespace>", "show this namespace; default: that of the kubeconfig")
    .option("-p, --port <port>", "port of the page; 0: any free port", portOf, 0)
    .option("--no-open", "only print the address; by default, a terminal also opens a browser")
    .addHelpText("after", HELP)
    .action(async (options: UiOptions) => {
      const { serve } = await import("./serve.ts");
      const served = await serve(terminal, options);
      terminal.exitCode = served.ok
        ? ExitCode.Ok
        : complain(terminal, ExitCode.Failed, served.error);
    });
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("It is a number from 0 to 65535.");
}
