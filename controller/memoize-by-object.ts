/**
 * Computes a value once for each object, and always for anything else. Cached objects are never changed, only
 * replaced. The latest value counts while the further arguments stay the same, such as the namespace of a spec.
 */
export function oncePerObject<Key, Value, More extends readonly unknown[]>(
  compute: (key: Key, ...more: More) => Value,
): (key: Key, ...more: More) => Value {
  const known = new WeakMap<object, { readonly value: Value; readonly more: More }>();
  return (key, ...more) => {
    if (typeof key !== "object" || key === null) return compute(key, ...more);
    const found = known.get(key);
    if (found?.more.every((each, index) => each === more[index])) return found.value;
    const value = compute(key, ...more);
    known.set(key, { value, more });
    return value;
  };
}
