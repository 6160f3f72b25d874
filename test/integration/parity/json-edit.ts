export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The value of an edit that removes a field. */
export const gone: unique symbol = Symbol("gone");

export type EditValue = Json | typeof gone;

/**
 * A copy with one value at a path such as `metrics.0.type`. Parents that are not objects are replaced: by a
 * list before a number, otherwise by an object.
 */
export function withValue(root: Json, path: string, value: EditValue): Json {
  const copy = JSON.parse(JSON.stringify(root)) as unknown;
  const keys = path.split(".");
  let place = copy as Record<string, unknown>;
  for (const [index, key] of keys.slice(0, -1).entries()) {
    const isList = /^\d+$/.test(keys[index + 1] ?? "");
    if (typeof place[key] !== "object" || place[key] === null) place[key] = isList ? [] : {};
    place = place[key] as Record<string, unknown>;
  }
  const last = keys.at(-1) ?? "";
  if (value === gone) Reflect.deleteProperty(place, last);
  else place[last] = value;
  return copy as Json;
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
