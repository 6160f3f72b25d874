import { Command } from "commander";

import { addLoad, addWorld } from "../simulate/options.ts";
import { collected, positive } from "../simulate/option-values.ts";
import { choice } from "../terminal/choice.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { SuggestOptions } from "./run.ts";

const HELP = `
The load is a past of at least two days, in any form that trimtab simulate reads. One half of it
chooses the target, the windows, the bounds and the thresholds, and the other half judges them, and
the reverse. A suggestion loses at least 20% less work at no more than 1% more cost in both halves.

With columns of the latency and of the utilization in percent, no target is raised above the
utilization at which the latency met the objective; otherwise, not above 85% of what a pod bears.

Exit status: 0 a suggestion, or nothing helps; 2 wrong usage or unreadable input.

Examples:
  trimtab suggest -f hpa.yaml --load load.csv.gz --pod-start 240s
  trimtab suggest -f web.yaml --load http://127.0.0.1:9090 --query 'sum(rate(requests_total[1m]))' \\
    --from 28d --pod-capacity 50 -o patch > patch.yaml`;

export function suggestCommand(terminal: Terminal): Command {
  const command = new Command("suggest")
    .summary("suggest better numbers for an object from its past")
    .description(
      "Suggests targets, windows, bounds and thresholds for an Autoscaler, an HPA or a ScaledObject, as a patch.",
    )
    .requiredOption("-f, --filename <file>", "an object in YAML or JSON, - for stdin", collected);
  addLoad(command);
  addWorld(command);
  return command
    .option("--latency <column>", "the column of the load with the latency")
    .option("--utilization <column>", "the column of the load with the utilization in percent")
    .option("--objective <number>", "the latency that is good enough, in its unit", positive)
    .addOption(choice("-o, --output <format>", "output format", ["text", "patch", "json"]))
    .addHelpText("after", HELP)
    .action(async (options: SuggestOptions) => {
      const { runSuggest } = await import("./run.ts");
      terminal.exitCode = await runSuggest(terminal, options);
    });
}
