import type { EpochMs } from "./values/result.ts";

/** What the status holds, but with times as numbers. */
export type InMemory<Stored> = {
  readonly [Name in keyof Stored]: Name extends TimeField ? EpochMs : InMemory<Stored[Name]>;
};

type TimeField = "announced" | "since" | "time";

/**
 * How the status holds a part of the memory.
 *
 * past  the part without times in the future; the same object if it has none
 */
export interface Codec<Kept, Stored> {
  readonly write: (kept: Kept) => Stored;
  readonly read: (stored: Stored) => Kept;
  readonly past: (kept: Kept, now: EpochMs) => Kept;
}

const same = <Value>(value: Value): Value => value;

export const plain = { write: same, read: same, past: same };

/** In RFC 3339 with milliseconds. */
export const time: Codec<EpochMs, string> = {
  write: at => new Date(at).toISOString(),
  read: text => Date.parse(text),
  past: (at, now) => (at > now ? now : at),
};

export const list = <Kept, Stored>(
  item: Codec<Kept, Stored>,
): Codec<readonly Kept[], Stored[]> => ({
  write: items => items.map(kept => item.write(kept)),
  read: items => items.map(stored => item.read(stored)),
  past: (items, now) =>
    items.some(kept => item.past(kept, now) !== kept)
      ? items.map(kept => item.past(kept, now))
      : items,
});

/** A part that is stored in fields of the whole that have other names; null: it has none of them. */
export interface Inline<Kept, Stored> extends Omit<Codec<Kept, Stored>, "read"> {
  readonly isInline: true;
  readonly fields: readonly (keyof Stored)[];
  readonly read: (stored: Stored) => Kept | null;
}

type Fields<Kept, Stored> = {
  readonly [Name in keyof Kept]-?: Name extends keyof Stored
    ? Codec<NonNullable<Kept[Name]>, NonNullable<Stored[Name]>>
    : Inline<NonNullable<Kept[Name]>, Partial<Stored>>;
};

type Field = Codec<unknown, unknown> & { readonly isInline?: true };
type Values = Record<string, unknown>;

/** Stores the fields in their order, without those that are as in `absent`. Ignores other fields. */
export function record<Stored extends object, Kept extends object = InMemory<Stored>>(
  fields: Fields<Kept, Stored>,
  absent: Partial<Kept> = {},
): Codec<Kept, Stored> {
  const entries = Object.entries<Field>(fields as Readonly<Record<string, Field>>);
  const defaults: Readonly<Values> = { ...absent };
  return {
    write(kept) {
      const stored: Values = {};
      for (const [name, { write, isInline }] of entries) {
        const part = (kept as Values)[name];
        if (isAbsent(part, defaults[name])) continue;
        if (isInline) Object.assign(stored, write(part));
        else stored[name] = write(part);
      }
      return stored as Stored;
    },
    read(stored) {
      const kept: Values = {};
      for (const [name, { read, isInline }] of entries) {
        const part = isInline ? stored : (stored as Values)[name];
        const value = part === undefined ? defaults[name] : read(part);
        if (value !== undefined) kept[name] = value;
      }
      return kept as Kept;
    },
    past(kept, now) {
      let known = kept;
      for (const [name, { past }] of entries) {
        const part = (kept as Values)[name] ?? null;
        const before = part === null ? null : past(part, now);
        if (before !== part) known = { ...known, [name]: before };
      }
      return known;
    },
  };
}

const isAbsent = (part: unknown, absent: unknown): boolean =>
  part === undefined ||
  part === absent ||
  (Array.isArray(part) && part.length === 0 && Array.isArray(absent));
