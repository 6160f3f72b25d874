export interface Totals {
  readonly passed: number;
  /** Failed tests, and errors outside of tests: a file that does not load, a hook, a rejected promise. */
  readonly failed: number;
  readonly skipped: number;
}

/** The result that a run writes to the file of TRIMTAB_TEST_RESULT for its parent process. */
export interface Result extends Totals {
  /** The names of the failures, with the beginning of their messages. */
  readonly failures: readonly string[];
  /** Duration of each test file in seconds. */
  readonly files: Readonly<Record<string, number>>;
}

/** The last line of a run, for people and scripts. It names the parts that this machine cannot run. */
export const totalsLine = (totals: Totals, notRun: readonly string[] = []): string =>
  [
    `Tests: ${counts(totals)}`,
    ...(notRun.length > 0 ? [`not run: ${notRun.join(", ")}`] : []),
  ].join(", ");

/** One skipped test for a part that this machine cannot run; a failed one if everything is required. */
export const partLeftOut = (name: string, isRequired: boolean): Result =>
  isRequired ? failure(`${name} did not run`) : { ...nothing, skipped: 1 };

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
