export interface Totals {
  readonly passed: number;
  /** Tests, and errors outside of any: a file that does not load, a hook, a rejected promise. */
  readonly failed: number;
  readonly skipped: number;
}

/** What a run leaves for the process that started it, in the file of TRIMTAB_TEST_RESULT. */
export interface Result extends Totals {
  /** The names of what failed. */
  readonly failures: readonly string[];
  /** Seconds that each test file took. */
  readonly files: Readonly<Record<string, number>>;
}

/** The last line of a run, for people and for scripts. */
export const totalsLine = (totals: Totals): string => `Tests: ${counts(totals)}`;

export function counts({ passed, failed, skipped }: Totals): string {
  const text = `${passed} passed, ${failed} failed`;
  return skipped === 0 ? text : `${text}, ${skipped} skipped`;
}

/** A check that is no test counts as a failed one if it fails, and as none otherwise. */
export const failure = (name: string): Result => ({ ...nothing, failed: 1, failures: [name] });

export const nothing: Result = { passed: 0, failed: 0, skipped: 0, failures: [], files: {} };

export const add = (a: Result, b: Result): Result => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
  files: { ...a.files, ...b.files },
});
