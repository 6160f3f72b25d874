/** An outcome as a value: callers must check `ok` before they can access either side. */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({
  ok: false,
  error,
});

/** Milliseconds since the Unix epoch. */
export type EpochMs = number;

/**
 * One problem with one field, as data. It is formatted as text where it is printed.
 *
 * path     as Kubernetes writes it: `spec.linear.maxReplicas`,
 *          `spec.ladder.coresToReplicas[2].cores`
 * code     stable, for tests and tools; a check that is also a CEL rule has that rule's code
 * message  the problem, with the value found
 * remedy   what to write instead
 */
export interface FieldError {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly severity: "error" | "warning";
}

/** `path: message; remedy`, the one format that the webhook, the status and the CLI print. */
export const formatFieldError = (error: FieldError): string =>
  `${error.path}: ${error.message}; ${error.remedy}`;

export const isError = ({ severity }: FieldError): boolean => severity === "error";
