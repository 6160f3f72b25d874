/**
 * One mistake in an expression.
 *
 * at  the position of its first character, from 1
 */
export interface ExpressionError {
  readonly code:
    | "ExpressionMalformed"
    | "ExpressionTooComplex"
    | "ExpressionNameUnknown"
    | "ExpressionTypeMismatch"
    | "ExpressionUnsupported";
  readonly at: number;
  readonly message: string;
  readonly remedy: string;
}
