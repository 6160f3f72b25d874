import { expect, test } from "vitest";

import { describeSurvivors } from "./accepted.ts";
import type { Outcome } from "./score.ts";

/** The first word of this file, which is `import`. */
const survivor: Outcome = {
  file: "hack/mutants/accepted.test.ts",
  location: { start: { line: 0, column: 0 }, end: { line: 0, column: 6 } },
  mutator: "StringLiteral",
  replacement: "export",
  status: "Survived",
};
const entry = {
  file: survivor.file,
  original: "import",
  replacement: "export",
  reason: "the same",
};

test("a survivor has the reason that is listed for its text, at any line", () => {
  expect(describeSurvivors([survivor, { ...survivor, status: "Killed" }], [entry])).toBe(
    [
      "Survivors with a reason: 1",
      "  hack/mutants/accepted.test.ts:1:1 Survived: import -> export",
      "    the same",
      "Survivors without a reason: 0",
      "",
    ].join("\n"),
  );
});

test.each([
  { name: "another file", other: { file: "engine/features/bounds.ts" } },
  { name: "another text", other: { original: "export" } },
  { name: "another replacement", other: { replacement: "" } },
])("an entry for $name gives no reason", ({ other }) => {
  const text = describeSurvivors([survivor], [{ ...entry, ...other }]);
  expect(text).toContain("Survivors without a reason: 1\n  hack/mutants/accepted.test.ts:1:1 ");
});
