export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of an object, and none of any other value. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The items of a list, and none of any other value. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Undefined: the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param most how many characters it may have */
export const isText = (value: unknown, most = Infinity): value is string =>
  typeof value === "string" && value.length <= most;

export const isTextOrAbsent = (value: unknown, most?: number): boolean =>
  value == null || isText(value, most);

/** JSON with sorted keys: the same text for values that `isSameJson` calls the same. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (isFields(part) ? sorted(part) : part));

const sorted = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Compares a written object with the stored one: the API server may reorder keys, and does not store a key
 * without a value. Parts that are the same object are not compared. A map in a trimmed object counts as an object.
 */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && isSameList(a, b);
  if (isMap(a)) return isMap(b) && hasSameFields(Object.fromEntries(a), Object.fromEntries(b));
  return isFields(a) && isFields(b) && hasSameFields(a, b);
}

const isMap = (value: unknown): value is ReadonlyMap<string, unknown> => value instanceof Map;

/** JSON has no `undefined`: in a list, it is null. */
const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((part, index) => isSameJson(part ?? null, b[index] ?? null));

function hasSameFields(a: Fields, b: Fields): boolean {
  let more = 0;
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue;
    if (!Object.hasOwn(b, key) || !isSameJson(a[key], b[key])) return false;
    more += 1;
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) more -= 1;
  return more === 0;
}
