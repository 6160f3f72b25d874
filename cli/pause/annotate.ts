import { err, ok, type Result } from "../../engine/result.ts";
import type { Cluster } from "../objects/cluster.ts";
import {
  failed,
  type Failure,
  findInCluster,
  type ObjectOptions,
  type Query,
  queryOf,
  withCluster,
} from "../objects/one-object.ts";
import type { ScalingObject } from "../objects/scaling-object.ts";
import { printable } from "../terminal/printable.ts";
import { complain, type Terminal } from "../terminal/terminal.ts";

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
  const done = await withCluster(cluster => annotated(cluster, queryOf(name, options), plan));
  if (done.ok) terminal.stdout.write(`${printable(done.value)}\n`);
  else terminal.exitCode = complain(terminal, done.error.exitCode, done.error.message);
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
