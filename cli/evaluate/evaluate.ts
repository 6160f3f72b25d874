// cli/evaluate/: `trimtab evaluate`, and the recorded cases that it decides as the operator would.

import { once } from "node:events";
import type { Writable } from "node:stream";

import { Command } from "commander";
import { stringify } from "yaml";

import { decideAutoscalerCase, type StepOutcome } from "./autoscaler-case.ts";
import { type CaseOutcome, decideProportionalCase } from "./proportional-case.ts";
import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { withoutQuote } from "../objects/read-objects.ts";
import { outputOption } from "../terminal/choice.ts";
import { complain, ExitCode, type Terminal, linesOf, openInput } from "../terminal/terminal.ts";
import { printable, printableJson } from "../terminal/printable.ts";

const HELP = `
A case is one JSON object on one line:
  {"name", "configMap": {"data"}, "cluster"}    decided like upstream's controller (CPA-1.10)
  {"name", "autoscaler", "cluster"}             a ClusterProportionalAutoscaler, by its spec
  cluster: {"totalNodes", "schedulableNodes", "totalCores", "schedulableCores",
            and "pods", "namespaces" and "resources" if they count}
  {"name", "autoscaler", "settings", "steps"}   an Autoscaler or a HorizontalPodAutoscaler (HPA-1.36)
  steps: {"now", "scale", "pods", "metrics", and "autoscaler" after an edit}
docs/recorded-cases.md describes every field: failing calls, restarts, several objects, and so on.

The result of a case is its name with the replicas and the trace of votes and steps, or with the
error if its parameters are invalid. With steps, each step has its own result and status. Lines that
are not cases are reported on standard error with their line number.

Exit status: 0 all cases were decided, 1 some lines were not cases, 2 wrong usage or unreadable file.

Examples:
  trimtab evaluate -f cases.jsonl.gz
  kubectl get configmap dns-autoscaler -n kube-system -o json |
    jq -c '{name: "dns", configMap: {data}, cluster:
            {totalNodes: 40, schedulableNodes: 40, totalCores: 320, schedulableCores: 320}}' |
    trimtab evaluate -f - -o table`;

export function evaluateCommand(terminal: Terminal): Command {
  return new Command("evaluate")
    .summary("evaluate recorded observations offline")
    .description("Evaluates recorded observations offline, with the functions of the controller.")
    .requiredOption(
      "-f, --filename <file>",
      "cases, one per line; .gz is decompressed; - for stdin",
    )
    .addOption(outputOption(formats))
    .addHelpText("after", HELP)
    .action(async ({ filename, output }: { filename: string; output: Format }) => {
      terminal.exitCode = await evaluate(terminal, filename, output);
    });
}

/** Decides line by line, with at most one case in memory. Returns the exit code. */
async function evaluate(terminal: Terminal, filename: string, output: Format): Promise<number> {
  const { stdin, stdout, stderr } = terminal;
  const { header, render } = renderers[output];
  let number = 0;
  let exitCode: number = ExitCode.Ok;
  try {
    await write(stdout, header);
    for await (const line of linesOf(openInput(filename, stdin))) {
      number += 1;
      if (line.trim() === "") continue;
      const evaluated = evaluateLine(line);
      if (evaluated.ok) {
        await write(stdout, render(evaluated.value));
        continue;
      }
      exitCode = ExitCode.Failed;
      stderr.write(`${filename}:${number}: ${printable(evaluated.error)}\n`);
    }
    return exitCode;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return complain(terminal, ExitCode.Usage, `cannot read ${filename}: ${error.message}`);
  }
}

/** The fields that tell the kind of a case. */
interface Recorded {
  readonly name?: unknown;
  readonly autoscaler?: { readonly kind?: unknown } | null;
  readonly autoscalers?: unknown;
}

function evaluateLine(line: string): Result<Evaluated, string> {
  let raw: unknown;
  try {
    raw = JSON.parse(line);
  } catch (error) {
    return err(`not JSON: ${withoutQuote(error)}`);
  }
  const recorded = (raw ?? {}) as Recorded;
  const name = typeof recorded.name === "string" ? recorded.name : "";
  const outcome = decideCase(raw, recorded);
  if (!outcome.ok) return err(name === "" ? outcome.error : `${name}: ${outcome.error}`);
  return ok({ name, ...outcome.value });
}

function decideCase(raw: unknown, recorded: Recorded): Result<Outcome, string> {
  if (recorded.autoscalers !== undefined) return decideAutoscalerCase(raw);
  const kind = recorded.autoscaler?.kind;
  switch (kind) {
    case undefined:
    case "ClusterProportionalAutoscaler":
      return decideProportionalCase(raw);
    case "Autoscaler":
    case "HorizontalPodAutoscaler":
      return decideAutoscalerCase(raw);
    default:
      return err(`there are no cases of kind ${JSON.stringify(kind)}`);
  }
}

/** Waits for a slower reader, so that the output does not accumulate in memory. */
async function write(stdout: Writable, text: string): Promise<void> {
  if (text !== "" && !stdout.write(text)) await once(stdout, "drain");
}

/** The result of a case: one size, or one for every recorded sync. */
type Outcome = CaseOutcome | { readonly steps: readonly StepOutcome[] };

type Evaluated = { readonly name: string } & Outcome;

const formats = ["json", "yaml", "table"] as const;
type Format = (typeof formats)[number];

/** Columns have fixed widths, because a row is printed before the next one is known. */
const row = (name: string, replicas: string, why: string): string =>
  `${printable(name).padEnd(24)} ${replicas.padStart(10)}  ${printable(why)}`.trimEnd() + "\n";

export const renderers: Readonly<
  Record<Format, { readonly header: string; readonly render: (evaluated: Evaluated) => string }>
> = {
  json: { header: "", render: evaluated => `${printableJson(evaluated)}\n` },
  yaml: { header: "", render: evaluated => `---\n${stringify(evaluated)}` },
  table: {
    header: row("NAME", "REPLICAS", "WHY"),
    render: evaluated => {
      const { name } = evaluated;
      if ("error" in evaluated) return row(name, "-", evaluated.error);
      if ("replicas" in evaluated) return row(name, `${evaluated.replicas}`, why(evaluated.trace));
      return evaluated.steps
        .map((step, index) => row(`${name}[${index}]`, `${step.desiredReplicas}`, why(step.trace)))
        .join("");
    },
  },
};

/** The winning vote, and the later steps that changed the count. */
function why(trace: StepOutcome["trace"]): string {
  return trace
    .filter(part => "step" in part && (part.step === "combine" || part.before !== part.after))
    .map(({ message }) => message)
    .join("; ");
}
