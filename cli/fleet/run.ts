// cli/fleet/: `trimtab fleet`: which autoscalers of many clusters are wrong, and what to do about each.

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { printableJson } from "../terminal/printable.ts";
import { pageFor } from "../terminal/style.ts";
import { writeProblem, writeReport } from "../simulate/output/whole-file.ts";
import { complain, ExitCode, type Terminal } from "../terminal/terminal.ts";
import { readClusters } from "./inventory/clusters.ts";
import { readFolder } from "./inventory/folder.ts";
import { lint } from "./lint/lint.ts";
import { type Finding, hasFinding, type Severity } from "./model/finding.ts";
import type { Inventory } from "./model/inventory.ts";
import { type FleetReport, reportOf } from "./model/report.ts";
import { sarifOf } from "./output/sarif.ts";
import { fleetText } from "./output/text.ts";

import packageJson from "../../package.json" with { type: "json" };

export interface FleetOptions {
  readonly context: readonly string[];
  readonly filename?: readonly string[];
  readonly namespace: readonly string[];
  readonly all?: true;
  readonly report?: string;
  readonly output: keyof typeof outputs;
  readonly failOn: Severity | "none";
}

const outputs = {
  text: (report: FleetReport, { stdout, env }: Terminal, { all }: FleetOptions) =>
    fleetText(report, pageFor(stdout, env), all === true),
  json: (report: FleetReport) => `${printableJson(report, 2)}\n`,
  sarif: (report: FleetReport) => `${printableJson(sarifOf(report, packageJson.version), 2)}\n`,
} as const;

/** Reads, checks and prints. Returns the exit code. */
export async function runFleet(terminal: Terminal, options: FleetOptions): Promise<number> {
  const now = Date.now();
  const unwritable = options.report === undefined ? null : writeProblem(options.report);
  if (unwritable !== null) return complain(terminal, ExitCode.Usage, unwritable);
  const inventories = await readAll(options);
  if (!inventories.ok) return complain(terminal, ExitCode.Usage, ...inventories.error);
  const findings = inventories.value.flatMap(inventory => lint(inventory, now));
  const report = reportOf(inventories.value, findings, now);
  const problem = await writePage(report, options.report);
  if (problem !== null) return complain(terminal, ExitCode.Usage, problem);
  terminal.stdout.write(outputs[options.output](report, terminal, options));
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

/** Returns a sentence if the path cannot be written. */
async function writePage(report: FleetReport, path?: string): Promise<string | null> {
  if (path === undefined) return null;
  const { fleetPage } = await import("./output/page.ts");
  return writeReport(path, fleetPage(report));
}
