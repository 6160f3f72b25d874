/** A spec and its problems. The API server and `validate` must agree on them (test/integration). */
export interface SpecCase {
  readonly when: string;
  readonly spec: unknown;
  /** The error codes; empty: accepted. */
  readonly errors: readonly string[];
  readonly warnings?: readonly string[];
  /** The API server rejects it by schema, which cannot carry Trimtab's own message. */
  readonly bySchema?: true;
  /** No rule of the CRD can find it, only the webhook, the operator and the command line. */
  readonly byWebhook?: true;
}

export const many = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));
