import type { Reader } from "../untrusted-reader.ts";

/** More than any recording has. */
export const MAX_ITEMS = 1_000_000;

export const readTexts = (reader: Reader, raw: unknown, path: string): string[] =>
  reader.list(raw, path, MAX_ITEMS).map(({ item, path: at }) => reader.text(item, at));

/** Objects as the API server returns them. Only checks that each is an object. */
export const readObjects = <T extends object>(reader: Reader, raw: unknown, path: string): T[] =>
  reader.list(raw, path, MAX_ITEMS).map(({ item, path: at }) => reader.object(item, at) as T);
