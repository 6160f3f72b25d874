import { type Fields, isFields } from "./validate/field-reader.ts";

/**
 * JSON with sorted keys. Use it to compare a written object with the stored one: the API server may
 * reorder keys.
 */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (isFields(part) ? sorted(part) : part));

const sorted = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
