/**
 * Computes a value once for each object, and always for anything else. Cached objects are never changed, only
 * replaced.
 */
export function oncePerObject<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<object, { readonly value: Value }>();
  return key => {
    if (typeof key !== "object" || key === null) return compute(key);
    const found = known.get(key) ?? { value: compute(key) };
    known.set(key, found);
    return found.value;
  };
}
