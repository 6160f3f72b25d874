/** JSON whose text says things that no value can: numbers beyond all bounds, keys that are there twice. */
export type RawJson =
  | null
  | boolean
  | number
  | string
  | Verbatim
  | readonly RawJson[]
  | { readonly [key: string]: RawJson };

/** A text that stands for itself. */
export class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A second entry of an object: this is cut off its key. */
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

/** Every place in a value, its own included. */
export function placesIn(value: RawJson, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null || value instanceof Verbatim) return [path];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    placesIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner];
}

/** The value with another one at a place, made of the one that is there. */
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
