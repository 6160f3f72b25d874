/** JSON whose text can contain what no value can: numbers out of range, duplicate keys. */
export type RawJson =
  | null
  | boolean
  | number
  | string
  | Verbatim
  | readonly RawJson[]
  | { readonly [key: string]: RawJson };

/** A text that is written unchanged. */
export class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Marks a duplicate key of an object; it is removed from the key in the text. */
export const twice = "\u0000twice";

export function toText(value: RawJson): string {
  if (value instanceof Verbatim) return value.text;
  if (Array.isArray(value)) return `[${(value as RawJson[]).map(toText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key.replace(twice, ""))}:${toText(item)}`,
  );
  return `{${entries.join(",")}}`;
}

type Path = readonly (string | number)[];

/** Every place in a value, including the value itself. */
export function placesIn(value: RawJson, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null || value instanceof Verbatim) return [path];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    placesIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner];
}

/** Replaces the value at a place by a function of the current one. */
export function changeAt(
  value: RawJson,
  [key, ...rest]: Path,
  change: (before: RawJson) => RawJson,
): RawJson {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return (value as RawJson[]).map((item, index) =>
      index === key ? changeAt(item, rest, change) : item,
    );
  }
  const fields = value as Readonly<Record<string, RawJson>>;
  return { ...fields, [key]: changeAt(fields[key] ?? null, rest, change) };
}
