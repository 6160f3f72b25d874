// hack/mutants/threats/: `npm run mutants:threats`, which removes the protections of docs/threat-model.md in turn.
// hack/generate/ imports the table, and writes it into the page.

/** A change of the product that removes a protection. */
export interface Mutant {
  /** Completes "the tests of the row fail when": the page shows it. */
  readonly when: string;
  /** Relative to the root, as are the tests. */
  readonly file: string;
  /** A text that is in the file once. */
  readonly from: string;
  readonly to: string;
  /** Each of them must fail, and the row links to each of them. */
  readonly tests: readonly string[];
}

/** By row of the page: the text of its first column. */
export type Threats = Readonly<Record<string, readonly Mutant[]>>;
