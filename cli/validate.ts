import { Command, Option } from "commander";

import { ExitCode } from "./exit-code.ts";
import { pageFor } from "./style.ts";
import { filesAt, readInput } from "./validate-inputs.ts";
import { type Format, formats, renderers } from "./validate-output.ts";

const HELP = `
Judges every Autoscaler and ClusterProportionalAutoscaler as the API server and the operator would:
by the schema of its CRD, by the rules of the webhook, and for fields that nobody knows. Also told
is what the objects of all files say against each other: two of one name, and workloads that another
of them, a HorizontalPodAutoscaler or a ScaledObject of KEDA scales, too. No cluster is asked.

Of a folder, files that end in .yaml, .yml and .json are read at any depth, but nothing hidden, no
node_modules and no templates of a Helm chart. Any number of documents, lists and kinds may be in a
file; what is of another kind is skipped and counted. Values are read as kubectl reads them.

  text    file:line:column: path: message, with the remedy beneath
  json    all of that as data, with code, severity, kind, namespace and name
  github  annotations of a workflow of GitHub Actions

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

export function validateCommand(): Command {
  return new Command("validate")
    .summary("find mistakes in files, offline")
    .description("Finds all mistakes in files with objects of Trimtab, offline.")
    .argument("<paths...>", "files, folders, - for stdin")
    .addOption(
      new Option("-o, --output <format>", "output format").choices(formats).default("text"),
    )
    .option("--strict", "fail for warnings, too")
    .option("--no-conflicts", "judge each object by itself")
    .addHelpText("after", HELP)
    .action(async (paths: string[], options: Options) => {
      process.exitCode = await validate(paths, options);
    });
}

/** Returns the exit code. */
async function validate(paths: readonly string[], options: Options): Promise<number> {
  // The schema compiler is large, and the other verbs do not need it.
  const { Collection } = await import("./validate-collection.ts");
  const collection = new Collection();
  let isReadable = true;
  for (const file of filesAt(paths)) {
    const text = file.ok ? await readInput(file.value) : file;
    if (file.ok && text.ok) {
      collection.add(file.value, text.value);
      continue;
    }
    process.stderr.write(`trimtab: ${text.ok ? "" : text.error}\n`);
    isReadable = false;
  }
  const report = collection.report(options);
  const { paint } = pageFor(process.stdout, process.env);
  process.stdout.write(renderers[options.output](report, paint));
  if (!isReadable) return ExitCode.Usage;
  const { errors, warnings } = report.summary;
  return errors + (options.strict ? warnings : 0) > 0 ? ExitCode.Failed : ExitCode.Ok;
}
