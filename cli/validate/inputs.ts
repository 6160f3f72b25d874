import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

import { err, ok, type Result } from "../../engine/result.ts";

/**
 * The files at the paths, without duplicates: a file, the files in a folder, `-` for standard input.
 *
 * Errors  a sentence for a path that does not exist.
 */
export function filesAt(paths: readonly string[]): Result<string, string>[] {
  const first = new Map<string, Result<string, string>>();
  for (const path of paths) {
    for (const file of filesOf(path)) {
      const key = file.ok && file.value !== "-" ? realpathSync(file.value) : path;
      if (!first.has(key)) first.set(key, file);
    }
  }
  return [...first.values()];
}

function filesOf(path: string): Result<string, string>[] {
  if (path === "-") return [ok(path)];
  try {
    return statSync(path).isDirectory() ? inFolder(path).map(ok) : [ok(path)];
  } catch (error) {
    return [err(unreadable(path, error))];
  }
}

/**
 * YAML and JSON at any depth, sorted by name, without hidden files, packages and the templates of a Helm
 * chart: only their rendered output is valid YAML.
 */
function inFolder(folder: string): string[] {
  const isChart = existsSync(join(folder, "Chart.yaml"));
  const isLeftOut = (name: string): boolean =>
    name.startsWith(".") || name === "node_modules" || (isChart && name === "templates");
  const entries = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !isLeftOut(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap(entry => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return inFolder(path);
    return /\.(ya?ml|json)$/i.test(entry.name) && isFile(path) ? [path] : [];
  });
}

/** Links may lead to a file, to a folder or to nothing; a folder is not entered twice. */
const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The text of a file. Standard input can be read only once. */
export async function readInput(file: string, stdin: Readable): Promise<Result<string, string>> {
  try {
    const bytes = file === "-" ? await buffer(stdin) : readFileSync(file);
    return ok(bytes.toString("utf8"));
  } catch (error) {
    return err(unreadable(file, error));
  }
}

export interface Input {
  readonly file: string;
  readonly text: string;
}

/**
 * The texts of the files at the paths, one after the other.
 *
 * Errors  a sentence for each that cannot be read.
 */
export async function* readInputs(
  paths: readonly string[],
  stdin: Readable,
): AsyncGenerator<Result<Input, string>> {
  for (const file of filesAt(paths)) {
    if (!file.ok) {
      yield file;
      continue;
    }
    const text = await readInput(file.value, stdin);
    yield text.ok ? ok({ file: file.value, text: text.value }) : text;
  }
}

const unreadable = (path: string, error: unknown): string =>
  `cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`;
