// Generated from hack/generate/rules/ by hack/generate/generate.ts; edit that and run it again.
export function unreadable()        {
  throw new Error("the schema refuses a value that this rule reads");
}
export function get(holder         , key                 , byDefault          )          {
  const isThere = has(holder, key);
  const value = isThere ? (holder                                    )[key] : byDefault;
  return value === undefined ? unreadable() : value;
}
export function has(holder         , key                 )          {
  if (typeof holder !== "object" || holder === null) return unreadable();
  return Object.hasOwn(holder, key);
}
export function matches(text         , pattern        )          {
  return typeof text === "string" ? pattern.test(text) : unreadable();
}
export function typeOf(value         )         {
  return typeof value === "number" ? "int" : typeof value;
}
export function each(collection         )            {
  if (Array.isArray(collection)) return collection             ;
  return Object.keys(collection          );
}
export function size(collection         )         {
  return typeof collection === "string" ? Array.from(collection).length : each(collection).length;
}
export function format(text        , values                    )         {
  let index = 0;
  return text.replace(/%[ds]/g, () => String(values[index++]));
}
