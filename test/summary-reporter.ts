import { writeFileSync } from "node:fs";

import type { SerializedError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

export interface Totals {
  readonly passed: number;
  /** Tests, and errors outside of any: a file that does not load, a hook, a rejected promise. */
  readonly failed: number;
  readonly skipped: number;
}

/** The last line of a run, for people and for scripts. */
export function totalsLine({ passed, failed, skipped }: Totals): string {
  const line = `Tests: ${passed} passed, ${failed} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}

/** Prints the totals, or leaves them to who adds several runs up in the file of TRIMTAB_TEST_TOTALS. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const totals = count(modules, errors.length);
    const file = process.env["TRIMTAB_TEST_TOTALS"];
    if (file) writeFileSync(file, JSON.stringify(totals));
    else console.log(totalsLine(totals));
  }
}

function count(modules: readonly TestModule[], unhandled: number): Totals {
  const tests = modules.flatMap(({ children }) => [...children.allTests()]);
  const suites = modules.flatMap(module => [module, ...module.children.allSuites()]);
  const having = (state: string) => tests.filter(test => test.result().state === state).length;
  const passed = having("passed");
  const failed = having("failed");
  const broken = suites.filter(suite => suite.errors().length > 0).length;
  return { passed, failed: failed + broken + unhandled, skipped: tests.length - passed - failed };
}
