// cli/autoscale/: `trimtab autoscale`. command-line.ts alone imports it.

import { Command, InvalidArgumentError, Option } from "commander";

import { err, ok, type Result } from "../../engine/result.ts";
import type { Cluster, Created } from "../objects/cluster.ts";
import { failed, type Failure, misused } from "../objects/one-object.ts";
import { group } from "../objects/scaling-object.ts";
import { complaint, printable, printableJson } from "../terminal/printable.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { filesAt, readInput } from "../validate/inputs.ts";
import { pathTo, type Workload, workloadsIn, workloadsOf } from "./targets.ts";
import { metricsFor, type Usage } from "./usage-metrics.ts";

const HELP = `
Takes the arguments of kubectl autoscale and creates an Autoscaler instead, with your own rights.
Without --cpu and --memory, the pods' cpu is kept at 80% of what they request.

--dry-run=client contacts no cluster; --dry-run=server lets the API server and its webhooks check the
object without storing it.

Exit status: 0 created, 1 not found, refused or no answer, 2 wrong usage.

Examples:
  trimtab autoscale deployment/web --cpu=70% --min=2 --max=10
  trimtab autoscale deployment web --max=10 --memory=200Mi --dry-run=client -o yaml`;

interface Options extends Usage {
  readonly filename?: readonly string[];
  readonly min: number;
  readonly max: number;
  readonly name?: string;
  readonly namespace?: string;
  readonly dryRun: "none" | "client" | "server";
  readonly output?: "json" | "name" | "yaml";
  readonly fieldManager: string;
}

export function autoscaleCommand(terminal: Terminal): Command {
  return new Command("autoscale")
    .summary("create an Autoscaler for a workload")
    .description("Creates an Autoscaler with the arguments of kubectl autoscale.")
    .argument("[target...]", "TYPE NAME or TYPE/NAME: deployment, replicaset, statefulset or rc")
    .option(
      "-f, --filename <path...>",
      "files, directories, or - for stdin, with what to autoscale",
    )
    .addOption(count("--min <pods>", "the lower limit; default: 1").default(-1, "1"))
    .addOption(count("--max <pods>", "the upper limit").makeOptionMandatory())
    .option("--cpu <amount>", "cpu to aim for: 70% of the requests, or 500m for each pod")
    .option("--memory <amount>", "memory to aim for: 60% of the requests, or 200Mi for each pod")
    .addOption(count("--cpu-percent <percent>", "the older form of --cpu"))
    .option("--name <name>", "of the Autoscaler; default: that of the workload")
    .option("-n, --namespace <namespace>", "default: that of the manifest or the kubeconfig")
    .addOption(
      new Option("--dry-run [mode]", "do not store it")
        .choices(["none", "client", "server"])
        .default("none")
        .preset("client"),
    )
    .addOption(
      new Option("-o, --output <format>", "output format").choices(["json", "name", "yaml"]),
    )
    .option("--field-manager <name>", "name of who manages the fields", "trimtab-cli")
    .addHelpText("after", HELP)
    .action(async (targets: string[], options: Options) => {
      const done = await autoscale(terminal, targets, options);
      if (done.ok) return;
      terminal.stderr.write(complaint(done.error.message));
      terminal.exitCode = done.error.exitCode;
    });
}

const count = (flags: string, description: string): Option =>
  new Option(flags, description).argParser(text => {
    if (!/^-?\d{1,9}$/.test(text)) throw new InvalidArgumentError("It is not a whole number.");
    return Number(text);
  });

type Done = Result<null, Failure>;

