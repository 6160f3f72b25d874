import { Command, Option } from "commander";

import { err, ok, type Result } from "../../engine/result.ts";
import type { Cluster } from "../objects/cluster.ts";
import {
  failed,
  type Failure,
  findInCluster,
  kindOptions,
  type Query,
  queryOf,
} from "../objects/one-object.ts";
import type { ScalingObject } from "../objects/scaling-object.ts";
import { complaint, printable } from "../terminal/printable.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface ObjectOptions {
  readonly namespace?: string;
  readonly kind?: string;
}

export const objectCommand = (verb: string): Command =>
  new Command(verb)
    .argument("<name>", "name of the Autoscaler or ClusterProportionalAutoscaler")
    .option("-n, --namespace <namespace>", "its namespace; default: that of the kubeconfig")
    .addOption(
      new Option("--kind <kind>", "its kind, if both kinds have an object of that name").choices([
        ...kindOptions.keys(),
      ]),
    );

export interface Planned {
  /** null: the annotation is removed. */
  readonly annotations: Readonly<Record<string, string | null>>;
  /** What to print afterwards. */
  readonly done: string;
  /** Whether that is not what the user asked for; absent: it is. */
  readonly isFailure?: boolean;
}

/** Finds an object in the cluster and writes annotations to it, and to no other object of its name. */
export async function annotate(
  terminal: Terminal,
  name: string,
  options: ObjectOptions,
  plan: (object: ScalingObject) => Planned,
): Promise<void> {
  const { Cluster } = await import("../objects/cluster.ts");
  const cluster = new Cluster();
  try {
    const done = await annotated(cluster, queryOf(name, options), plan);
    if (done.ok) {
      terminal.stdout.write(`${printable(done.value)}\n`);
      return;
    }
    terminal.stderr.write(complaint(done.error.message));
    terminal.exitCode = done.error.exitCode;
  } finally {
    await cluster.close();
  }
}

async function annotated(
  cluster: Cluster,
  query: Query,
  plan: (object: ScalingObject) => Planned,
): Promise<Result<string, Failure>> {
  const found = await findInCluster(cluster, query);
  if (!found.ok) return found;
  const { annotations, done, isFailure = false } = plan(found.value);
  const isNothing = Object.keys(annotations).length === 0;
  const written = isNothing ? ok(null) : await cluster.annotate(found.value, annotations);
  if (!written.ok) return err(failed(written.error));
  return isFailure ? err(failed(done)) : ok(done);
}
