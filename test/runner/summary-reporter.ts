import { writeFileSync } from "node:fs";

import type { SerializedError } from "vitest";
import type { Reporter, TestModule } from "vitest/node";

import { totalsLine, type Result } from "./result.ts";

/** Prints the totals, or writes the result to TRIMTAB_TEST_RESULT for the process that adds them up. */
export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const result = resultOf(modules, errors);
    const file = process.env["TRIMTAB_TEST_RESULT"];
    if (file) writeFileSync(file, JSON.stringify(result));
    else console.log(totalsLine(result));
  }
}

function resultOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Result {
  const tests = modules.flatMap(({ children }) => [...children.allTests()]);
  const having = (state: string) => tests.filter(test => test.result().state === state);
  const failures = [
    ...having("failed").map(test =>
      withReason(`${test.module.relativeModuleId} > ${test.fullName}`, test.result().errors),
    ),
    ...modules.flatMap(brokenIn),
    ...unhandled.map(error => withReason("outside of the tests", [error])),
  ];
  const passed = having("passed").length;
  const failed = having("failed").length;
  return {
    ...{ passed, failed: failures.length, skipped: tests.length - passed - failed, failures },
    files: Object.fromEntries(modules.map(module => [module.relativeModuleId, secondsOf(module)])),
  };
}

/** The file and the suites that failed themselves: they did not load, or a hook failed. */
function brokenIn(module: TestModule): string[] {
  const suites = [...module.children.allSuites()].filter(suite => suite.errors().length > 0);
  const names = suites.map(suite =>
    withReason(`${module.relativeModuleId} > ${suite.fullName}`, suite.errors()),
  );
  const errors = module.errors();
  return errors.length > 0 ? [withReason(module.relativeModuleId, errors), ...names] : names;
}

/** With the beginning of the first message, because the rest of the output may not be at hand. */
function withReason(name: string, errors: readonly { message: string }[] = []): string {
  const reason = (errors[0]?.message ?? "").trim().replaceAll(/\s+/g, " ");
  return `${name}: ${reason.length > 300 ? `${reason.slice(0, 300)}...` : reason}`;
}

function secondsOf(module: TestModule): number {
  const { prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  return (prepareDuration + setupDuration + collectDuration + duration) / 1000;
}
