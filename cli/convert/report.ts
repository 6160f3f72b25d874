import type { FieldError } from "../../engine/model/values/result.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { cleanText, printable, printableJson } from "../terminal/printable.ts";
import { type Page, type Style, wrap } from "../terminal/style.ts";
import { identityOf, placeText } from "../validate/findings.ts";
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

/** An autoscaler of the input that is not converted. */
export interface Skipped {
  readonly found: Found;
  readonly kind: string;
  readonly reason: string;
}

const styles: Readonly<Record<Verdict, Style>> = { same: "green", changed: "yellow", lost: "red" };

/** A line for each field, under the place of its object; a line for each object that is skipped. */
export function tableOf(all: readonly Converted[], skipped: readonly Skipped[], page: Page) {
  const tables = all.map(one => `${linesOf(one, page).join("\n")}\n`);
  const left = skipped.map(({ found, kind, reason }) => {
    const title = `${placeText(found.place)}: ${titleOf(kind, found)} is skipped: `;
    return `${page.paint("bold", printable(title))}${printable(reason)}\n`;
  });
  if (all.length === 0) left.push("trimtab: there is nothing to convert\n");
  return [...tables, ...(left.length > 0 ? [left.join("")] : [])].join("\n");
}

const titleOf = (kind: string, { raw }: Found): string => `${kind} ${nameOf(raw)}`.trimEnd();

function linesOf({ found, kind, conversion, errors }: Converted, { width, paint }: Page): string[] {
  const { object, fields } = conversion;
  const became = object ? `becomes ${cleanText(object["kind"])}` : "has no equivalent";
  const counts = (["same", "changed", "lost"] as const).map(
    verdict => `${fields.filter(field => field.verdict === verdict).length} ${verdict}`,
  );
  const title = `${placeText(found.place)}: ${titleOf(kind, found)} ${became}: ${counts.join(", ")}`;
  const texts = fields.map(field => [field, pathsOf(field)] as const);
  const longest = Math.min(40, Math.max(0, ...texts.map(([, paths]) => paths.length)));
  const lines = texts.flatMap(([{ verdict, reason }, paths]) => {
    const start = `  ${paint(styles[verdict], verdict.padEnd(7))}  ${paths.padEnd(longest)}`;
    if (reason === "") return [start.trimEnd()];
    // The reason is next to the paths, or below them if there is no room.
    const left = " ".repeat(13 + longest);
    const [first = "", ...rest] = wrap(printable(reason), Math.max(20, width - left.length));
    const begun = paths.length <= longest ? [`${start}  ${first}`] : [start, left + first];
    return [...begun, ...rest.map(line => left + line)];
  });
  const invalid = errors.map(({ path, message, remedy }) =>
    printable(`  ${paint("red", "invalid")}  ${path}: ${message}; ${remedy}`),
  );
  return [paint("bold", printable(title)), ...lines, ...invalid];
}

function pathsOf({ from, to }: FieldReport): string {
  const [old, made] = [from && fieldText(from), to && fieldText(to)];
  if (old === null) return `+ ${made ?? ""}`;
  return made === null || made === old ? old : `${old} -> ${made}`;
}

export function nameOf(raw: unknown): string {
  const { namespace, name } = identityOf(raw);
  const shown = name || cleanText(valueAt(raw, ["metadata", "generateName"]));
  return [namespace, shown].filter(text => text !== "").join("/");
}

export const jsonOf = (all: readonly Converted[], skipped: readonly Skipped[], rest: object) => {
  const left = skipped.map(({ found: { place, raw }, kind, reason }) => {
    return { ...place, ...identityOf(raw), kind, reason };
  });
  return `${printableJson({ objects: all.map(entryOf), skipped: left, ...rest }, 2)}\n`;
};

function entryOf({ found, kind, conversion, errors }: Converted): object {
  const { object, fields } = conversion;
  return {
    ...found.place,
    ...{ ...identityOf(found.raw), kind },
    fields: fields.map(({ verdict, from, to, reason }) => ({
      ...{ verdict, from: from && fieldText(from), to: to && fieldText(to), reason },
    })),
    errors: errors.map(({ path, code, message, remedy }) => ({ path, code, message, remedy })),
    result: object,
  };
}
