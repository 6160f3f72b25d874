import { expect, it } from "vitest";

import { outcomeOf } from "./outcome.ts";

const passed = { passes: true, milliseconds: 1, failures: [] };
const failed = (message: string) => ({
  ...{ passes: false, milliseconds: 1, failures: [{ title: "it works", message }] },
});
const wrong = failed("AssertionError: expected 1 to be 2");

it.each<{ shows: string; a: object; b?: object; isOver?: boolean; outcome: string; how: string }>([
  { shows: "each test fails", a: wrong, b: wrong, outcome: "caught", how: "it works; it works" },
  { shows: "one of two passes", a: wrong, b: passed, outcome: "survived", how: "b.test.ts passes" },
  {
    shows: "the run does not end",
    a: wrong,
    isOver: true,
    outcome: "hung",
    how: "the tests did not end in time",
  },
  {
    shows: "a test ends at its limit",
    a: failed("Error: Test timed out in 300000ms."),
    outcome: "hung",
    how: "it works",
  },
  {
    shows: "a file cannot be loaded",
    a: { ...wrong, failures: [] },
    outcome: "broken",
    how: "a.test.ts has no test that failed",
  },
  {
    shows: "a name is missing",
    a: failed("ReferenceError: x is not defined"),
    outcome: "broken",
    how: "ReferenceError: x is not defined",
  },
])("$shows: $outcome", ({ a, b = wrong, isOver = false, outcome, how }) => {
  const files = new Map(Object.entries({ "a.test.ts": a, "b.test.ts": b })) as never;
  const run = { files, isOver, output: "" };
  expect(outcomeOf(run, ["a.test.ts", "b.test.ts"])).toEqual({ outcome, how });
});
