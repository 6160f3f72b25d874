import { err, ok, type Result } from "../../../engine/result.ts";
import { printable } from "../../terminal/printable.ts";
import { type Load, LoadBuilder, type Position, sampleTime } from "./load.ts";

/** What the first line says about all lines. */
interface Layout {
  readonly separator: string;
  readonly width: number;
}

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
  let layout: Layout | null = null;
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === "" || text.startsWith("#")) continue;
    if (layout === null) {
      const begun = layoutOf(text, builder);
      if (!begun.ok) return err(builder.problem({ line }, begun.error));
      layout = begun.value;
      if (hasNames(text, layout)) continue;
    }
    const problem = addLine(builder, { text, position: { line } }, layout);
    if (problem !== null) return err(problem);
  }
  return builder.finish();
}

function layoutOf(text: string, builder: LoadBuilder): Result<Layout, string> {
  const separator = /[,;\t]/.exec(text)?.[0] ?? ",";
  const [, ...columns] = fieldsOf(text, separator);
  const width = columns.length + 1;
  if (width < 2) return err("has no value; write a time and a value");
  const numbered = columns.map((_, index) => (columns.length > 1 ? `load${index + 1}` : "load"));
  builder.name(hasNames(text, { separator, width }) ? columns : numbered);
  return ok({ separator, width });
}

/** A line whose time is invalid, but whose values are numbers, has no names. */
function hasNames(text: string, { separator }: Layout): boolean {
  const [time = "", ...values] = fieldsOf(text, separator);
  return sampleTime(time) === null && values.some(value => value === "" || isNaN(Number(value)));
}

function addLine(
  builder: LoadBuilder,
  { text, position }: { readonly text: string; readonly position: Position },
  { separator, width }: Layout,
): string | null {
  const fields = fieldsOf(text, separator);
  const [first = "", ...rest] = fields;
  const time = sampleTime(first);
  if (time === null) return builder.problem(position, noTime(first));
  if (fields.length !== width) {
    return builder.problem(position, `has ${fields.length} fields, not ${width}`);
  }
  return rest.includes("") ? null : builder.add({ position, time, values: rest.map(Number) });
}

const fieldsOf = (text: string, separator: string): string[] =>
  text.split(separator).map(field => field.trim().replace(/^"(.*)"$/, "$1"));

export const noTime = (text: string): string =>
  `"${printable(text.slice(0, 40))}" is no time; write 2026-01-31T08:00:00Z or seconds since 1970`;
