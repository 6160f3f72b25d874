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
    ...having("failed").map(test => `${test.module.relativeModuleId} > ${test.fullName}`),
    ...modules.flatMap(brokenIn),
    ...unhandled.map(({ message }) => `outside of the tests: ${message.split("\n")[0] ?? ""}`),
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
  const names = suites.map(suite => `${module.relativeModuleId} > ${suite.fullName}`);
  return module.errors().length > 0 ? [module.relativeModuleId, ...names] : names;
}

function secondsOf(module: TestModule): number {
  const { prepareDuration, setupDuration, collectDuration, duration } = module.diagnostic();
  return (prepareDuration + setupDuration + collectDuration + duration) / 1000;
}
