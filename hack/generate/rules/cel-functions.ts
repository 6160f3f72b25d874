/**
 * What the JavaScript of a CEL rule calls. Each function is written into a generated file as it stands here, so it
 * uses nothing but these functions.
 *
 * A value that the schema refuses is undefined, although the field is there: a rule that reads it can tell nothing, and
 * throws.
 */
export const celFunctions = [unreadable, get, has, matches, typeOf, each, size, format];

function unreadable(): never {
  throw new Error("the schema refuses a value that this rule reads");
}

/** A field of an object, an entry of a list, or a value of a map. */
function get(holder: unknown, key: string | number, byDefault?: unknown): unknown {
  const isThere = has(holder, key);
  const value = isThere ? (holder as Record<string | number, unknown>)[key] : byDefault;
  return value === undefined ? unreadable() : value;
}

function has(holder: unknown, key: string | number): boolean {
  if (typeof holder !== "object" || holder === null) return unreadable();
  return Object.hasOwn(holder, key);
}

function matches(text: unknown, pattern: RegExp): boolean {
  return typeof text === "string" ? pattern.test(text) : unreadable();
}

function typeOf(value: unknown): string {
  return typeof value === "number" ? "int" : typeof value;
}

/** The entries of a list, or the keys of a map. */
function each(collection: unknown): unknown[] {
  if (Array.isArray(collection)) return collection as unknown[];
  return Object.keys(collection as object);
}

function size(collection: unknown): number {
  return typeof collection === "string" ? Array.from(collection).length : each(collection).length;
}

function format(text: string, values: readonly unknown[]): string {
  let index = 0;
  return text.replace(/%[ds]/g, () => String(values[index++]));
}
