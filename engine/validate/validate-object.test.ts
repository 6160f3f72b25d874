import { describe, expect, it } from "vitest";

import type { FieldReader, Parts } from "../schema/field-reader.ts";
import type { ObjectSchema } from "../schema/object-schema.ts";
import type { Writing } from "../schema/structure.ts";
import { structureOf } from "./testing/structure-of.ts";
import { validateObject, validateSpec } from "./validate-object.ts";

const unwritten: Writing = { textAt: () => undefined, fractions: [] };

const text = { type: "string" };
const schema: ObjectSchema = {
  type: "object",
  required: ["kind", "spec"],
  additionalProperties: false,
  properties: {
    kind: text,
    metadata: { properties: { name: text } },
    spec: {
      type: "object",
      required: ["mode"],
      additionalProperties: false,
      properties: {
        mode: { ...text, enum: ["Active", "Odd"] },
        size: { type: "integer" },
        list: { type: "array", items: text },
        modus: { not: { not: { enum: ["None"] } }, refused: "is now mode; write mode: Active" },
      },
    },
  },
};

/** Odd values are errors, and a missing size is unwise. */
function* checkSpec(spec: FieldReader): Parts {
  const problem = { message: "", remedy: "" };
  if (spec.text("mode") === "Odd") spec.report("mode", { code: "Odd", ...problem });
  yield;
  if ((spec.number("size") ?? 0) % 2 === 1) spec.report("size", { code: "Odd", ...problem });
  if (!spec.has("size")) spec.warn("size", { code: "Unwise", ...problem });
}

const rules = { structure: structureOf(schema), rules: {}, checkSpec };

// prettier-ignore
const rows = [
  { shows: "nothing in a valid spec",                 spec: { mode: "Active", size: 2 },         found: [] },
  { shows: "a violation of the schema",               spec: { mode: "Off", size: 2 },            found: ["spec.mode NotSupported"] },
  { shows: "a violation of a rule",                   spec: { mode: "Active", size: 3 },         found: ["spec.size Odd"] },
  { shows: "violations of both",                      spec: { mode: "Off", size: 3 },            found: ["spec.mode NotSupported", "spec.size Odd"] },
  { shows: "a wrong type, which the rules do not see", spec: { mode: "Odd", size: "3" },         found: ["spec.size Type", "spec.mode Odd"] },
  { shows: "a missing field and a warning",           spec: {},                                  found: ["spec.mode Required", "spec.size Unwise"] },
  { shows: "no violation of rules in a missing spec", spec: null,                                found: ["spec Required"] },
  { shows: "no violation of rules in a list",         spec: [],                                  found: ["spec Type"] },
];

describe("a former field", () => {
  const former = (modus: string) => ({
    ...{ kind: "Web", metadata: { name: "web" } },
    spec: { mode: "Active", size: 2, modus },
  });

  it.each([
    { modus: "None", says: ['warning: is now mode, and "None" has no effect; remove it'] },
    { modus: "Odd", says: ["error: is now mode; write mode: Active"] },
  ])("with the value $modus, in a file: $says", ({ modus, says }) => {
    const found = validateObject(rules, former(modus), unwritten);
    const texts = found.map(each => `${each.severity}: ${each.message}; ${each.remedy}`);
    expect(texts).toEqual(says);
  });

  it("with the value that was its default, in a stored object, is accepted without a warning", () => {
    expect(validateSpec(rules, former("None").spec)).toEqual([]);
    expect(validateSpec(rules, former("Odd").spec)).toHaveLength(1);
  });
});

describe("validateObject", () => {
  const find = (object: unknown, writing = unwritten) =>
    validateObject(rules, object, writing).map(({ path, code }) => `${path} ${code}`);

  it.each(rows)("finds $shows", ({ spec, found }) => {
    expect(find({ kind: "Web", metadata: { name: "web" }, spec })).toEqual(found);
  });

  it("finds unknown fields, and checks the metadata, too", () => {
    const object = { metadata: { name: "Web" }, spec: { mode: "Active", size: 2, Mode: 1 } };
    expect(find(object)).toEqual([
      "kind Required",
      "spec.Mode UnknownField",
      "metadata.name NameMalformed",
    ]);
  });

  it("shows how a number is written if it is wrong", () => {
    const object = { kind: "Web", spec: { mode: "Active", size: 3 } };
    const written = { textAt: () => "3.0", fractions: [["spec", "size"]] };
    expect(find(object, written)).toEqual(["spec.size Type", "spec.size Odd"]);
  });

  it.each([null, "text", []])("finds that %o is no object", object => {
    expect(find(object)).not.toEqual([]);
  });
});

describe("validateSpec", () => {
  it("refuses a spec with more values than any valid one, at spec", () => {
    const found = validateSpec(rules, { mode: "Active", list: Array<string>(300_000).fill("a") });
    expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(["spec TooMany"]);
  });

  it("refuses a spec with more problems than it lists, at spec", () => {
    const found = validateSpec(rules, { mode: "Active", list: Array<number>(2_000).fill(1) });
    expect(found.at(-1)).toMatchObject({ path: "spec", code: "TooMany" });
  });

  it.each(rows)("finds $shows", ({ spec, found }) => {
    expect(validateSpec(rules, spec).map(({ path, code }) => `${path} ${code}`)).toEqual(found);
  });

  it("ignores unknown fields", () => {
    expect(validateSpec(rules, { mode: "Active", size: 2, Mode: 1 })).toEqual([]);
  });
});
