// cli/validate/: `trimtab validate`.

import { Command } from "commander";

import { outputOption } from "../terminal/choice.ts";
import { ExitCode, type Terminal } from "../terminal/terminal.ts";
import { complaint } from "../terminal/printable.ts";
import { pageFor } from "../terminal/style.ts";
import { readInputs } from "./inputs.ts";
import { type Format, formats, renderers } from "./output.ts";

const HELP = `
Validates every Autoscaler and ClusterProportionalAutoscaler as the API server and the operator do:
against the CRD schema, the rules of the webhook, and for unknown fields. Also reports conflicts
between the objects of all files: two objects with the same name, workloads that another autoscaler
scales, too, and manifests that set replicas or lack a request. Needs no cluster.

In a directory, files that end in .yaml, .yml and .json are read at any depth, except hidden files,
node_modules and Helm chart templates. A file may hold any number of documents, lists and kinds;
objects of other kinds are skipped and counted. Values are parsed as kubectl parses them.

  text    file:line:column: path: message, followed by the remedy
  json    the same as data, with code, severity, kind, namespace and name
  github  annotations for a GitHub Actions workflow

Exit status: 0 all are valid, 1 some are not (with --strict: or have warnings), 2 wrong usage or an
unreadable file.

Examples:
  trimtab validate deploy/ --strict
  helm template charts/app | trimtab validate -
  kustomize build overlays/production | trimtab validate - -o json`;

interface Options {
  readonly output: Format;
  readonly strict?: true;
  readonly conflicts: boolean;
}

export function validateCommand(terminal: Terminal): Command {
  return new Command("validate")
    .summary("validate files offline")
    .description("Finds all errors in files with Trimtab objects, offline.")
    .argument("<paths...>", "files, directories, or - for stdin")
    .addOption(outputOption(formats))
    .option("--strict", "also fail on warnings")
    .option("--no-conflicts", "check each object on its own")
    .addHelpText("after", HELP)
    .action(async (paths: string[], options: Options) => {
      terminal.exitCode = await validate(terminal, paths, options);
    });
}

async function validate(
  { stdin, stdout, stderr, env }: Terminal,
  paths: readonly string[],
  options: Options,
): Promise<number> {
  // The rules are large, and the other verbs do not need them.
  const { Collection } = await import("./collection.ts");
  const collection = new Collection();
  let isReadable = true;
  for await (const input of readInputs(paths, stdin)) {
    if (input.ok) {
      collection.add(input.value.file, input.value.text);
      continue;
    }
    stderr.write(complaint(input.error));
    isReadable = false;
  }
  const report = collection.report(options);
  const { paint } = pageFor(stdout, env);
  stdout.write(renderers[options.output](report, paint));
  if (!isReadable) return ExitCode.Usage;
  const { errors, warnings } = report.summary;
  return errors + (options.strict ? warnings : 0) > 0 ? ExitCode.Failed : ExitCode.Ok;
}
