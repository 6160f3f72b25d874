type Path = readonly string[];

/** A text in one of the usual objects, or a further key next to one that it has. */
export interface Place {
  readonly object: unknown;
  readonly at: Path;
  readonly isKey: boolean;
}

/** All places of the objects that differ in more than the index of an entry in a list, and one key for each of the objects in it. */
export function placesIn(objects: readonly unknown[]): readonly Place[] {
  const all = new Map<string, Place>();
  for (const object of objects) {
    for (const { at, folded, isKey } of placesOf(object)) {
      const id = JSON.stringify([isKey ? folded.slice(0, -1) : folded, isKey]);
      if (!all.has(id)) all.set(id, { object, at, isKey });
    }
  }
  return [...all.values()];
}

interface Found {
  readonly at: Path;
  /** The path without the indices of lists. */
  readonly folded: Path;
  readonly isKey: boolean;
}

function placesOf(value: unknown, at: Path = [], folded: Path = []): Found[] {
  if (typeof value !== "object" || value === null) return [{ at, folded, isKey: false }];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, part]) => {
    const here = { at: [...at, key], folded: [...folded, isList ? "*" : key] };
    return [...(isList ? [] : [{ ...here, isKey: true }]), ...placesOf(part, here.at, here.folded)];
  });
}

/** The object with a text at a place. */
export const withText = ({ object, at, isKey }: Place, text: string): unknown =>
  replaced(object, at, (key, part) =>
    isKey
      ? [
          [key, part],
          [text, part],
        ]
      : [[key, text]],
  );

/** Where the entries of a list or of a map are, each list and map once. */
export function collectionsIn(objects: readonly unknown[]): readonly Place[] {
  const all = new Map<string, Place>();
  for (const { object, at } of placesIn(objects)) {
    for (const [index, key] of at.entries()) {
      const whole = at.slice(0, index);
      if (!isIndex.test(key) && !maps.has(whole.at(-1) ?? "")) continue;
      const id = JSON.stringify(whole.map(each => each.replace(isIndex, "*")));
      if (!all.has(id)) all.set(id, { object, at: at.slice(0, index + 1), isKey: false });
    }
  }
  return [...all.values()];
}

const isIndex = /^\d+$/;
/** Fields whose keys anyone chooses. */
const maps: ReadonlySet<string> = new Set([
  ...["annotations", "labels", "matchLabels", "extra", "usage", "metricLabels"],
]);

/** The object with an entry of a list or a map repeated, in a map under other keys, up to a size of all of them in bytes. */
export const withRepeated = ({ object, at }: Place, times: number, most: number): unknown =>
  replaced(object, at, (key, part) => {
    const length = Math.min(times, Math.floor(most / (JSON.stringify([key, part]).length + 5)));
    return Array.from({ length }, (_, index) => [`${key}${index}`, part]);
  });

type Entry = readonly [key: string, value: unknown];

/** The value with other entries in the place of the one at the path. */
function replaced(
  value: unknown,
  [key, ...rest]: Path,
  change: (key: string, part: unknown) => readonly Entry[],
): unknown {
  const entries = Object.entries(value as object).flatMap(([name, part]): readonly Entry[] => {
    if (name !== key) return [[name, part]];
    return rest.length === 0 ? change(name, part) : [[name, replaced(part, rest, change)]];
  });
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}
