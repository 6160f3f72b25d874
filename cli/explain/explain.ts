// cli/explain/: `trimtab explain`.

import type { Readable } from "node:stream";
import type { Command } from "commander";
import { type EpochMs, err } from "../../engine/model/values/result.ts";
import { outputOption } from "../terminal/choice.ts";
import { complain, type Terminal } from "../terminal/terminal.ts";
import { readInput } from "../validate/inputs.ts";
import { explain, type Explanation, explanationJson } from "./explanation.ts";
import { readObjects } from "../objects/read-objects.ts";
import {
  failed,
  findInCluster,
  type Found,
  misused,
  objectCommand,
  type ObjectOptions,
  type Query,
  queryOf,
  theOne,
  withCluster,
} from "../objects/one-object.ts";
import { printableJson } from "../terminal/printable.ts";
import { entries, indented, type Page, pageFor } from "../terminal/style.ts";
import { absoluteTime, relativeTime } from "../terminal/times.ts";
import { type Block, sentencesOf } from "./sentences.ts";

const HELP = `
Reads the status of an Autoscaler or a ClusterProportionalAutoscaler and shows what each source
requests, which one wins, how the stabilization window, the rate limits and the bounds change the
result, when it was decided, what blocks it, and which section of the troubleshooting page
describes the reason. Uses the cluster of KUBECONFIG; -f needs no cluster.

Exit status: 0 explained, 1 not found or no answer, 2 wrong usage, an ambiguous name or an
unreadable file.

Examples:
  trimtab explain web -n shop
  trimtab explain coredns -n kube-system --kind cpa -o json
  kubectl get cpa -A -o yaml | trimtab explain coredns -f -`;

interface Options extends ObjectOptions {
  readonly output: "text" | "json";
  readonly filename?: string;
}

export function explainCommand(terminal: Terminal): Command {
  return objectCommand("explain")
    .summary("explain the replica count of a workload")
    .description("Explains in plain sentences why a workload has its current replica count.")
    .addOption(outputOption(["text", "json"]))
    .option(
      "-f, --filename <file>",
      "YAML or JSON with the object, instead of a cluster; - for stdin",
    )
    .addHelpText("after", HELP)
    .action(async (name: string, { output, filename, ...options }: Options) => {
      const query = queryOf(name, options);
      const found =
        filename === undefined
          ? await withCluster(cluster => findInCluster(cluster, query))
          : await findInFile(query, filename, terminal.stdin);
      if (!found.ok) {
        terminal.exitCode = complain(terminal, found.error.exitCode, found.error.message);
        return;
      }
      const now = Date.now();
      const explanation = {
        ...explain(found.value, now),
        warnings: found.value.scheduleWarnings(),
      };
      const text =
        output === "json"
          ? `${printableJson(explanationJson(explanation), 2)}\n`
          : renderExplanation(explanation, pageFor(terminal.stdout, terminal.env), now);
      terminal.stdout.write(text);
    });
}

async function findInFile(query: Query, file: string, stdin: Readable): Promise<Found> {
  const text = await readInput(file, stdin);
  if (!text.ok) return err(misused(text.error));
  const { namespace } = query;
  const objects = readObjects(text.value);
  if (!objects.ok) return err(failed(`${file}: ${objects.error}`));
  const called = objects.value.filter(
    object =>
      object.name === query.name &&
      query.kinds.includes(object.kind) &&
      (namespace === undefined || object.namespace === namespace),
  );
  return theOne(called, query, namespace ?? null);
}

/** Longer lines are hard to read, however wide the terminal is. */
const widestText = 100;

export function renderExplanation(explanation: Explanation, page: Page, now: EpochMs): string {
  const to = { ...page, width: Math.min(page.width, widestText) };
  const moment = (time: string): string => {
    const at = Date.parse(time);
    return `${absoluteTime(at)} (${relativeTime(at, now)})`;
  };
  const blocks = sentencesOf(explanation, { now, moment }).map(block => linesOf(block, to));
  return blocks.map(lines => lines.map(line => `${line}\n`).join("")).join("\n");
}

const linesOf = (block: Block, page: Page): string[] =>
  block.flatMap(({ text, style, indent = 0, entries: list = [] }) => [
    ...indented(text, indent, page, style),
    ...entries(list, page),
  ]);
