import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { openInput } from "../terminal/terminal.ts";

/** YAML and JSON. */
const plainFile = /\.(ya?ml|json)$/i;

/**
 * The files at the paths, without duplicates: a file, the files in a folder, `-` for standard input.
 *
 * Errors  a sentence for a path that does not exist.
 *
 * @param wanted  the names of files in a folder
 */
export function filesAt(paths: readonly string[], wanted = plainFile): Result<string, string>[] {
  const first = new Map<string, Result<string, string>>();
  for (const path of paths) {
    for (const file of path === "-" ? [ok(path)] : filesOf(path, wanted)) {
      const key = file.ok && file.value !== "-" ? realpathSync(file.value) : path;
      if (!first.has(key)) first.set(key, file);
    }
  }
  return [...first.values()];
}

/** A file, or the wanted files of a folder at any depth; an error for each folder that cannot be read. */
function filesOf(path: string, wanted: RegExp): Result<string, string>[] {
  try {
    if (!statSync(path).isDirectory()) return [ok(path)];
    return entriesOf(path).flatMap(entry => {
      const within = join(path, entry.name);
      if (entry.isDirectory()) return filesOf(within, wanted);
      return wanted.test(entry.name) && isFile(within) ? [ok(within)] : [];
    });
  } catch (error) {
    return [err(unreadable(path, error))];
  }
}

/**
 * The entries of a folder, sorted by name, without hidden files, packages and the templates of a Helm chart:
 * only their rendered output is valid YAML.
 */
function entriesOf(folder: string): Dirent[] {
  const isLeftOut = (name: string): boolean =>
    name.startsWith(".") || name === "node_modules" || (name === "templates" && isChart(folder));
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !isLeftOut(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const isChart = (folder: string): boolean => existsSync(join(folder, "Chart.yaml"));

/** The readable folders at any depth that contain a Helm chart. */
export function chartsIn(folder: string): string[] {
  try {
    const within = entriesOf(folder).flatMap(entry =>
      entry.isDirectory() ? chartsIn(join(folder, entry.name)) : [],
    );
    return isChart(folder) ? [folder, ...within] : within;
  } catch {
    return [];
  }
}

/** Links may lead to a file, to a folder or to nothing; a folder is not entered twice. */
const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** The text of a file, as `openInput` finds it. Standard input can be read only once. */
export async function readInput(file: string, stdin: Readable): Promise<Result<string, string>> {
  try {
    return decoded(file, await buffer(openInput(file, stdin)));
  } catch (error) {
    return err(unreadable(file, error));
  }
}

/** UTF-16 is what `>` of PowerShell 5 writes. The bytes of another encoding must not become other ones. */
function decoded(file: string, bytes: Buffer): Result<string, string> {
  const mark = bytes.toString("hex", 0, 2);
  const encoding = mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : "utf-8";
  const isUtf8 = encoding === "utf-8";
  const unknown = err(`cannot read ${file}: it is no text in UTF-8; save it as UTF-8`);
  if (isUtf8 && bytes.includes(0)) return unknown;
  try {
    return ok(new TextDecoder(encoding, { fatal: true, ignoreBOM: isUtf8 }).decode(bytes));
  } catch {
    return unknown;
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
export async function* readInputs(paths: readonly string[], stdin: Readable) {
  for (const file of filesAt(paths)) {
    if (!file.ok) {
      yield file;
      continue;
    }
    const text = await readInput(file.value, stdin);
    yield text.ok ? ok({ file: file.value, text: text.value }) : text;
  }
}

export const unreadable = (path: string, error: unknown): string =>
  `cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`;
