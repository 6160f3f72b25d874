import type { Readable } from "node:stream";

import { err, type Result } from "../../../engine/result.ts";
import { linesOf, openInput } from "../../terminal/lines.ts";
import type { LoadOptions } from "../options.ts";
import { readCsv } from "./csv.ts";
import { generatedLoad, generatorIn } from "./generated-load.ts";
import { readJson } from "./json.ts";
import type { Load } from "./load.ts";

interface Surroundings {
  readonly stdin: Readable;
  readonly env: Readonly<NodeJS.ProcessEnv>;
}

/**
 * The load of a source: a generator, a file, `-` for standard input, or the address of a Prometheus.
 *
 * Errors  a sentence, with the line number if there is one.
 */
export async function readLoad(
  options: LoadOptions,
  { stdin, env }: Surroundings,
): Promise<Result<Load, string>> {
  const { load: source, seed } = options;
  const generator = generatorIn(source);
  if (generator) return generatedLoad(generator, source, seed);
  if (/^https?:\/\//.test(source)) {
    const { readPrometheus } = await import("./prometheus/prometheus.ts");
    return await readPrometheus(options, env, Date.now());
  }
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
