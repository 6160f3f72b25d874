import { ok, type Result } from "../../engine/model/values/result.ts";

/** The values of all results, or the first error. */
export function allOrError<Value, Error>(
  results: readonly Result<Value, Error>[],
): Result<Value[], Error> {
  const values: Value[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return ok(values);
}
