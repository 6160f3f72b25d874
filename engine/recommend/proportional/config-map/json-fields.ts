import { err, ok, type Result } from "../../../result.ts";
import { foldKey, type GoJson, kindOf } from "./go-json.ts";
import type { ParameterError } from "../parameter-error.ts";

/** Reads one member into the parameters so far. The error describes what is wrong with its value. */
type ReadMember<T> = (value: GoJson, path: string, soFar: T) => Result<T, ParameterError>;

export type MemberReaders<T> = Readonly<Record<string, ReadMember<T>>>;

/**
 * Fills fields from a JSON object as Go's json.Unmarshal fills a struct: in member order, so the
 * last duplicate wins; names match case-insensitively; `null` changes nothing. Unlike in Go, an
 * unknown name is an error: a typo would change the size.
 */
export function readMembers<T>(
  json: GoJson,
  path: string,
  zero: T,
  fields: MemberReaders<T>,
): Result<T, ParameterError> {
  if (json.kind === "null") return ok(zero);
  if (json.kind !== "object") {
    const remedy = "write one JSON object";
    return err({ code: "Type", path, message: `is ${kindOf(json)}`, remedy });
  }
  const names = new Map(Object.keys(fields).map(name => [foldKey(name), name]));
  let parameters = zero;
  for (const [index, { key, value }] of json.members.entries()) {
    const name = names.get(foldKey(key));
    const read = name === undefined ? undefined : fields[name];
    if (name === undefined || read === undefined) {
      const message = `the name of member ${index + 1} is not a parameter`;
      return err({ code: "UnknownKey", path, message, remedy: oneOf(Object.keys(fields)) });
    }
    const next = read(value, `${path}.${name}`, parameters);
    if (!next.ok) return next;
    parameters = next.value;
  }
  return ok(parameters);
}

const oneOf = (names: readonly string[]): string =>
  `remove the member, or name it one of ${names.join(", ")}`;

/** A field with one value: `null` leaves it unchanged, anything else goes through `decode`. */
export function scalar<T, K extends keyof T>(
  field: K,
  decode: (value: GoJson) => Result<T[K], string>,
  remedy: string,
): ReadMember<T> {
  return (value, path, soFar) => {
    if (value.kind === "null") return ok(soFar);
    const decoded = decode(value);
    return decoded.ok
      ? ok({ ...soFar, [field]: decoded.value })
      : err({ code: "Type", path, message: decoded.error, remedy });
  };
}
