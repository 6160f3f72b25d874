/**
 * Where it ends: `make bench-ceiling`. The operator with 10,000 Autoscalers and 100,000 pods, against a replay
 * API server, because the real one does not carry them on one machine. Each variant starts it to write all
 * statuses, restarts it, measures a span without changes, and restarts it after the load has risen by half.
 *
 * VARIANTS (all): some of spread,one,bystanders,apart. Or a variant of one's own: OBJECTS (10000), PODS of each
 * (10), NAMESPACES (100), NODES (1000), BYSTANDERS, other pods of each namespace (0). MEMORY, the container's
 * limit (512Mi). SECONDS of the span (60). BENCH_OUT (optional), a file for all figures, in JSON; BENCH_PROFILE
 * (optional), a folder for CPU and heap profiles of the operator.
 */
import { writeFile } from "node:fs/promises";

import { command } from "../../host/command.ts";
import { measure } from "./measure.ts";
import { requestLines, table, type Column } from "./report.ts";
import { chosenVariants } from "./variants.ts";

const file = process.env["BENCH_OUT"];
const seconds = Number(process.env["SECONDS"] ?? 60);

async function main(): Promise<void> {
  const columns: Column[] = [];
  for (const { title, population, memory } of chosenVariants(process.env)) {
    const measured = await measure({ population, memory, seconds, raises: true });
    columns.push({ title, measured });
    console.log(`${title}\n${requestLines(measured)}\n`);
    if (file !== undefined) await writeFile(file, `${JSON.stringify(columns, null, 2)}\n`);
  }
  console.log(table(columns));
}

await command(main);
