/** A place where text of strangers enters: what is usually read there, and what reads it. */
export interface EntryPoint {
  readonly name: string;
  readonly usual: readonly unknown[];
  readonly read: (given: unknown) => unknown;
}
