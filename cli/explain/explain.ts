// cli/explain/: `trimtab explain`. main.ts and cli/top/ import it.

import type { Readable } from "node:stream";
import { text as textOfStream } from "node:stream/consumers";

import { Command, Option } from "commander";

import { err, ok, type Result } from "../../engine/result.ts";
import { ExitCode, type Terminal } from "../terminal/terminal.ts";
import { explain } from "./explanation.ts";
import { renderExplanation } from "./explain-output.ts";
import { openInput } from "../terminal/lines.ts";
import { readObjects } from "../objects/read-objects.ts";
import { type Kind, kindNames, type ScalingObject } from "../objects/scaling-object.ts";
import { complaint, printableJson } from "../terminal/printable.ts";
import { pageFor } from "../terminal/style.ts";

const HELP = `
Reads the status of an Autoscaler or a ClusterProportionalAutoscaler and shows what each source
requests, which one wins, how the stabilization window, the rate limits and the bounds change the
result, when it was decided, and what blocks it. Uses the cluster of KUBECONFIG; -f needs no cluster.

Exit status: 0 explained, 1 not found or no answer, 2 wrong usage, an ambiguous name or an
unreadable file.

Examples:
  trimtab explain web -n shop
  trimtab explain coredns -n kube-system --kind cpa -o json
  kubectl get cpa -A -o yaml | trimtab explain coredns -f -`;

const kindOptions: ReadonlyMap<string, Kind> = new Map([
  ["autoscaler", "Autoscaler"],
  ["asc", "Autoscaler"],
  ["cpa", "ClusterProportionalAutoscaler"],
]);

interface Options {
  readonly namespace?: string;
  readonly kind?: string;
  readonly output: "text" | "json";
  readonly filename?: string;
}

export function explainCommand(terminal: Terminal): Command {
  return new Command("explain")
    .summary("explain the replica count of a workload")
    .description("Explains in plain sentences why a workload has its current replica count.")
    .argument("<name>", "name of the Autoscaler or ClusterProportionalAutoscaler")
    .option("-n, --namespace <namespace>", "its namespace; default: that of the kubeconfig")
    .addOption(
      new Option("--kind <kind>", "its kind, if both kinds have an object of that name").choices([
        ...kindOptions.keys(),
      ]),
    )
    .addOption(
      new Option("-o, --output <format>", "output format")
        .choices(["text", "json"])
        .default("text"),
    )
    .option(
      "-f, --filename <file>",
      "YAML or JSON with the object, instead of a cluster; - for stdin",
    )
    .addHelpText("after", HELP)
    .action(async (name: string, { output, filename, namespace, ...options }: Options) => {
      const kind = options.kind === undefined ? undefined : kindOptions.get(options.kind);
      const query = { name, kinds: kind ? [kind] : kindNames, namespace };
      const found =
        filename === undefined
          ? await findInCluster(query)
          : await findInFile(query, filename, terminal.stdin);
      if (!found.ok) {
        terminal.stderr.write(complaint(found.error.message));
        terminal.exitCode = found.error.exitCode;
        return;
      }
      const now = Date.now();
      const explanation = explain(found.value);
      const text =
        output === "json"
          ? `${printableJson(explanation, 2)}\n`
          : renderExplanation(explanation, pageFor(terminal.stdout, terminal.env), now);
      terminal.stdout.write(text);
    });
}

interface Failure {
  readonly message: string;
  readonly exitCode: number;
}

type Found = Result<ScalingObject, Failure>;

const failed = (message: string): Failure => ({ message, exitCode: ExitCode.Failed });
const misused = (message: string): Failure => ({ message, exitCode: ExitCode.Usage });

interface Query {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly namespace: string | undefined;
}

async function findInCluster(query: Query): Promise<Found> {
  const { Cluster } = await import("../objects/cluster.ts");
  const cluster = new Cluster();
  try {
    const current = cluster.currentNamespace();
    if (!current.ok) return err(failed(current.error));
    const namespace = query.namespace ?? current.value;
    const found = await cluster.find(namespace, query.name, query.kinds);
    return found.ok ? theOne(found.value, query, namespace) : err(failed(found.error));
  } finally {
    await cluster.close();
  }
}

async function findInFile(query: Query, file: string, stdin: Readable): Promise<Found> {
  let text: string;
  try {
    text = await textOfStream(openInput(file, stdin));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return err(misused(`cannot read ${file}: ${error.message}`));
  }
  const { namespace } = query;
  const objects = readObjects(text);
  if (!objects.ok) return err(failed(`${file}: ${objects.error}`));
  const called = objects.value.filter(
    object =>
      object.name === query.name &&
      query.kinds.includes(object.kind) &&
      (namespace === undefined || object.namespace === namespace),
  );
  return theOne(called, query, namespace ?? null);
}

/** The only object; otherwise a sentence that says how to choose one. */
function theOne(objects: readonly ScalingObject[], query: Query, namespace: string | null): Found {
  const { name, kinds } = query;
  const [first, second] = objects;
  if (first === undefined) {
    const place = namespace === null ? "" : ` in namespace ${namespace}`;
    const nothing = `there is no ${kinds.join(" and no ")} ${name}${place}`;
    return err(failed(`${nothing}; \`trimtab top -A\` shows all there are`));
  }
  if (second === undefined) return ok(first);
  const list = objects.map(object => `${object.kind} ${object.namespace}/${object.name}`);
  const isKind = first.kind !== second.kind && first.namespace === second.namespace;
  const choose = isKind ? "--kind autoscaler or --kind cpa" : "--namespace";
  return err(misused(`${name} may be ${list.join(" or ")}: choose with ${choose}`));
}
