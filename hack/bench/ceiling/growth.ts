/**
 * How the costs grow: `make bench-growth`. The operator with 100 to 10,000 Autoscalers against the replay API
 * server, always with ten pods and a tenth of a node for each, and with 100 objects in a namespace. SIZES
 * (100,300,1000,3000,10000). SECONDS of each span without changes (45). BENCH_OUT (optional), a file for all
 * figures, in JSON. docs/images/bench-growth.svg has the figures of the table in docs/benchmarks.md.
 */
import { writeFile } from "node:fs/promises";

import { command } from "../../host/command.ts";
import { costsOf, exponents, growthTable } from "./growth-report.ts";
import { measure, type Measured } from "./measure.ts";
import { requestLines } from "./report.ts";

const sizes = (process.env["SIZES"] ?? "100,300,1000,3000,10000").split(",").map(Number);
const seconds = Number(process.env["SECONDS"] ?? 45);
const file = process.env["BENCH_OUT"];
const memory = "512Mi";

const measureSize = (objects: number): Promise<Measured> => {
  const namespaces = Math.max(1, objects / 100);
  const population = { objects, pods: 10, namespaces, nodes: objects / 10, bystanders: 0 };
  return measure({ population, memory, seconds, raises: false });
};

async function main(): Promise<void> {
  // What the process needs without any object.
  const base = await measureSize(0);
  const measured: Measured[] = [];
  for (const size of sizes) {
    const figures = await measureSize(size);
    measured.push(figures);
    console.log(`${size} objects\n${requestLines(figures)}\n`);
    if (file !== undefined) {
      await writeFile(file, `${JSON.stringify({ base, measured }, null, 2)}\n`);
    }
  }
  const costs = costsOf(base, measured);
  console.log(`${growthTable(costs)}\n\n${exponents(costs)}`);
}

await command(main);
