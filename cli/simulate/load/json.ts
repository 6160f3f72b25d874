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
      if (isLabels) {
        if (scanner.series > 1) return err(builder.problem(line, severalSeries));
        continue;
      }
      const problem = addItem(builder, item, line);
      if (problem !== null) return err(problem);
    }
  }
  if (scanner.isOpen) return err(builder.problem(line, "the JSON ends in the middle"));
  return builder.finish();
}

const severalSeries = "the response has several series; ask for one, with sum(...) for example";

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

/** Finds the innermost arrays and objects of a JSON text that arrives in parts. */
class Scanner {
  series = 0;
  #depth = 0;
  #start: string | null = null;
  #inString = false;
  #isEscaped = false;
  #before = "";

  get isOpen(): boolean {
    return this.#depth > 0 || this.#inString;
  }

  *scan(text: string): Generator<Found> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const char = text.charAt(at);
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (char === "\\") this.#isEscaped = true;
        else if (char === '"') this.#inString = false;
      } else if (char === '"') this.#inString = true;
      else if (char === "[" || char === "{") {
        this.#before = ((this.#start ?? this.#before) + text.slice(from, at)).slice(-40);
        [this.#start, from] = ["", at];
        this.#depth += 1;
      } else if (char === "]" || char === "}") {
        this.#depth -= 1;
        if (this.#start !== null) {
          const item = this.#start + text.slice(from, at + 1);
          const isLabels = /"metric"\s*:\s*$/.test(this.#before);
          if (isLabels) this.series += 1;
          this.#before = "";
          this.#start = null;
          from = at + 1;
          if (isLabels || !/^[[{]\s*[\]}]$/.test(item)) yield { item, isLabels };
        }
      }
    }
    if (this.#start !== null) this.#start += text.slice(from);
    else this.#before = (this.#before + text.slice(from)).slice(-40);
  }
}
