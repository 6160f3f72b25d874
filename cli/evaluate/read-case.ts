import { formatFieldError } from "../../engine/field-error.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import { FieldReader } from "../../engine/validate/field-reader.ts";
import type { Fields } from "../../engine/json-values.ts";
import { conform, type Structure } from "../../engine/validate/structure.ts";

/**
 * A copy of a case without fields that are null. `check` adds the rules that no schema can state.
 *
 * Errors  a sentence with the first invalid path.
 */
export function readCase(
  structure: Structure,
  raw: unknown,
  check: (recorded: FieldReader) => void = () => undefined,
): Result<unknown, string> {
  const { errors, value } = conform(structure, raw);
  if (errors.length === 0) check(new FieldReader("", value as Fields, errors));
  const [first] = errors;
  if (!first) return ok(value);
  return err(formatFieldError({ ...first, path: first.path === "" ? "the case" : first.path }));
}
