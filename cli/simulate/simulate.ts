import { Command } from "commander";

import type { Terminal } from "../terminal/terminal.ts";
import { addOptions, type SimulateOptions } from "./options.ts";

const HELP = `
A load is a CSV or JSON file of times and values (.gz is decompressed; - is standard input), a
generator (step, office, sine, noise, walk, spikes, shift, dst) or http://PROMETHEUS with --query.
A generator takes parameters: office:days=28,base=20,peak=100,stepSeconds=15,timeZone=Europe/Berlin
For a ClusterProportionalAutoscaler, a load is sizes of the cluster: a CSV file that begins with
time,nodes,cores, or any load of nodes, with --metric cores=8 for the cores of each. Further columns:
pods, namespaces, and resources of the nodes by their names, such as memory in bytes.

Ready pods share the load. A pod with all that it bears (--pod-capacity) uses 100% of its requests.
docs/simulate.md describes the model, the options and the measures.

Exit status: 0 simulated, 1 a condition of --check does not hold, 2 wrong usage or unreadable input.

Examples:
  trimtab simulate -f hpa.yaml -f autoscaler.yaml --load load.csv.gz --report report.html
  trimtab simulate -f autoscaler.yaml --load office:days=28 --pod-start 30s..90s -o json
  trimtab simulate -f cpa.yaml -f slower.yaml --load cluster-sizes.csv
  trimtab simulate -f web.yaml --load http://127.0.0.1:9090 --query 'sum(rate(requests_total[1m]))' \\
    --from 28d --pod-capacity 50 --check 'shortMinutes<5'`;

export function simulateCommand(terminal: Terminal): Command {
  return addOptions(
    new Command("simulate")
      .summary("simulate objects under a recorded or generated load")
      .description(
        "Simulates autoscalers of both kinds and HPAs under a load, with the functions of the controller.",
      ),
  )
    .addHelpText("after", HELP)
    .action(async (options: SimulateOptions) => {
      const { runSimulate } = await import("./run.ts");
      terminal.exitCode = await runSimulate(terminal, options);
    });
}
