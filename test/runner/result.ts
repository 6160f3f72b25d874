export interface Totals {
  readonly passed: number;
  /** Failed tests, and errors outside of tests: a file that does not load, a hook, a rejected promise. */
  readonly failed: number;
  readonly skipped: number;
}

/** The result that a run writes to the file of TRIMTAB_TEST_RESULT for its parent process. */
export interface Result extends Totals {
  /** The names of the failures. */
  readonly failures: readonly string[];
  /** Duration of each test file in seconds. */
  readonly files: Readonly<Record<string, number>>;
}

/** The last line of a run, for people and scripts. */
export const totalsLine = (totals: Totals): string => `Tests: ${counts(totals)}`;

export function counts({ passed, failed, skipped }: Totals): string {
  const text = `${passed} passed, ${failed} failed`;
  return skipped === 0 ? text : `${text}, ${skipped} skipped`;
}

/** A check that is not a test counts as one failed test if it fails, and as no test otherwise. */
export const failure = (name: string): Result => ({ ...nothing, failed: 1, failures: [name] });

export const nothing: Result = { passed: 0, failed: 0, skipped: 0, failures: [], files: {} };

export const add = (a: Result, b: Result): Result => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
  files: { ...a.files, ...b.files },
});
