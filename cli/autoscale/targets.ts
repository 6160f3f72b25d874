import { err, ok, type Result } from "../../engine/model/values/result.ts";
import type { ApiPath } from "../../kube/transport/api-path.ts";
import { groupOf, resourcePath } from "../../kube/watch/object.ts";
import { objectsIn, textAt } from "../objects/read-objects.ts";
import { workloadKinds } from "../objects/workload-kinds.ts";
import { splitDocuments } from "../validate/documents.ts";
import { readYaml } from "../validate/yaml/read-yaml.ts";

export interface Workload {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** Empty: its manifest names none. */
  readonly namespace: string;
}

/**
 * The workloads of `TYPE NAME...` and `TYPE/NAME...`, as kubectl reads them.
 *
 * Errors  a sentence.
 */
export function workloadsOf(args: readonly string[]): Result<Workload[], string> {
  const [first = "", ...names] = args;
  const isSplit = !first.includes("/");
  const pairs = isSplit ? names.map(name => [first, name]) : args.map(arg => arg.split("/"));
  if (pairs.length === 0) return err("write TYPE/NAME, such as deployment/web");
  const workloads: Workload[] = [];
  for (const [type = "", name = "", ...rest] of pairs) {
    const kind = kindOf(type);
    if (name === "" || rest.length > 0)
      return err(`${[type, name, ...rest].join("/")} is not TYPE/NAME`);
    if (!kind) return err(`${type} is no ${supportedKinds}; name other kinds with -f`);
    workloads.push({ apiVersion: kind.apiVersion, kind: kind.kind, name, namespace: "" });
  }
  return ok(workloads);
}

const supportedKinds = "deployment, replicaset, statefulset or replicationcontroller";

/** `deployment`, `deployments`, `deploy`, `Deployment.apps`, `deployments.v1.apps`. */
function kindOf(type: string) {
  const [name = "", ...rest] = type.toLowerCase().split(".");
  return workloadKinds.find(({ apiVersion, kind, plural, short }) => {
    const names = [kind.toLowerCase(), plural, short];
    const suffixes = ["", groupOf(apiVersion), apiVersion.split("/").reverse().join(".")];
    return names.includes(name) && suffixes.includes(rest.join("."));
  });
}

/** Where to look a workload up; null: its kind has no known path. */
export function pathTo({ apiVersion, kind, name }: Workload, namespace: string): ApiPath | null {
  const known = workloadKinds.find(each => each.kind === kind && each.apiVersion === apiVersion);
  if (!known) return null;
  const version = apiVersion.split("/").at(-1) ?? "";
  const { plural } = known;
  return resourcePath({ group: groupOf(apiVersion), version, plural, namespace, name });
}

/** All objects of a text. A sentence if it is not YAML, or if an object has no name or kind. */
export function workloadsIn(file: string, text: string): Result<Workload[], string> {
  const workloads: Workload[] = [];
  for (const document of splitDocuments(text)) {
    const yaml = readYaml(document.text);
    if (!("root" in yaml)) return err(`${file}:${document.line}: ${yaml.message}`);
    for (const { raw } of objectsIn(yaml.value)) {
      const workload = workloadOf(raw);
      if (!workload) return err(`${file}:${document.line}: is no object with a kind and a name`);
      workloads.push(workload);
    }
  }
  return workloads.length > 0 ? ok(workloads) : err(`${file} contains no object`);
}

function workloadOf(object: unknown): Workload | null {
  const [apiVersion, kind] = [textAt(object, "apiVersion"), textAt(object, "kind")];
  const name = textAt(object, "metadata", "name");
  const namespace = textAt(object, "metadata", "namespace");
  const isWhole = apiVersion !== "" && kind !== "" && name !== "";
  return isWhole ? { apiVersion, kind, name, namespace } : null;
}
