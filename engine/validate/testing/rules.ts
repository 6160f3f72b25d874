import fc from "fast-check";
import { expect, it } from "vitest";

import { type FieldError, formatFieldError } from "../../model/values/result.ts";
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

/** The same for two texts that differ in values only. */
const wordingOf = ({ message, remedy }: FieldError): string =>
  `${message}; ${remedy}`.replace(/"[^"]*"/g, '""').replace(/-?\d+(\.\d+)?/g, "0");

/**
 * Writes what users read to one file: for each code its wordings, each with the values of the first case that has it.
 *
 * @param file the golden, from the test's folder
 */
export function itSaysWhatToDo(validate: Validate, cases: readonly SpecCase[], file: string): void {
  it("explains every code, with its remedy", async () => {
    const codes = new Map<string, Map<string, string>>();
    for (const found of cases.flatMap(({ spec }) => validate(spec))) {
      const code = `${found.severity} ${found.code}`;
      const texts = codes.get(code) ?? new Map<string, string>();
      codes.set(code, texts);
      const wording = wordingOf(found);
      if (!texts.has(wording)) texts.set(wording, formatFieldError(found));
    }
    const lines = Array.from(codes)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([code, texts]) => [code, ...Array.from(texts.values(), text => `  ${text}`)]);
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(file);
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
