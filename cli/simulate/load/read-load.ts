import type { Readable } from "node:stream";

import { err, type Result } from "../../../engine/result.ts";
import { linesOf, openInput } from "../../terminal/lines.ts";
import { readCsv } from "./csv.ts";
import { generatedLoad, generatorIn } from "./generated-load.ts";
import { readJson } from "./json.ts";
import type { Load } from "./load.ts";

interface Input {
  readonly stdin: Readable;
  readonly seed: number;
}

/**
 * The load of a source: a generator, a file, or `-` for standard input.
 *
 * Errors  a sentence, with the line number if there is one.
 */
export async function readLoad(
  source: string,
  { stdin, seed }: Input,
): Promise<Result<Load, string>> {
  const generator = generatorIn(source);
  if (generator) return generatedLoad(generator, source, seed);
  try {
    return await readLines(source, linesOf(openInput(source, stdin)));
  } catch (error) {
    return err(`cannot read ${source}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** JSON begins with a bracket, which no CSV does. */
async function readLines(
  source: string,
  lines: AsyncGenerator<string>,
): Promise<Result<Load, string>> {
  const first = await lines.next();
  const text = first.done ? "" : first.value.replace(/^\uFEFF/, "");
  const all = (async function* () {
    if (!first.done) yield text;
    yield* lines;
  })();
  return /^\s*[[{]/.test(text) ? await readJson(source, all) : await readCsv(source, all);
}
