import { err, type Result } from "../../../engine/result.ts";
import { printable } from "../../terminal/printable.ts";
import { LoadBuilder, type Load } from "./load.ts";
import { sampleTime } from "./sample-time.ts";

/**
 * A load in lines of a time and one or more values, separated by commas, semicolons or tabs. The first line may
 * name the columns. A line without a value is part of a gap.
 *
 * Errors  a sentence with the line number.
 */
export async function readCsv(
  source: string,
  lines: AsyncIterable<string>,
): Promise<Result<Load, string>> {
  const builder = new LoadBuilder(source);
  let separator = ",";
  let line = 0;
  let width = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === "" || text.startsWith("#")) continue;
    if (width === 0) separator = /[,;\t]/.exec(text)?.[0] ?? ",";
    const fields = text.split(separator).map(unquoted);
    const [first = "", ...rest] = fields;
    const time = sampleTime(first);
    if (width === 0) {
      width = fields.length;
      if (width < 2) return err(builder.problem(line, "has no value; write a time and a value"));
      builder.name(time === null ? rest : rest.map((_, index) => `load${index + 1}`));
      if (rest.length === 1 && time !== null) builder.name(["load"]);
      if (time === null) continue;
    }
    if (time === null) return err(builder.problem(line, noTime(first)));
    if (fields.length !== width) {
      return err(builder.problem(line, `has ${fields.length} fields, not ${width}`));
    }
    if (rest.some(field => field === "")) continue;
    const problem = builder.add({ line, time, values: rest.map(Number) });
    if (problem !== null) return err(problem);
  }
  return builder.finish();
}

const unquoted = (field: string): string => field.trim().replace(/^"(.*)"$/, "$1");

export const noTime = (text: string): string =>
  `"${printable(text.slice(0, 40))}" is no time; write 2026-01-31T08:00:00Z or seconds since 1970`;
