import { err, ok, type Result } from "../../../engine/model/values/result.ts";
import { printable } from "../../terminal/printable.ts";
import { LoadBuilder, type Position } from "./load.ts";
import { isWithoutZone, sampleTime } from "./written-samples.ts";

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
export async function readCsv(source: string, lines: AsyncIterable<string>) {
  const builder = new LoadBuilder(source);
  let layout: Layout | null = null;
  let separator: string | undefined;
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === "" || text.startsWith("#")) continue;
    if (layout === null) {
      // A line for Excel, which names the separator.
      const named = /^sep=([,;|\t])\s*$/.exec(text)?.[1];
      separator ??= named;
      if (named !== undefined) continue;
      const begun = layoutOf(text, builder, separator);
      if (!begun.ok) return err(builder.problem({ line }, begun.error));
      layout = begun.value;
      if (hasNames(text, layout)) continue;
    }
    const problem = addLine(builder, { text, position: { line } }, layout);
    if (problem !== null) return err(problem);
  }
  return builder.finish();
}

function layoutOf(
  text: string,
  builder: LoadBuilder,
  separator = /[,;\t]/.exec(text.replaceAll(quoted, ""))?.[0] ?? ",",
): Result<Layout, string> {
  const [, ...columns] = fieldsOf(text, separator);
  const width = columns.length + 1;
  if (width < 2) return err("has no value; write a time and a value");
  const numbered = columns.map((_, index) => (columns.length > 1 ? `load${index + 1}` : "load"));
  builder.name(hasNames(text, { separator, width }) ? columns : numbered);
  return ok({ separator, width });
}

/** A line whose time is invalid, but is meant to be one, or whose values are numbers, has no names. */
function hasNames(text: string, { separator }: Layout): boolean {
  const [time = "", ...values] = fieldsOf(text, separator);
  const isName = (value: string): boolean => value === "" || isNaN(Number(value));
  return sampleTime(time) === null && !/^\d/.test(time) && values.some(isName);
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
  return builder.addTexts({ position, time, texts: rest, hasZone: !isWithoutZone(first) });
}

const quoted = /"(?:[^"]|"")*"/g;

function fieldsOf(text: string, separator: string): string[] {
  const fields: string[] = [];
  let begun = "";
  let isOpen = false;
  for (const part of text.split(separator)) {
    // A separator within quotes is a part of a name or of a number.
    begun = isOpen ? `${begun}${separator}${part}` : part;
    isOpen = isOpen !== (part.split('"').length % 2 === 0);
    if (!isOpen)
      fields.push(
        begun
          .trim()
          .replace(/^"(.*)"$/, "$1")
          .replaceAll('""', '"'),
      );
  }
  return isOpen ? [...fields, begun] : fields;
}

export const noTime = (text: string): string =>
  `"${printable(text.slice(0, 40))}" is no time; write 2026-01-31T08:00:00Z or seconds since 1970`;
