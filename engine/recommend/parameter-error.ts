import type { FieldError } from "../field-error.ts";

/** Why parameters cannot be used, in the form of a field's error; there is no milder kind. */
export type ParameterError = Omit<FieldError, "severity">;
