import type { TestRun } from "./run-tests.ts";

/**
 * caught    each test file has a test that failed
 * survived  one of them passes
 * hung      the tests did not end in time: they must fail, not hang
 * broken    the mutant cannot be loaded, which any test would report
 * stale     the text that the mutant replaces is not in the file once
 */
export type Outcome = "caught" | "survived" | "hung" | "broken" | "stale";

interface Said {
  readonly outcome: Outcome;
  readonly how: string;
}

/** A mutant that uses what does not exist fails in any test. */
const cannotRun = /^ReferenceError\b/;
const isTimeout = /^(Error: )?(Test|Hook) timed out in /;

export function outcomeOf(run: TestRun, tests: readonly string[]): Said {
  if (run.isOver) return { outcome: "hung", how: "the tests did not end in time" };
  const firsts = tests.map(test => {
    const found = run.files.get(test);
    return { test, passes: found?.passes ?? false, failure: found?.failures[0] };
  });
  const passing = firsts.find(({ passes }) => passes);
  if (passing) return { outcome: "survived", how: `${passing.test} passes` };
  for (const { test, failure } of firsts) {
    if (failure === undefined) return { outcome: "broken", how: `${test} has no test that failed` };
    if (cannotRun.test(failure.message))
      return { outcome: "broken", how: failure.message.split("\n", 1).join() };
    if (isTimeout.test(failure.message)) return { outcome: "hung", how: failure.title };
  }
  return { outcome: "caught", how: firsts.map(({ failure }) => failure?.title).join("; ") };
}
