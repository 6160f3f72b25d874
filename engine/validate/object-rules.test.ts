import { describe, expect, it } from "vitest";

import type { FieldError } from "../field-error.ts";
import { objectRules } from "./object-rules.ts";
import type { ObjectSchema } from "./object-schema.ts";
import type { Writing } from "./structure.ts";

const unwritten: Writing = { textAt: () => undefined, fractions: [] };

describe("objectRules", () => {
  const schema: ObjectSchema = {
    properties: {
      metadata: { properties: { name: { type: "string" } } },
      spec: {
        required: ["mode"],
        properties: { mode: { type: "string", enum: ["Active"] }, size: { type: "integer" } },
      },
    },
  };
  const about = (path: string, code: string, severity: FieldError["severity"] = "error") =>
    ({ path, code, message: "", remedy: "", severity }) as const;
  const find = (spec: unknown, byRules: FieldError[], fractions: Writing["fractions"] = []) =>
    objectRules(schema, () => byRules)(
      { metadata: { name: "web" }, spec },
      { textAt: () => "3.0", fractions },
    ).map(({ path, code }) => `${path} ${code}`);

  // prettier-ignore
  it.each([
    { shows: "an error that only the schema finds",  spec: { mode: "Off" },        byRules: [],                                         found: ["spec.mode NotSupported"] },
    { shows: "an error that only a rule finds",      spec: { mode: "Active" },     byRules: [about("spec.size", "TooOdd")],             found: ["spec.size TooOdd"] },
    { shows: "an error that both find, by the rule", spec: {},                     byRules: [about("spec.mode", "ModeMissing")],        found: ["spec.mode ModeMissing"] },
    { shows: "a wrong type, by the schema",          spec: { mode: 1 },            byRules: [about("spec.mode", "Malformed")],          found: ["spec.mode Type"] },
    { shows: "both a warning and an error",          spec: { mode: "Off" },        byRules: [about("spec.mode", "Unwise", "warning")],  found: ["spec.mode NotSupported", "spec.mode Unwise"] },
    { shows: "no error of rules for a missing spec", spec: null,                   byRules: [about("spec", "Type")],                    found: [] },
  ])("reports $shows", ({ spec, byRules, found }) => {
    expect(find(spec, byRules)).toEqual(found);
  });

  it("shows how a number is written if it is wrong", () => {
    const size = ["spec", "size"];
    const found = find({ mode: "Active", size: 3 }, [about("spec.size", "TooOdd")], [size]);
    expect(found).toEqual(["spec.size Type", "spec.size TooOdd"]);
  });

  it("checks the metadata, too", () => {
    const judge = objectRules(schema, () => []);
    const found = judge({ metadata: { name: "Web" }, spec: { mode: "Active" } }, unwritten);
    expect(found.map(({ path, code }) => [path, code])).toEqual([
      ["metadata.name", "NameMalformed"],
    ]);
  });
});
