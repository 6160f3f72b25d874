import { stringify } from "yaml";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import type { Autoscaler, MetricSpec, MetricTarget } from "../../crds/generated/autoscaler.ts";
import type { Cluster } from "../objects/cluster.ts";
import { failed, type Failure, misused, withCluster } from "../objects/one-object.ts";
import { group } from "../objects/scaling-object.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readInputs } from "../validate/inputs.ts";
import { pathTo, type Workload, workloadsIn, workloadsOf } from "./targets.ts";
import { milliUnits } from "../../engine/model/values/quantity.ts";

export interface Options {
  readonly cpuPercent?: number;
  readonly cpu?: string;
  readonly memory?: string;
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
export async function autoscale(terminal: Terminal, args: string[], options: Options) {
  const { min, max, name } = options;
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
  const plan: Plan = { ...options, metrics: metrics.value };
  if (plan.dryRun !== "client") return store(terminal, workloads.value, plan);
  for (const workload of workloads.value) {
    const namespace = plan.namespace ?? workload.namespace;
    print(terminal, objectFor(workload, plan, namespace), plan);
  }
  return ok(null);
}

async function given({ stdin }: Terminal, args: readonly string[], { filename }: Options) {
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

interface Plan extends Options {
  readonly metrics: MetricSpec[];
}

/** Without a namespace, the object has none, as with kubectl. */
const objectFor = (
  { apiVersion, kind, name: target }: Workload,
  { name = target, min, max, metrics }: Plan,
  namespace: string,
): Autoscaler => ({
  apiVersion: `${group}/v1alpha1`,
  kind: "Autoscaler",
  metadata: { name, ...(namespace === "" ? {} : { namespace }) },
  spec: {
    scaleTargetRef: { apiVersion, kind, name: target },
    ...(min > 0 ? { minReplicas: min } : {}),
    maxReplicas: max,
    ...(metrics.length > 0 ? { metrics } : {}),
  },
});

const store = (terminal: Terminal, workloads: readonly Workload[], plan: Plan): Promise<Done> =>
  withCluster(async cluster => {
    for (const workload of workloads) {
      const stored = await storeOne(cluster, workload, plan);
      if (!stored.ok) return err(failed(stored.error));
      print(terminal, stored.value, plan);
    }
    return ok(null);
  });

async function storeOne(cluster: Cluster, workload: Workload, plan: Plan) {
  const current = cluster.currentNamespace();
  if (!current.ok) return current;
  const named = plan.namespace ?? workload.namespace;
  const namespace = named === "" ? current.value : named;
  const path = pathTo(workload, namespace);
  const found = path === null ? ok(true) : await cluster.has(path);
  if (!found.ok) return found;
  if (!found.value) {
    return err(`there is no ${workload.kind} ${workload.name} in namespace ${namespace}`);
  }
  const query = {
    fieldManager: plan.fieldManager,
    ...(plan.dryRun === "server" ? { dryRun: "All" } : {}),
  };
  return cluster.create(namespace, objectFor(workload, plan, namespace), query);
}

function print({ stdout }: Terminal, object: unknown, options: Options): void {
  const { output, dryRun } = options;
  if (output === "json") stdout.write(`${printableJson(object, 4)}\n`);
  else if (output === "yaml") {
    // Several objects are documents of one stream.
    stdout.write(`---\n${stringify(object, { version: "1.1" })}`);
  } else {
    const { name } = (object as Autoscaler).metadata ?? {};
    const done = dryRun === "client" ? "created (dry run)" : "autoscaled";
    const how = dryRun === "server" ? " (server dry run)" : "";
    const line = `autoscaler.${group}/${name}`;
    stdout.write(`${printable(output === "name" ? line : `${line} ${done}${how}`)}\n`);
  }
}

/**
 * The metrics that --cpu-percent, --cpu and --memory ask for.
 *
 * Errors  a sentence.
 * Source  kubectl 1.36, pkg/cmd/autoscale/autoscale.go.
 */
function metricsFor({ cpuPercent = -1, cpu, memory }: Options): Result<MetricSpec[], string> {
  if (cpuPercent > 0 && cpu !== undefined) {
    return err("--cpu-percent and --cpu are mutually exclusive");
  }
  const metrics: MetricSpec[] = [];
  const amounts = [
    {
      name: "cpu",
      text: cpuPercent > 0 ? `${cpuPercent}%` : cpu,
      unit: "m",
      example: "70% or 500m",
    },
    { name: "memory", text: memory, unit: "Mi", example: "60% or 200Mi" },
  ];
  for (const { name, text, unit, example } of amounts) {
    if (text === undefined) continue;
    const target = targetOf(text.trim(), unit);
    if (target === null) return err(`--${name}=${text} is no ${name}: write ${example}`);
    metrics.push({ type: "Resource", resource: { name, target } });
  }
  return ok(metrics);
}

/** A percentage, a number in `unit`, or a quantity; null: none of them. */
function targetOf(text: string, unit: string): MetricTarget | null {
  const percent = /^\+?(\d{1,9})%$/.exec(text)?.[1];
  if (percent !== undefined) return { type: "Utilization", averageUtilization: Number(percent) };
  const isNumber = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/.test(text);
  const averageValue = isNumber ? `${Number(text)}${unit}` : text;
  return milliUnits(averageValue).ok ? { type: "AverageValue", averageValue } : null;
}
