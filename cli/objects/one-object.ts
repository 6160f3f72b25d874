import { Command, Option } from "commander";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { ExitCode } from "../terminal/terminal.ts";
import type { Cluster } from "./cluster.ts";
import { type Kind, kindNames, type ScalingObject } from "./scaling-object.ts";

/** The values of --kind. */
const kindOptions = {
  autoscaler: "Autoscaler",
  asc: "Autoscaler",
  cpa: "ClusterProportionalAutoscaler",
} as const;

export interface ObjectOptions {
  readonly namespace?: string;
  readonly kind?: keyof typeof kindOptions;
}

export const objectCommand = (verb: string): Command =>
  new Command(verb)
    .argument("<name>", "name of the Autoscaler or ClusterProportionalAutoscaler")
    .option("-n, --namespace <namespace>", "its namespace; default: that of the kubeconfig")
    .addOption(
      new Option("--kind <kind>", "its kind, if both kinds have an object of that name").choices(
        Object.keys(kindOptions),
      ),
    );

export interface Failure {
  readonly message: string;
  readonly exitCode: number;
}

export const failed = (message: string): Failure => ({ message, exitCode: ExitCode.Failed });
export const misused = (message: string): Failure => ({ message, exitCode: ExitCode.Usage });

export interface Query {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly namespace: string | undefined;
}

export const queryOf = (name: string, { namespace, kind }: ObjectOptions): Query => ({
  ...{ name, kinds: kind ? [kindOptions[kind]] : kindNames, namespace },
});

export type Found = Result<ScalingObject, Failure>;

/** The client of the API server is large, so only the verbs that need it load it, and only when they run. */
export async function withCluster<Value>(
  work: (cluster: Cluster) => Promise<Value>,
): Promise<Value> {
  const { Cluster } = await import("./cluster.ts");
  const cluster = new Cluster();
  try {
    return await work(cluster);
  } finally {
    await cluster.close();
  }
}

export async function findInCluster(cluster: Cluster, query: Query): Promise<Found> {
  const current = cluster.currentNamespace();
  if (!current.ok) return err(failed(current.error));
  const namespace = query.namespace ?? current.value;
  const found = await cluster.find(namespace, query.name, query.kinds);
  return found.ok ? theOne(found.value, query, namespace) : err(failed(found.error));
}

/** The only object; otherwise a sentence that says how to choose one. */
export function theOne(
  objects: readonly ScalingObject[],
  { name, kinds }: Query,
  namespace: string | null,
): Found {
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
