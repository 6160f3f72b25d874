/** A spec, and what is wrong with it: judged alike by the API server and by `validate` (test/integration). */
export interface SpecCase {
  readonly when: string;
  readonly spec: unknown;
  /** Codes of the errors; empty: accepted. */
  readonly errors: readonly string[];
  readonly warnings?: readonly string[];
  /** The API server refuses it by schema, where a text of ours has no place. */
  readonly bySchema?: true;
}

export const many = <T>(count: number, item: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => item(index));
