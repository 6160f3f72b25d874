/**
 * Computes a value once for each object, and always for anything else. Cached objects are never changed, only
 * replaced. The further arguments must depend on the object alone: the namespace of a spec does.
 */
export function oncePerObject<Key, Value, More extends readonly unknown[]>(
  compute: (key: Key, ...more: More) => Value,
): (key: Key, ...more: More) => Value {
  const known = new WeakMap<object, { readonly value: Value }>();
  return (key, ...more) => {
    if (typeof key !== "object" || key === null) return compute(key, ...more);
    const found = known.get(key) ?? { value: compute(key, ...more) };
    known.set(key, found);
    return found.value;
  };
}
