import { err, type Result } from "../../../engine/model/values/result.ts";
import { linesIn, openInput, textOf, type Terminal } from "../../terminal/terminal.ts";
import type { LoadOptions } from "../options.ts";
import { readCsv } from "./csv.ts";
import { generatedLoad, generatorIn } from "./generators.ts";
import { readJson } from "./json.ts";
import { isKubectlTop, readKubectlTop } from "./kubectl-top.ts";
import type { Load } from "./load.ts";

/**
 * The load of a source: a generator, a file, `-` for standard input, or the address of a Prometheus.
 *
 * Errors  a sentence, with the line number if there is one.
 */
export async function readLoad(
  options: LoadOptions,
  { stdin, env }: Pick<Terminal, "stdin" | "env">,
): Promise<Result<Load, string>> {
  const { load: source, seed } = options;
  const generator = generatorIn(source);
  if (generator) return generatedLoad(generator, source, seed);
  if (/^https?:\/\//.test(source)) {
    const { readPrometheus } = await import("./prometheus.ts");
    return await readPrometheus(options, env, Date.now());
  }
  try {
    return await readText(source, textOf(openInput(source, stdin)));
  } catch (error) {
    return err(`cannot read ${source}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** JSON begins with a bracket, which no CSV does. */
async function readText(source: string, pieces: AsyncGenerator<string>) {
  let start = "";
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    start += next.value;
    if (start.trimStart() !== "") break;
  }
  const all = (async function* () {
    yield start;
    yield* pieces;
  })();
  if (/^\s*[[{]/.test(start)) return await readJson(source, all);
  const lines = linesIn(all);
  return isKubectlTop(start) ? await readKubectlTop(source, lines) : await readCsv(source, lines);
}
