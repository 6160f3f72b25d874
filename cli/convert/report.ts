import type { FieldError } from "../../engine/field-error.ts";
import { valueAt } from "../../engine/validate/structure.ts";
import { cleanText, printable, printableJson } from "../terminal/printable.ts";
import { type Page, type Style, wrap } from "../terminal/style.ts";
import { placeText } from "../validate/findings.ts";
import type { Found } from "./convert-text.ts";
import { type Conversion, type FieldReport, fieldText, type Verdict } from "./conversion.ts";

/** An object of the input and what became of it. */
export interface Converted {
  readonly found: Found;
  /** Of the source, such as `HorizontalPodAutoscaler`. */
  readonly kind: string;
  readonly conversion: Conversion;
  /** Why the API server would refuse the result. */
  readonly errors: readonly FieldError[];
}

const styles: Readonly<Record<Verdict, Style>> = { same: "green", changed: "yellow", lost: "red" };

/** A line for each field, under the place of its object. */
export function tableOf(all: readonly Converted[], page: Page): string {
  if (all.length === 0) return "trimtab: there is nothing to convert\n";
  return all.map(one => `${linesOf(one, page).join("\n")}\n`).join("\n");
}

function linesOf({ found, kind, conversion, errors }: Converted, { width, paint }: Page): string[] {
  const { object, fields } = conversion;
  const became = object ? `becomes ${cleanText(object["kind"])}` : "has no equivalent";
  const counts = (["same", "changed", "lost"] as const).map(
    verdict => `${fields.filter(field => field.verdict === verdict).length} ${verdict}`,
  );
  const title = `${placeText(found.place)}: ${kind} ${nameOf(found.raw)} ${became}: ${counts.join(", ")}`;
  const texts = fields.map(field => [field, pathsOf(field)] as const);
  const longest = Math.min(40, Math.max(0, ...texts.map(([, paths]) => paths.length)));
  const lines = texts.flatMap(([{ verdict, reason }, paths]) => {
    const start = `  ${paint(styles[verdict], verdict.padEnd(7))}  ${paths.padEnd(longest)}`;
    return reason === "" ? [start.trimEnd()] : withReason(start, reason, { width, longest, paths });
  });
  const invalid = errors.map(({ path, message, remedy }) =>
    printable(`  ${paint("red", "invalid")}  ${path}: ${message}; ${remedy}`),
  );
  return [paint("bold", printable(title)), ...lines, ...invalid];
}

interface Columns {
  readonly width: number;
  readonly longest: number;
  readonly paths: string;
}

/** The reason next to the paths, or below them if there is no room. */
function withReason(start: string, reason: string, { width, longest, paths }: Columns): string[] {
  const left = 13 + longest;
  const lines = wrap(printable(reason), Math.max(20, width - left));
  const [first = "", ...rest] = lines;
  const indented = rest.map(line => " ".repeat(left) + line);
  return paths.length <= longest
    ? [`${start}  ${first}`, ...indented]
    : [start, " ".repeat(left) + first, ...indented];
}

function pathsOf({ from, to }: FieldReport): string {
  const [old, made] = [from && fieldText(from), to && fieldText(to)];
  if (old === null) return `+ ${made ?? ""}`;
  return made === null || made === old ? old : `${old} -> ${made}`;
}

export const nameOf = (raw: unknown): string =>
  [valueAt(raw, ["metadata", "namespace"]), valueAt(raw, ["metadata", "name"])]
    .map(cleanText)
    .filter(text => text !== "")
    .join("/");

export const jsonOf = (all: readonly Converted[]): string =>
  `${printableJson({ objects: all.map(entryOf) }, 2)}\n`;

function entryOf({ found, kind, conversion, errors }: Converted): object {
  const { object, fields } = conversion;
  return {
    ...found.place,
    kind,
    namespace: cleanText(valueAt(found.raw, ["metadata", "namespace"])),
    name: cleanText(valueAt(found.raw, ["metadata", "name"])),
    fields: fields.map(({ verdict, from, to, reason }) => ({
      ...{ verdict, from: from && fieldText(from), to: to && fieldText(to), reason },
    })),
    errors: errors.map(({ path, code, message, remedy }) => ({ path, code, message, remedy })),
    result: object,
  };
}
