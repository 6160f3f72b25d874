/**
 * Where it ends: `make bench-ceiling`. The operator with 10,000 Autoscalers and 100,000 pods, against a replay
 * API server, because the real one does not carry them on one machine. Each variant starts it to write all
 * statuses, restarts it, measures a span without changes, and restarts it after the load has risen by half.
 *
 * VARIANTS (all): some of spread,one,bystanders,apart. Or a variant of one's own: OBJECTS (10000), PODS of each
 * (10), NAMESPACES (100), NODES (1000), BYSTANDERS, other pods of each namespace (0). MEMORY, the container's
 * limit (512Mi). SECONDS of the span (60). BENCH_OUT (optional), a file for all figures, in JSON; BENCH_PROFILE
 * (optional), a folder for CPU and heap profiles of the operator.
 *
 * BENCH_FIELDS: instead, what features of the specs cost next to the same objects without them, such as
 * schedules,owner+health; in the variants spread and one by default. See fields/features.ts.
 *
 * RELEASES: instead, so many releases that divide the namespaces with watchNamespaces, such as 1,4: first a single
 * one for all namespaces, then four. In the variant spread by default. MEMORY is the limit of each if there are several.
 */
import { writeFile } from "node:fs/promises";

import { command } from "../../host/command.ts";
import { startReplay } from "../replay/replay.ts";
import { describeCounts } from "./counts.ts";
import { chosenFields } from "./fields/features.ts";
import { type FieldsMeasured, measureFields } from "./fields/measure-fields.ts";
import { fieldsTable } from "./fields/report.ts";
import { measure } from "./measure.ts";
import { requestLines, table, type Column } from "./report.ts";
import { splitTable } from "./split-report.ts";
import { measureSplit, type SplitFigures } from "./split.ts";
import { chosenVariants, large, type Variant } from "./variants.ts";

const file = process.env["BENCH_OUT"];
const fields = process.env["BENCH_FIELDS"];
const releases = process.env["RELEASES"];
const seconds = Number(process.env["SECONDS"] ?? 60);

async function main(): Promise<void> {
  const columns: Column[] = [];
  for (const { title, population, memory } of chosenVariants(process.env)) {
    const measured = await measure({ population, memory, seconds, raises: true });
    columns.push({ title, measured });
    console.log(`${title}\n${requestLines(measured)}\n`);
    await keep(columns);
  }
  console.log(table(columns));
}

async function keep(figures: readonly object[]): Promise<void> {
  if (file !== undefined) await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`);
}

async function compareFields(list: string): Promise<void> {
  const all: { readonly title: string; readonly measured: readonly FieldsMeasured[] }[] = [];
  for (const variant of chosenVariants({ VARIANTS: "spread,one", ...process.env })) {
    const measured: FieldsMeasured[] = [];
    all.push({ title: variant.title, measured });
    for await (const each of measureAll(list, variant)) {
      measured.push(each);
      console.log(`${variant.title}\n${requestLines(each)}\n${fieldsTable(measured)}\n`);
      await keep(all);
    }
  }
}

async function* measureAll(
  list: string,
  { population, memory }: Variant,
): AsyncIterable<FieldsMeasured> {
  const { objects } = population;
  const replay = await startReplay(population);
  try {
    for (const each of chosenFields(list)) {
      yield await measureFields(replay, { fields: each, objects, memory, seconds });
    }
  } finally {
    await replay.stop();
  }
}

async function compareReleases(list: string): Promise<void> {
  const [variant] = chosenVariants({ VARIANTS: "spread", ...process.env });
  if (!variant) return;
  const measured: SplitFigures[] = [];
  for (const number of list.split(",").map(Number)) {
    // A single one has the limit of the variant.
    const memory = number === 1 ? large : variant.memory;
    const figures = await measureSplit({ ...variant, memory }, number, seconds);
    measured.push(figures);
    console.log(`${number} releases, at rest: ${describeCounts(figures.requests.steady)}\n`);
    await keep(measured);
  }
  console.log(splitTable(measured));
}

await command(() => {
  if (releases !== undefined) return compareReleases(releases);
  return fields === undefined ? main() : compareFields(fields);
});
