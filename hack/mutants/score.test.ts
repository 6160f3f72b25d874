import { expect, test } from "vitest";

import { scoreOf, tableOf, type Outcome } from "./score.ts";

const outcomes = (
  status: Outcome["status"],
  count: number,
  file = "engine/features/bounds.ts",
): Outcome[] =>
  Array.from({ length: count }, (_, line) => ({
    file,
    location: { start: { line, column: 0 }, end: { line, column: 9 } },
    mutator: "BooleanLiteral",
    replacement: "true",
    status,
  }));

test.each([
  { name: "at the threshold", killed: 90, survived: 10, enough: true },
  { name: "below the threshold", killed: 89, survived: 11, enough: false },
  { name: "no mutants", killed: 0, survived: 0, enough: false },
])("engine/: $name", ({ killed, survived, enough }) => {
  const all = [...outcomes("Killed", killed), ...outcomes("Survived", survived)];
  expect(scoreOf("engine", all).enough).toBe(enough);
});

test("timeouts and failed test files count as detected, lines without a test do not", () => {
  const all = [
    ...outcomes("Killed", 1),
    ...outcomes("RuntimeError", 1),
    ...outcomes("Timeout", 1),
    ...outcomes("NoCoverage", 1),
    ...outcomes("Survived", 5, "kube/watch/list.ts"),
  ];
  expect(scoreOf("engine", all)).toMatchObject({ mutants: 4, killed: 2, timedOut: 1, percent: 75 });
});

test("the table has a row for each folder", () => {
  const all = [
    ...outcomes("Killed", 9),
    ...outcomes("Survived", 1),
    ...outcomes("Survived", 1, "kube/watch/list.ts"),
  ];
  expect(tableOf([scoreOf("engine", all), scoreOf("kube", all)])).toBe(
    [
      "folder   mutants  killed  timed out  survived  no coverage  score",
      "engine/  10       9       0          1         0            90.0%",
      "kube/    1        0       0          1         0            0.0%   less than 80%",
    ].join("\n"),
  );
});
