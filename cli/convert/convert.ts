import { Command, Option } from "commander";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { choice, outputOption } from "../terminal/choice.ts";
import { printable } from "../terminal/printable.ts";
import { pageFor } from "../terminal/style.ts";
import { complain, ExitCode, type Terminal } from "../terminal/terminal.ts";
import { type Input, readInputs } from "../validate/inputs.ts";
import { notesOnCharts } from "./files/charts.ts";
import { writeFiles } from "./files/output-files.ts";
import type { ConvertedInputs, Wanted } from "./convert-inputs.ts";

const HELP = `
Converts HorizontalPodAutoscalers, KEDA ScaledObjects, WatermarkPodAutoscalers and
PredictiveHorizontalPodAutoscalers to Autoscalers, and the Deployment of a
cluster-proportional-autoscaler to a ClusterProportionalAutoscaler; with --to hpa, Autoscalers to
HorizontalPodAutoscalers. Documents of other kinds stay as they are; comments and the order of fields
are kept. Needs no cluster.

The converted documents go to the standard output, and a report to the standard error. It lists each
field: same, changed (and why) or lost. With --output json, one JSON object on the standard output
has both. It also names each autoscaler that is skipped, such as a ScaledJob or an HPA that KEDA created,
and counts all kinds; --summary prints only the counts.

--write changes the files in place, --out writes all of them into another folder, and --diff prints the
changes. A file in UTF-16 becomes UTF-8.

--prove simulates both: an HPA, or the HPA that KEDA creates for triggers of cpu and memory, and the
Autoscaler; or a cluster-proportional-autoscaler and its successor. LOAD is a source of trimtab simulate,
such as office:days=7, or its options in quotes: --prove '--load load.csv --pod-capacity 50'. For the
latter, it is a file with the columns time, nodes and cores.

Exit status: 0 nothing is lost, 1 a field is lost (unless --allow-lost), an object is skipped or has
no equivalent, the result is invalid, the sizes of --prove differ, or there is nothing to convert, 2 wrong
usage or an unreadable file; then nothing is printed, except for the other files with --keep-going.

Examples:
  trimtab convert deploy/hpa.yaml > deploy/autoscaler.yaml
  kubectl get hpa --all-namespaces -o yaml | trimtab convert -
  kubectl get hpa,scaledobject -A -o yaml | trimtab convert - --summary
  trimtab convert deploy/hpa.yaml --prove office:days=7
  trimtab convert --takeover deploy/hpa.yaml > takeover.sh
  trimtab convert --to hpa deploy/autoscaler.yaml`;

interface Options extends Wanted {
  readonly output: "yaml" | "json";
  readonly allowLost?: true;
  readonly summary?: true;
  readonly keepGoing?: true;
  readonly write?: true;
  readonly out?: string;
  readonly diff?: true;
  readonly takeover?: true;
  readonly prove?: string;
}

export function convertCommand(terminal: Terminal): Command {
  const command = new Command("convert")
    .summary("convert other autoscalers, offline")
    .description("Converts other autoscalers to Trimtab's objects, or an Autoscaler to an HPA.")
    .argument("<paths...>", "files, directories, or - for stdin")
    .addOption(choice("--to <kind>", "what to convert to", ["trimtab", "hpa"]))
    .addOption(choice("--algorithm <name>", ofAlgorithm, ["upstream", "Trimtab-1"]))
    .addOption(outputOption(["yaml", "json"]))
    .option("--prove <load>", "simulate both on a load, and show where their sizes differ")
    .option("--keep-going", "convert the other files if one is unreadable")
    .option("--allow-lost", "exit with 0 even if a field is lost")
    .addHelpText("after", HELP)
    .action(async (paths: string[], options: Options) => {
      terminal.exitCode = await convert(terminal, paths, options);
    });
  for (const option of outputs()) command.addOption(option);
  return command;
}

const ofAlgorithm = "whose arithmetic decides: that of the source, or Trimtab-1";

/** What goes where: only one of them can be used. */
function outputs(): Option[] {
  const options = [
    new Option("--takeover", "print a script that hands a live target over, step by step"),
    new Option("--summary", "print only how many objects of each kind are converted"),
    new Option("--diff", "print what would change, as diff -u does"),
    new Option("--write", "write the files in place"),
    new Option("--out <folder>", "write all files into a folder, with their paths"),
  ];
  const names = options.map(option => option.attributeName());
  return options.map((option, index) => option.conflicts(names.toSpliced(index, 1)));
}

/** A HorizontalPodAutoscaler cannot decide without writing, so there is nothing to compare before the switch. */
const noWayThere =
  "--takeover hands a target to an Autoscaler, not to an HPA: the step `back` of its script returns to the HPA";

async function convert(terminal: Terminal, paths: readonly string[], options: Options) {
  if (options.takeover && options.to === "hpa") {
    return complain(terminal, ExitCode.Usage, noWayThere);
  }
  const { inputs, problems } = await read(terminal, paths);
  // The rules and the YAML package are large, and the other verbs do not need them.
  const { convertInputs, directions } = await import("./convert-inputs.ts");
  const converted = convertInputs(inputs, options);
  const all = [...problems, ...converted.problems];
  complain(terminal, ExitCode.Usage, ...all);
  if (all.length > 0 && !options.keepGoing) return ExitCode.Usage;
  const proof = await proofOf(terminal, converted, options);
  if (!proof.ok) return complain(terminal, ExitCode.Usage, proof.error);
  const charts = notesOnCharts(paths, directions[options.to].relevant);
  const text = write(converted, paths, options);
  if (!text.ok) return complain(terminal, ExitCode.Failed, text.error);
  const { stdout, stderr, env } = terminal;
  stdout.write(text.value.stdout);
  if (hasReport(options)) stderr.write(converted.table(pageFor(stderr, env)));
  complain(terminal, ExitCode.Failed, ...text.value.notes, ...charts);
  stderr.write(proof.value.lines.map(line => `${printable(line)}\n`).join(""));
  if (all.length > 0) return ExitCode.Usage;
  const isDone = isWhole(converted, options) && charts.length === 0 && proof.value.isSame;
  return isDone ? ExitCode.Ok : ExitCode.Failed;
}

const hasReport = ({ output, takeover, diff, summary }: Options): boolean =>
  !summary && (output === "yaml" || takeover === true || diff === true);

const isWhole = ({ isComplete, isValid, hasSkipped }: ConvertedInputs, { allowLost }: Options) =>
  isValid && !hasSkipped && (isComplete || allowLost === true);

async function proofOf(terminal: Terminal, converted: ConvertedInputs, options: Options) {
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

/** Writes the files if they are wanted, and returns what standard output gets. Errors: a sentence. */
function write(
  converted: ConvertedInputs,
  paths: readonly string[],
  { write: inPlace, out, takeover, summary, diff, output, allowLost }: Options,
): Result<{ readonly stdout: string; readonly notes: readonly string[] }, string> {
  const printed = (stdout: string) => ok({ stdout, notes: [] });
  if (takeover) {
    const script = converted.takeover();
    return script.ok ? printed(script.value) : script;
  }
  if (summary) return printed(converted.summary(output));
  if (diff) return printed(converted.diff());
  const isJson = output === "json";
  const isToFiles = inPlace ?? out !== undefined;
  if (!isToFiles) return printed(isJson ? converted.json() : converted.text());
  const { files, notes } = converted.changes(allowLost === true);
  const problem = writeFiles(files, paths, out);
  return problem === null ? ok({ stdout: isJson ? converted.json() : "", notes }) : err(problem);
}
