// cli/convert/files/: files and folders as input and output.

import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

import { err, ok, type Result } from "../../../engine/model/values/result.ts";
import { placeText } from "../../validate/findings.ts";
import { type Found, type ParsedText, textWith } from "../convert-text.ts";
import type { Conversion } from "../conversion.ts";
import type { Converted } from "../report.ts";

interface FileChange {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** Each file with the results that may replace their objects, and sentences about the other ones. */
export function changesOf(
  parsed: readonly ParsedText[],
  converted: readonly Converted[],
  allowsLoss: boolean,
) {
  const results = new Map<Found, Conversion>();
  const notes: string[] = [];
  for (const { found, errors, conversion } of converted) {
    const isLost = conversion.fields.some(({ verdict }) => verdict === "lost");
    const lost = isLost && !allowsLoss ? "a field is lost; --allow-lost writes it" : null;
    const why = errors.length > 0 ? "its result is invalid" : lost;
    if (why === null) results.set(found, conversion);
    else if (conversion.object !== null) {
      notes.push(`${placeText(found.place)}: the object stays as it is: ${why}`);
    }
  }
  const files = parsed.map((text): FileChange => {
    const [before, after] = [textWith(text, new Map()), textWith(text, results)];
    return { file: text.file, before, after };
  });
  return { files, notes };
}

/**
 * Writes the files that change in place, or all of them into a folder: those of a folder of the input under their
 * path in it, others under their name. Returns why that is impossible; null: it is done.
 */
export function writeFiles(
  changes: readonly FileChange[],
  inputs: readonly string[],
  folder: string | undefined,
): string | null {
  if (changes.some(({ file }) => file === "-")) {
    return "--write and --out need files, and standard input is none";
  }
  const planned = folder === undefined ? inPlace(changes) : inFolder(changes, inputs, folder);
  if (!planned.ok) return planned.error;
  const done: string[] = [];
  for (const [path, { after }] of planned.value) {
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, after);
      done.push(path);
    } catch (error) {
      const before = done.length === 0 ? "" : `; these are written: ${done.join(", ")}`;
      return `cannot write ${path}: ${error instanceof Error ? error.message : String(error)}${before}`;
    }
  }
  return null;
}

/** By the path to write. */
type Planned = Result<ReadonlyMap<string, FileChange>, string>;

function inPlace(changes: readonly FileChange[]): Planned {
  const changed = changes.filter(({ before, after }) => before !== after);
  return ok(new Map(changed.map(change => [change.file, change])));
}

function inFolder(changes: readonly FileChange[], inputs: readonly string[], folder: string) {
  const elsewhere = "name a folder elsewhere, or use --write";
  const around = inputs.find(path => isWithin(path, folder));
  if (around !== undefined) {
    return err(`--out: ${folder} is within ${around}, which is converted; ${elsewhere}`);
  }
  const sources = new Set(changes.map(({ file }) => resolve(file)));
  const planned = new Map<string, FileChange>();
  for (const change of changes) {
    const path = join(folder, pathIn(inputs, change.file));
    if (sources.has(resolve(path))) {
      return err(`--out: ${path} is a file of the input; ${elsewhere}`);
    }
    const other = planned.get(path)?.file;
    if (other !== undefined) {
      const both = `${other} and ${change.file} would both be ${path}`;
      return err(`--out: ${both}; convert them in separate runs`);
    }
    planned.set(path, change);
  }
  return ok(planned);
}

export const isFolder = (path: string): boolean =>
  path !== "-" && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const isWithin = (path: string, folder: string): boolean =>
  isFolder(path) && !relative(path, folder).startsWith("..");

/** The path in the first folder of the input that contains the file. */
function pathIn(inputs: readonly string[], file: string): string {
  const folder = inputs.find(path => isWithin(path, file));
  return folder === undefined ? basename(file) : relative(folder, file);
}
