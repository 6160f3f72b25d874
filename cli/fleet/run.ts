// cli/fleet/: `trimtab fleet`: which autoscalers of many clusters are wrong, what that costs, and a patch for each.

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { printableJson } from "../terminal/printable.ts";
import { pageFor } from "../terminal/style.ts";
import { writeProblem, writeReport } from "../simulate/output/whole-file.ts";
import { complain, ExitCode, stopOnSignal, type Terminal } from "../terminal/terminal.ts";
import { readClusters } from "./inventory/clusters.ts";
import { readFolder } from "./inventory/folder.ts";
import { type HistoryOptions, History } from "./judge/history.ts";
import { subjectsIn } from "./judge/subjects.ts";
import { lint } from "./lint/lint.ts";
import { type Finding, hasFinding, type Severity } from "./model/finding.ts";
import { sumsOf } from "./model/gain.ts";
import type { Inventory } from "./model/inventory.ts";
import { clustersOf, type FleetReport } from "./model/report.ts";
import { patchesProblem, writePatches } from "./output/patches.ts";
import { sarifOf } from "./output/sarif.ts";
import { fleetText } from "./output/text.ts";
import { priceIn } from "./rank/price.ts";

import packageJson from "../../package.json" with { type: "json" };

export interface FleetOptions extends HistoryOptions {
  readonly context: readonly string[];
  readonly filename?: readonly string[];
  readonly namespace: readonly string[];
  readonly all?: true;
  readonly report?: string;
  readonly price?: string;
  readonly out?: string;
  readonly output: keyof typeof outputs;
  readonly failOn: Severity | "none";
}

const outputs = {
  text: (report: FleetReport, { stdout, env }: Terminal, { all }: FleetOptions) =>
    fleetText(report, pageFor(stdout, env), all === true),
  json: (report: FleetReport) => `${printableJson(report, 2)}\n`,
  sarif: (report: FleetReport) => `${printableJson(sarifOf(report, packageJson.version), 2)}\n`,
} as const;

/** Reads, checks, replays and prints. Returns the exit code. */
export async function runFleet(terminal: Terminal, options: FleetOptions): Promise<number> {
  const now = Date.now();
  const unwritable = [
    options.report === undefined ? null : writeProblem(options.report),
    options.out === undefined ? null : patchesProblem(options.out),
  ].filter(problem => problem !== null);
  if (unwritable.length > 0) return complain(terminal, ExitCode.Usage, ...unwritable);
  const inventories = await readAll(options);
  if (!inventories.ok) return complain(terminal, ExitCode.Usage, ...inventories.error);
  const findings = inventories.value.flatMap(inventory => lint(inventory, now));
  const prices = options.price === undefined ? ok(null) : priceIn(options.price, inventories.value);
  if (!prices.ok) return complain(terminal, ExitCode.Usage, prices.error);
  const price = prices.value;
  const subjects = subjectsIn(inventories.value, findings, price);
  const history = await History.of(options, subjects, { env: terminal.env, now });
  if (!history.ok) return complain(terminal, ExitCode.Usage, history.error);
  const clusters = clustersOf(inventories.value);
  const report = (): FleetReport => {
    const ranked = history.value?.ranked ?? [];
    const sums = sumsOf({ clusters, findings, ranked });
    const summary = history.value?.summary ?? null;
    return { generatedAt: now, clusters, findings, history: summary, ranked, price, sums };
  };
  await history.value?.judge({
    ...{ signal: stopOnSignal(), output: terminal.stderr },
    onProgress: () => write(report(), options),
  });
  const final = report();
  const problem = await write(final, options);
  if (problem !== null) return complain(terminal, ExitCode.Usage, problem);
  terminal.stdout.write(outputs[options.output](final, terminal, options));
  return exitCodeOf(inventories.value, findings, options.failOn);
}

/** A cluster that could not be read is no good news: a pipeline that asks for a verdict fails. */
export function exitCodeOf(
  inventories: readonly Pick<Inventory, "unread">[],
  findings: readonly Finding[],
  failOn: FleetOptions["failOn"],
): number {
  const isFailed = failOn !== "none" && inventories.some(isBlind);
  return isFailed || hasFinding(findings, failOn) ? ExitCode.Failed : ExitCode.Ok;
}

/** Whether the autoscalers themselves were not read. */
const isBlind = ({ unread }: Pick<Inventory, "unread">): boolean =>
  unread.some(({ resource }) => resource === "horizontalpodautoscalers.autoscaling");

/** Errors: sentences about files, or about clusters if none can be read. */
async function readAll(
  options: FleetOptions,
): Promise<Result<readonly Inventory[], readonly string[]>> {
  const { filename = [], context, namespace } = options;
  if (filename.length === 0) {
    const read = await readClusters({ contexts: context, namespaces: namespace });
    if (!read.ok) return err([read.error]);
    return read.value.every(each => each.objects.length === 0 && isBlind(each))
      ? err(read.value.flatMap(({ unread }) => unread.map(({ reason }) => reason)))
      : read;
  }
  const inventories: Inventory[] = [];
  const problems: string[] = [];
  for (const path of filename) {
    const read = await readFolder(path);
    if (read.ok) inventories.push(within(read.value, namespace));
    else problems.push(...read.error);
  }
  return problems.length > 0 ? err(problems) : ok(inventories);
}

/** The objects of some namespaces; empty: of all. */
function within(inventory: Inventory, namespaces: readonly string[]): Inventory {
  if (namespaces.length === 0) return inventory;
  const objects = inventory.objects.filter(({ namespace }) => namespaces.includes(namespace));
  return { ...inventory, objects };
}

/** Returns a sentence if a path cannot be written. */
async function write(
  report: FleetReport,
  { report: path, out }: FleetOptions,
): Promise<string | null> {
  const problem = out === undefined ? null : await writePatches(out, report.ranked);
  if (problem !== null || path === undefined) return problem;
  const { fleetPage } = await import("./output/page.ts");
  return writeReport(path, fleetPage(report));
}
