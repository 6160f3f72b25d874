/**
 * One thing wrong with one field, as data; text for people is made from it at the edge.
 *
 * path     as Kubernetes writes it: `spec.linear.maxReplicas`, `spec.ladder.coresToReplicas[2].cores`
 * code     stable, for tests and tools; the twin of a CEL rule carries the rule's code
 * message  what is wrong, with the value seen
 * remedy   what to write instead
 */
export interface FieldError {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly severity: "error" | "warning";
}

/** `path: message. remedy`, the one form in which the webhook, the status and the CLI print it. */
export const formatFieldError = (error: FieldError): string =>
  `${error.path}: ${error.message}; ${error.remedy}`;
