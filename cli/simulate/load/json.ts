import { err, type Result } from "../../../engine/result.ts";
import { withoutQuote } from "../../objects/read-objects.ts";
import { noTime } from "./csv.ts";
import { type Item, JsonItems } from "./json-items.ts";
import { type Load, LoadBuilder, sampleTime } from "./load.ts";

/**
 * A load as JSON: pairs `[time, value]` or objects `{"time", "value"}`, in one array or one on each line, or
 * the response of Prometheus to a range query. It is scanned, not parsed as a whole, because it may be larger than
 * the memory, also if it is one line.
 *
 * Errors  a sentence with the line and the column.
 */
export async function readJson(
  source: string,
  pieces: AsyncIterable<string>,
): Promise<Result<Load, string>> {
  const builder = new LoadBuilder(source, ["load"]);
  let series = 0;
  const items = new JsonItems({
    take: item => {
      if (item.key === labels) series += 1;
      if (series > 1) return builder.problem(item.position, severalSeries);
      return ofPrometheus.has(item.key) ? null : addItem(builder, item);
    },
    problem: (position, text) => builder.problem(position, text),
  });
  for await (const piece of pieces) {
    const problem = items.read(piece);
    if (problem !== null) return err(problem);
  }
  const problem = items.end();
  return problem === null ? builder.finish() : err(problem);
}

const labels = "metric";
/** What a response has besides samples. */
const ofPrometheus: ReadonlySet<string> = new Set([labels, "warnings", "infos"]);

const severalSeries = "the response has several series; ask for one, with sum(...) for example";

/** The usual sample. To parse each as JSON takes three times as long. */
const pair = /^\[(\d+(?:\.\d+)?), ?"?(\d+(?:\.\d+)?)"?\]$/;

function addItem(builder: LoadBuilder, { text, position }: Item): string | null {
  const [, at, number] = pair.exec(text) ?? [];
  const usual = at === undefined ? null : sampleTime(at);
  if (usual !== null) return builder.add({ position, time: usual, values: [Number(number)] });
  return addUnusual(builder, { text, position });
}

function addUnusual(
  builder: LoadBuilder,
  { text, position }: Pick<Item, "text" | "position">,
): string | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    // V8's position is one in the item.
    const [message = ""] = withoutQuote(error).split(" in JSON at position", 1);
    return builder.problem(position, `not JSON: ${message}`);
  }
  if (Object.keys(parsed as object).length === 0) return null;
  const { time: at, timestamp, value: given } = parsed as Readonly<Record<string, unknown>>;
  const [first, second] = Array.isArray(parsed) ? (parsed as unknown[]) : [at ?? timestamp, given];
  const said = typeof first === "number" || typeof first === "string" ? String(first) : "";
  const time = sampleTime(said);
  if (time === null) return builder.problem(position, noTime(said));
  // Prometheus writes numbers as text. null and "" are no zeros.
  const isValue = typeof second === "number" || (typeof second === "string" && second !== "");
  return builder.add({ position, time, values: [isValue ? Number(second) : NaN] });
}
