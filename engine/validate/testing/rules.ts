import fc from "fast-check";
import { expect, it } from "vitest";

import { type FieldError, formatFieldError } from "../../field-error.ts";
import type { SpecCase } from "./spec-case.ts";

type Validate = (spec: unknown) => FieldError[];

/** Checks that each case has the errors that it lists, in any order, and its warnings. */
export function itFindsWhatCasesName(validate: Validate, cases: readonly SpecCase[]): void {
  it.each(cases)("finds $errors in $when", ({ spec, errors, warnings = [] }) => {
    const codes = (severity: string) =>
      validate(spec)
        .filter(error => error.severity === severity)
        .map(error => error.code);
    expect(codes("error").toSorted()).toEqual(errors.toSorted());
    expect(codes("warning")).toEqual(warnings);
  });
}

/**
 * Writes the messages that users read for each case to one file.
 *
 * @param file the golden, from the test's folder
 */
export function itSaysWhatToDo(validate: Validate, cases: readonly SpecCase[], file: string): void {
  it("explains every case, with its remedy", async () => {
    const texts = cases.map(({ when, spec }) => [
      when,
      ...validate(spec).map(found => `  ${found.severity}: ${formatFieldError(found)}`),
    ]);
    await expect(`${texts.flat().join("\n")}\n`).toMatchFileSnapshot(file);
  });
}

/** Generates `fields` at any depth, in valid and invalid places. */
export function itNeverThrows(validate: Validate, fields: readonly string[]): void {
  it("never throws, whatever the input", () => {
    const anything = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.anything({ maxDepth: 0, withBigInt: true }),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...fields), tie("value")),
      ),
    })).value;
    fc.assert(fc.property(anything, spec => Array.isArray(validate(spec))));
  });
}
