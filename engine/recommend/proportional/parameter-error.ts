import type { FieldError } from "../../field-error.ts";

/** Why parameters are invalid, in the form of a field error. It is never just a warning. */
export type ParameterError = Omit<FieldError, "severity">;
