import { err, type Result } from "../../../engine/result.ts";
import { noTime } from "./csv.ts";
import { type Load, LoadBuilder } from "./load.ts";
import { sampleTime } from "./sample-time.ts";

/**
 * A load as JSON: pairs `[time, value]` or objects `{"time", "value"}`, in one array or one on each line, or
 * the response of Prometheus to a range query. It is scanned, not parsed as a whole, because it may be larger than
 * the memory.
 *
 * Errors  a sentence with the line number.
 */
export async function readJson(
  source: string,
  lines: AsyncIterable<string>,
): Promise<Result<Load, string>> {
  const builder = new LoadBuilder(source, ["load"]);
  const scanner = new Scanner();
  let line = 0;
  for await (const text of lines) {
    line += 1;
    for (const { item, isLabels } of scanner.scan(`${text}\n`)) {
      const problem = isLabels
        ? severalSeries(builder, scanner.series, line)
        : addItem(builder, item, line);
      if (problem !== null) return err(problem);
    }
  }
  if (scanner.isOpen) return err(builder.problem(line, "the JSON ends in the middle"));
  return builder.finish();
}

const severalSeries = (builder: LoadBuilder, count: number, line: number): string | null =>
  count < 2
    ? null
    : builder.problem(
        line,
        "the response has several series; ask for one, with sum(...) for example",
      );

function addItem(builder: LoadBuilder, item: string, line: number): string | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(item);
  } catch (error) {
    return builder.problem(line, `not JSON: ${error instanceof Error ? error.message : item}`);
  }
  const { time: at, timestamp, value: given } = parsed as Readonly<Record<string, unknown>>;
  const [first, second] = Array.isArray(parsed) ? (parsed as unknown[]) : [at ?? timestamp, given];
  const text = typeof first === "number" || typeof first === "string" ? String(first) : "";
  const time = sampleTime(text);
  if (time === null) return builder.problem(line, noTime(text));
  // Prometheus writes numbers as text. null and "" are no zeros.
  const isValue = typeof second === "number" || (typeof second === "string" && second !== "");
  return builder.add({ line, time, values: [isValue ? Number(second) : NaN] });
}

interface Found {
  readonly item: string;
  /** The labels of a series of Prometheus. */
  readonly isLabels: boolean;
}

/** Finds the innermost arrays and objects of a JSON text that arrives in lines. */
class Scanner {
  series = 0;
  #depth = 0;
  /** The text since the latest opening bracket; null: it has been closed. */
  #item: string | null = null;
  /** What precedes that bracket. */
  #before = "";

  get isOpen(): boolean {
    return this.#depth > 0;
  }

  /** A line holds whole strings: JSON has no line breaks in them. */
  *scan(line: string): Generator<Found> {
    for (const [token] of line.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]|[^"[\]{}]+/g)) {
      if (token === "[" || token === "{") this.#open(token);
      else if (token === "]" || token === "}") yield* this.#close(token);
      else if (this.#item === null) this.#before = (this.#before + token).slice(-enough);
      else this.#item += token;
    }
  }

  #open(bracket: string): void {
    this.#before = (this.#item ?? this.#before).slice(-enough);
    this.#item = bracket;
    this.#depth += 1;
  }

  *#close(bracket: string): Generator<Found> {
    this.#depth -= 1;
    if (this.#item === null) return;
    const item = this.#item + bracket;
    this.#item = null;
    const isLabels = /"metric"\s*:\s*$/.test(this.#before);
    this.#before = "";
    if (isLabels) this.series += 1;
    if (isLabels || !/^[[{]\s*[\]}]$/.test(item)) yield { item, isLabels };
  }
}

/** Longer than the key of the labels, with spaces. */
const enough = 40;
