import { Command, Option } from "commander";

import { ok, type Result } from "../../engine/result.ts";
import { complaint, printable } from "../terminal/printable.ts";
import { pageFor } from "../terminal/style.ts";
import { complain, ExitCode, type Terminal } from "../terminal/terminal.ts";
import { type Input, readInputs } from "../validate/inputs.ts";
import type { Proof } from "./prove/verdict.ts";
import type { ConvertedInputs, Wanted } from "./convert-inputs.ts";

const HELP = `
Converts HorizontalPodAutoscalers, KEDA ScaledObjects, WatermarkPodAutoscalers and
PredictiveHorizontalPodAutoscalers to Autoscalers, and the Deployment of a
cluster-proportional-autoscaler to a ClusterProportionalAutoscaler; with --to hpa, Autoscalers to
HorizontalPodAutoscalers. Documents of other kinds stay as they are; comments and the order of fields
are kept. Needs no cluster.

The converted documents go to the standard output, and a report to the standard error. It lists each
field: same, changed (and why) or lost. With --output json, one JSON object on the standard output
has both.

--prove simulates both: an HPA, or the HPA that KEDA creates for triggers of cpu and memory, and the
Autoscaler; or a cluster-proportional-autoscaler and its successor. LOAD is a source of trimtab simulate,
such as office:days=7, or its options in quotes: --prove '--load load.csv --pod-capacity 50'. For the
latter, it is a file with the columns time, nodes and cores.

Exit status: 0 nothing is lost, 1 a field is lost (unless --allow-lost), an object has no equivalent,
the result is invalid, the sizes of --prove differ, or there is nothing to convert, 2 wrong usage or an unreadable file; then
nothing is printed.

Examples:
  trimtab convert deploy/hpa.yaml > deploy/autoscaler.yaml
  kubectl get hpa --all-namespaces -o yaml | trimtab convert -
  trimtab convert deploy/hpa.yaml --prove office:days=7
  trimtab convert --takeover deploy/hpa.yaml > takeover.sh
  trimtab convert --to hpa deploy/autoscaler.yaml`;

interface Options extends Wanted {
  readonly output: "yaml" | "json";
  readonly allowLost?: true;
  readonly takeover?: true;
  readonly prove?: string;
}

export function convertCommand(terminal: Terminal): Command {
  return new Command("convert")
    .summary("convert other autoscalers, offline")
    .description("Converts other autoscalers to Trimtab's objects, or an Autoscaler to an HPA.")
    .argument("<paths...>", "files, directories, or - for stdin")
    .addOption(
      new Option("--to <kind>", "what to convert to")
        .choices(["trimtab", "hpa"])
        .default("trimtab"),
    )
    .addOption(
      new Option("--algorithm <name>", "whose arithmetic decides: that of the source, or Trimtab-1")
        .choices(["upstream", "Trimtab-1"])
        .default("upstream"),
    )
    .addOption(
      new Option("-o, --output <format>", "output format")
        .choices(["yaml", "json"])
        .default("yaml"),
    )
    .option("--takeover", "print a script that hands a live target over, step by step")
    .option("--prove <load>", "simulate both on a load, and show where their sizes differ")
    .option("--allow-lost", "exit with 0 even if a field is lost")
    .addHelpText("after", HELP)
    .action(async (paths: string[], options: Options) => {
      terminal.exitCode = await convert(terminal, paths, options);
    });
}

/** A HorizontalPodAutoscaler cannot decide without writing, so there is nothing to compare before the switch. */
const noWayThere =
  "--takeover hands a target to an Autoscaler, not to an HPA: the step `back` of its script returns to the HPA";

async function convert(
  terminal: Terminal,
  paths: readonly string[],
  options: Options,
): Promise<number> {
  if (options.takeover && options.to === "hpa") {
    return complain(terminal, ExitCode.Usage, noWayThere);
  }
  const { inputs, problems } = await read(terminal, paths);
  // The rules and the YAML package are large, and the other verbs do not need them.
  const { convertInputs } = await import("./convert-inputs.ts");
  const converted = convertInputs(inputs, options);
  const all = [...problems, ...converted.problems];
  if (all.length > 0) return complain(terminal, ExitCode.Usage, ...all);
  const proof = await proofOf(terminal, converted, options);
  if (!proof.ok) return complain(terminal, ExitCode.Usage, proof.error);
  if (!write(terminal, converted, options)) return ExitCode.Failed;
  for (const line of proof.value.lines) terminal.stderr.write(`${printable(line)}\n`);
  const { isComplete, isValid } = converted;
  const isDone = isValid && (isComplete || options.allowLost === true) && proof.value.isSame;
  return isDone ? ExitCode.Ok : ExitCode.Failed;
}

async function proofOf(
  terminal: Terminal,
  converted: ConvertedInputs,
  options: Options,
): Promise<Result<Proof, string>> {
  if (options.prove === undefined) return ok({ isSame: true, lines: [] });
  const { prove } = await import("./prove/prove.ts");
  return prove(terminal, options.prove, converted.proofInput());
}

async function read({ stdin }: Terminal, paths: readonly string[]) {
  const inputs: Input[] = [];
  const problems: string[] = [];
  for await (const input of readInputs(paths, stdin)) {
    if (input.ok) inputs.push(input.value);
    else problems.push(input.error);
  }
  return { inputs, problems };
}

/** Whether there was something to write. */
function write({ stdout, stderr, env }: Terminal, converted: ConvertedInputs, options: Options) {
  if (options.output === "json" && !options.takeover) {
    stdout.write(converted.json());
    return true;
  }
  const text = options.takeover ? converted.takeover() : ok(converted.text());
  if (text.ok) {
    stdout.write(text.value);
    stderr.write(converted.table(pageFor(stderr, env)));
  } else stderr.write(complaint(text.error));
  return text.ok;
}
