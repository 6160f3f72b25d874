// cli/fleet/: `trimtab fleet`: which autoscalers of many clusters are wrong, what that costs, and a patch for each.

import { err, ok, type EpochMs, type Result } from "../../engine/model/values/result.ts";

import { printableJson } from "../terminal/printable.ts";
import { pageFor } from "../terminal/style.ts";
import { complain, ExitCode, stopOnSignal, type Terminal } from "../terminal/terminal.ts";
import { readClusters } from "./inventory/clusters.ts";
import { readFolder } from "./inventory/folder.ts";
import { type HistoryOptions, History } from "./judge/history.ts";
import { lint } from "./lint/lint.ts";
import { type Finding, hasFinding, type Severity } from "./model/finding.ts";
import { sumsOf } from "./model/gain.ts";
import type { Inventory } from "./model/inventory.ts";
import type { FleetReport, Price } from "./model/report.ts";
import { filesOf, folderProblem, writeFolder } from "./output/folder.ts";
import { sarifOf } from "./output/sarif.ts";
import { fleetText } from "./output/text.ts";
import { priceOf, pricesIn } from "./rank/price.ts";

import packageJson from "../../package.json" with { type: "json" };

export interface FleetOptions extends HistoryOptions {
  readonly context: readonly string[];
  readonly filename?: readonly string[];
  readonly namespace: readonly string[];
  readonly price?: string;
  readonly all?: true;
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

interface Asked {
  readonly inventories: readonly Inventory[];
  readonly price: Price | null;
}

/** Reads, checks, replays and prints. Returns the exit code. */
export async function runFleet(terminal: Terminal, options: FleetOptions): Promise<number> {
  const now = Date.now();
  const stopped = stopOnSignal();
  const asked = await read(options, stopped);
  if (!asked.ok) return complain(terminal, ExitCode.Usage, ...asked.error);
  const { inventories, price } = asked.value;
  const findings = inventories.flatMap(inventory => lint(inventory, now));
  const report = reporter(inventories, findings, { price, now });
  const history = await History.of(options, {
    env: terminal.env,
    now,
    inventories,
    findings,
    price,
  });
  if (!history.ok) return complain(terminal, ExitCode.Usage, history.error);
  await history.value?.judge({
    signal: stopped,
    output: terminal.stderr,
    onProgress: () => save(options, report(history.value)),
  });
  const final = report(history.value);
  const problem = await save(options, final);
  if (problem !== null) return complain(terminal, ExitCode.Usage, problem);
  terminal.stdout.write(outputs[options.output](final, terminal, options));
  return hasFinding(findings, options.failOn) ? ExitCode.Failed : ExitCode.Ok;
}

/** Everything that can be wrong with the input, before the work begins. Errors: sentences. */
async function read(
  options: FleetOptions,
  signal: AbortSignal,
): Promise<Result<Asked, readonly string[]>> {
  const { price: text, out } = options;
  const prices = text === undefined ? ok(null) : pricesIn(text);
  if (!prices.ok) return err([prices.error]);
  const unwritable = out === undefined ? null : folderProblem(out);
  if (unwritable !== null) return err([unwritable]);
  const inventories = await readAll(options, signal);
  if (!inventories.ok) return inventories;
  const capacities = inventories.value.map(({ capacity }) => capacity);
  const price = prices.value && priceOf(prices.value, capacities);
  if (price && !price.ok) return err([price.error]);
  return ok({ inventories: inventories.value, price: price && price.value });
}

async function readAll(
  { filename = [], context, namespace }: FleetOptions,
  signal: AbortSignal,
): Promise<Result<readonly Inventory[], readonly string[]>> {
  if (filename.length === 0) {
    const read = await readClusters({ contexts: context, namespaces: namespace }, signal);
    if (!read.ok) return err([read.error]);
    const isEmpty = read.value.every(
      ({ objects, unread }) => objects.length === 0 && unread.length > 0,
    );
    return isEmpty
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

const reporter =
  (
    inventories: readonly Inventory[],
    findings: readonly Finding[],
    { price, now }: { readonly price: Price | null; readonly now: EpochMs },
  ) =>
  (history: History | null): FleetReport => {
    const clusters = inventories.map(({ cluster, objects, unread }) => ({
      ...{ cluster, objects: objects.length, unread },
    }));
    const ranked = history?.ranked ?? [];
    return {
      ...{ generatedAt: now, clusters, findings, price, ranked },
      history: history?.summary ?? null,
      sums: sumsOf({ clusters, findings, ranked }),
    };
  };

/** Returns why that is impossible; null: it is done, or not asked for. */
const save = async ({ out }: FleetOptions, report: FleetReport): Promise<string | null> =>
  out === undefined ? null : writeFolder(out, filesOf(report));
