import { stringify } from "yaml";

import { err, ok, type Result } from "../../engine/result.ts";
import type { Cluster, Created } from "../objects/cluster.ts";
import { failed, type Failure, misused, withCluster } from "../objects/one-object.ts";
import { group } from "../objects/scaling-object.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readInputs } from "../validate/inputs.ts";
import { pathTo, type Workload, workloadsIn, workloadsOf } from "./targets.ts";
import { milliUnits } from "../../engine/observation/values/quantity.ts";

export interface Options extends Usage {
  readonly filename?: readonly string[];
  readonly min: number;
  readonly max: number;
  readonly name?: string;
  readonly namespace?: string;
  readonly dryRun: "none" | "client" | "server";
  readonly output?: "json" | "name" | "yaml";
  readonly fieldManager: string;
}

type Done = Result<null, Failure>;

/** Creates an Autoscaler for each workload, or prints it. */
export async function autoscale(
  terminal: Terminal,
  args: string[],
  options: Options,
): Promise<Done> {
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
    print(terminal, objectFor(plan, options, namespace), options);
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
  for await (const input of readInputs(filename, stdin)) {
    if (!input.ok) return input;
    const found = workloadsIn(input.value.file, input.value.text);
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

const store = (terminal: Terminal, plans: readonly Plan[], options: Options): Promise<Done> =>
  withCluster(async cluster => {
    for (const plan of plans) {
      const stored = await storeOne(cluster, plan, options);
      if (!stored.ok) return err(failed(stored.error));
      print(terminal, stored.value, options);
    }
    return ok(null);
  });

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

function print({ stdout }: Terminal, object: unknown, options: Options): void {
  const { output, dryRun } = options;
  if (output === "json") stdout.write(`${printableJson(object, 4)}\n`);
  else if (output === "yaml") {
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

interface Usage {
  readonly cpuPercent?: number;
  readonly cpu?: string;
  readonly memory?: string;
}

interface Metric {
  readonly type: "Resource";
  readonly resource: { readonly name: string; readonly target: object };
}

/**
 * The metrics that --cpu-percent, --cpu and --memory ask for.
 *
 * Errors  a sentence.
 * Source  kubectl 1.36, pkg/cmd/autoscale/autoscale.go.
 */
function metricsFor({ cpuPercent = -1, cpu, memory }: Usage): Result<Metric[], string> {
  if (cpuPercent > 0 && cpu !== undefined) {
    return err("--cpu-percent and --cpu are mutually exclusive");
  }
  const percent = cpuPercent > 0 ? [metricOf("cpu", utilization(cpuPercent))] : [];
  const given = [
    { name: "cpu", text: cpu, unit: "m" },
    { name: "memory", text: memory, unit: "Mi" },
  ].flatMap(({ name, text, unit }) =>
    text === undefined ? [] : [{ name, text, target: targetOf(text.trim(), unit) }],
  );
  const wrong = given.find(({ target }) => target === null);
  if (wrong) {
    const example = wrong.name === "cpu" ? "70% or 500m" : "60% or 200Mi";
    return err(`--${wrong.name}=${wrong.text} is no ${wrong.name}: write ${example}`);
  }
  return ok([...percent, ...given.map(({ name, target }) => metricOf(name, target ?? {}))]);
}

const metricOf = (name: string, target: object): Metric => ({
  type: "Resource",
  resource: { name, target },
});

const utilization = (percent: number) => ({ type: "Utilization", averageUtilization: percent });

/** A percentage, a number in `unit`, or a quantity; null: none of them. */
function targetOf(text: string, unit: string): object | null {
  const percent = /^\+?(\d{1,9})%$/.exec(text)?.[1];
  if (percent !== undefined) return utilization(Number(percent));
  const isNumber = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(text);
  const averageValue = isNumber ? `${Number(text)}${unit}` : text;
  return milliUnits(averageValue).ok ? { type: "AverageValue", averageValue } : null;
}
