import { ok, type Result } from "../../engine/model/values/result.ts";

/** The values of all results, or the first error. */
export function allOrError<Value, Problem>(
  results: readonly Result<Value, Problem>[],
): Result<Value[], Problem> {
  const values: Value[] = [];
  for (const result of results) {
    if (!result.ok) return result;
    values.push(result.value);
  }
  return ok(values);
}