async function autoscale(terminal: Terminal, args: string[], options: Options): Promise<Done> {
  const { min, max, dryRun, name } = options;
  if (max < 1) return err(misused(`--max must be at least 1, but is ${max}`));
  if (max < min)
    return err(misused(`--max must be at least --min, but is ${max}, and --min is ${min}`));
  const workloads = await given(terminal, args, options);
  if (!workloads.ok) return err(misused(workloads.error));
  if (name !== undefined && workloads.value.length > 1) {
    return err(misused(`--name names one object, but there are ${workloads.value.length} targets`));
  }
  const metrics = metricsFor(options);
  if (!metrics.ok) return err(misused(metrics.error));
  const planned = workloads.value.map(workload => ({
    workload,
    spec: {
      scaleTargetRef: { apiVersion: workload.apiVersion, kind: workload.kind, name: workload.name },
      ...(min > 0 ? { minReplicas: min } : {}),
      maxReplicas: max,
      ...(metrics.value.length > 0 ? { metrics: metrics.value } : {}),
    },
  }));
  if (dryRun !== "client") return store(terminal, planned, options);
  for (const plan of planned) {
    const namespace = options.namespace ?? plan.workload.namespace;
    await print(terminal, objectFor(plan, options, namespace), options);
  }
  return ok(null);
}

async function given(
  { stdin }: Terminal,
  args: readonly string[],
  { filename }: Options,
): Promise<Result<Workload[], string>> {
  if (filename === undefined) return workloadsOf(args);
  if (args.length > 0) return err("write either TYPE/NAME or -f, not both");
  const all: Workload[] = [];
  for (const file of filesAt(filename)) {
    const text = file.ok ? await readInput(file.value, stdin) : file;
    if (!file.ok || !text.ok) return text.ok ? err("") : text;
    const found = workloadsIn(file.value, text.value);
    if (!found.ok) return found;
    all.push(...found.value);
  }
  return ok(all);
}

interface Plan {
  readonly workload: Workload;
  readonly spec: object;
}

/** Without a namespace, the object has none, as with kubectl. */
const objectFor = (
  { workload, spec }: Plan,
  { name = workload.name }: Options,
  namespace: string,
) => ({
  apiVersion: `${group}/v1alpha1`,
  kind: "Autoscaler",
  metadata: { name, ...(namespace === "" ? {} : { namespace }) },
  spec,
});

async function store(terminal: Terminal, plans: readonly Plan[], options: Options): Promise<Done> {
  const { Cluster } = await import("../objects/cluster.ts");
  const cluster = new Cluster();
  try {
    for (const plan of plans) {
      const stored = await storeOne(cluster, plan, options);
      if (!stored.ok) return err(failed(stored.error));
      await print(terminal, stored.value, options);
    }
    return ok(null);
  } finally {
    await cluster.close();
  }
}

async function storeOne(
  cluster: Cluster,
  plan: Plan,
  options: Options,
): Promise<Result<unknown, string>> {
  const current = cluster.currentNamespace();
  if (!current.ok) return current;
  const { workload } = plan;
  const named = options.namespace ?? workload.namespace;
  const namespace = named === "" ? current.value : named;
  const path = pathTo(workload, namespace);
  const found = path === null ? ok(true) : await cluster.has(path);
  if (!found.ok) return found;
  if (!found.value) {
    return err(`there is no ${workload.kind} ${workload.name} in namespace ${namespace}`);
  }
  const query = {
    fieldManager: options.fieldManager,
    ...(options.dryRun === "server" ? { dryRun: "All" } : {}),
  };
  return cluster.create(objectFor(plan, options, namespace) as Created, query);
}

async function print({ stdout }: Terminal, object: unknown, options: Options): Promise<void> {
  const { output, dryRun } = options;
  if (output === "json") stdout.write(`${printableJson(object, 4)}\n`);
  else if (output === "yaml") {
    const { stringify } = await import("yaml");
    // Several objects are documents of one stream.
    stdout.write(`---\n${stringify(object, { version: "1.1" })}`);
  } else {
    const { name } = (object as Created).metadata;
    const done = dryRun === "client" ? "created (dry run)" : "autoscaled";
    const how = dryRun === "server" ? " (server dry run)" : "";
    const line = `autoscaler.${group}/${name}`;
    stdout.write(`${printable(output === "name" ? line : `${line} ${done}${how}`)}\n`);
  }
}
