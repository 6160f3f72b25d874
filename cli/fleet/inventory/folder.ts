import { basename, resolve } from "node:path";
import { Readable } from "node:stream";

import { isFields, jsonIn } from "../../../engine/model/values/json-values.ts";
import { err, ok, type Result } from "../../../engine/model/values/result.ts";
import { ListItems } from "../../../kube/transport/list-items.ts";
import { objectsIn, readDocuments, textAt, withTypeOf } from "../../objects/read-objects.ts";
import { linesOf, openInput } from "../../terminal/terminal.ts";
import { splitDocuments } from "../../validate/documents.ts";
import { filesAt, readInput, unreadable } from "../../validate/inputs.ts";
import { type Inventory, isBuiltIn, type Unread } from "../model/inventory.ts";
import { Collector } from "./collector.ts";
import type { TargetExists } from "./objects.ts";

const extensions = /\.(ya?ml|json)(\.gz)?$/i;

/**
 * The objects of a file, or of the files in a folder: the output of kubectl, or manifests. Lists in JSON are read an
 * item at a time, and take little memory.
 *
 * Errors  a sentence for each file that cannot be read.
 */
export async function readFolder(path: string): Promise<Result<Inventory, readonly string[]>> {
  // A file is read twice: first for its form.
  if (path === "-") return err(["cannot read standard input; name a file or a folder"]);
  const cluster = basename(resolve(path)).replace(extensions, "");
  const collector = new Collector(cluster);
  const problems: string[] = [];
  for (const file of filesAt([path], extensions)) {
    const read = file.ok ? await readFile(file.value, collector) : file;
    if (!read.ok) problems.push(read.error);
  }
  if (problems.length === 0 && collector.namespaces().length === 0) {
    problems.push(`${path} has no HorizontalPodAutoscaler and no ScaledObject`);
  }
  if (problems.length > 0) return err(problems);
  const unread = absentKinds(collector, cluster);
  return ok(collector.finish(existsIn(collector), unread));
}

async function readFile(file: string, collector: Collector): Promise<Result<null, string>> {
  const add = (raw: unknown): void => {
    for (const object of objectsIn(raw)) if (isFields(object.raw)) collector.add(object.raw, file);
  };
  try {
    if (await isJson(file)) return await readJson(file, add);
  } catch (error) {
    return err(unreadable(file, error));
  }
  const text = await readInput(file, Readable.from([]));
  return text.ok ? readText(file, text.value, add) : text;
}

function readText(file: string, text: string, add: (raw: unknown) => void): Result<null, string> {
  // The output of jq is JSON objects without a separator.
  const objects = text.trimStart().startsWith("{")
    ? splitDocuments(text).map(each => jsonIn(each.text))
    : [];
  const isJson = objects.length > 1 && objects.every(isFields);
  const documents = isJson ? ok(objects) : readDocuments(text);
  if (!documents.ok) return err(`cannot read ${file}: ${documents.error}`);
  for (const document of documents.value.flat()) add(document);
  return ok(null);
}

/** Whether its first character is that of an object in JSON. */
async function isJson(file: string): Promise<boolean> {
  for await (const chunk of openInput(file, Readable.from([]))) {
    const [first] = (chunk as Buffer).toString("latin1").trimStart();
    if (first !== undefined) return first === "{";
  }
  return false;
}

async function readJson(file: string, add: (raw: unknown) => void): Promise<Result<null, string>> {
  const list = new ListItems();
  /** The kind of a typed list may follow its items. */
  const untyped: unknown[] = [];
  let items = 0;
  const take = (item: unknown): void => {
    items += 1;
    if (textAt(item, "kind") === "") untyped.push(item);
    else add(item);
  };
  try {
    for await (const chunk of openInput(file, Readable.from([]))) {
      list.write(chunk as Buffer).forEach(take);
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return err(`cannot read ${file}: it is not JSON ${await placeOfMistake(file)}`);
  }
  const text = list.around();
  const around = jsonIn(text);
  if (!isFields(around)) {
    if (items === 0) return readText(file, text, add);
    return err(
      `cannot read ${file}: it is not one list in JSON, and ends ${await placeOfMistake(file)}`,
    );
  }
  for (const item of untyped) add(withTypeOf(around, item));
  add(around);
  return ok(null);
}

/** Fed by lines, the list fails at the end of the item that is not JSON. */
async function placeOfMistake(file: string): Promise<string> {
  const list = new ListItems();
  let line = 0;
  try {
    for await (const text of linesOf(openInput(file, Readable.from([])))) {
      line += 1;
      list.write(Buffer.from(`${text}\n`));
    }
  } catch {
    return `in the object that ends at line ${line}`;
  }
  return `at line ${line}`;
}

/**
 * Files show that a target is not there only if they have what is around it: objects of its kind in its namespace,
 * or in several others, as with `kubectl get -A`.
 */
function existsIn(collector: Collector): TargetExists {
  return (namespace, target) => {
    if (collector.has(namespace, target)) return true;
    const namespaces = collector.namespacesOf(target.kind);
    const isComplete = namespaces.has(namespace) || namespaces.size > 1;
    return isComplete && isBuiltIn(target) ? false : null;
  };
}

const wanted = [
  ["Deployment", "deployments.apps", "targets that do not exist, and those without requests"],
  ["PodDisruptionBudget", "poddisruptionbudgets.policy", "budgets that block evictions"],
  ["ResourceQuota", "resourcequotas", "quotas that are too small"],
  ["Node", "nodes", "whether the nodes suffice"],
  ["Pod", "pods", "how long pods take to start"],
] as const;

const absentKinds = (collector: Collector, cluster: string): Unread[] =>
  wanted.flatMap(([kind, resource, what]) =>
    collector.namespacesOf(kind).size > 0
      ? []
      : [{ cluster, resource, reason: `no file has a ${kind}, so these are not found: ${what}` }],
  );
