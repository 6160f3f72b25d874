type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Operations on maps and sets that cost time, including steps of an iteration. */
const places: readonly (readonly [object, readonly string[]])[] = [
  [Map.prototype, ["get", "set", "has", "delete"]],
  [Set.prototype, ["add", "has", "delete"]],
  [WeakMap.prototype, ["get", "set"]],
  [Object.getPrototypeOf(new Map().keys()) as object, ["next"]],
  [Object.getPrototypeOf(new Set().keys()) as object, ["next"]],
];

/** Counts the operations on maps and sets that some work needs: the same on every machine. */
export function operationsOf(work: () => void): number {
  let count = 0;
  const restores = places.flatMap(([prototype, names]) =>
    names.map(name => {
      const original = Reflect.get(prototype, name) as Method;
      const counted: Method = function (...given) {
        count += 1;
        return Reflect.apply(original, this, given);
      };
      Reflect.set(prototype, name, counted);
      return () => Reflect.set(prototype, name, original);
    }),
  );
  try {
    work();
    return count;
  } finally {
    for (const restore of restores) restore();
  }
}
