import { describe, expect, it } from "vitest";

import { formatFieldError } from "../model/values/result.ts";
import type { ObjectSchema } from "./object-schema.ts";
import { conform, fractionsIn, wellTyped, type Writing } from "./structure.ts";
import { structureOf } from "../validate/testing/structure-of.ts";

const unwritten: Writing = { textAt: () => undefined, fractions: [] };
/** All scalars have this text in the file. */
const written = (text: string): Writing => ({ ...unwritten, textAt: () => text });

const text = { type: "string" };
const count = { type: "integer", minimum: 1, maximum: 9 };
const schema: ObjectSchema = {
  type: "object",
  required: ["size"],
  additionalProperties: false,
  properties: {
    size: { ...count, example: 3 },
    amount: { type: ["integer", "string"] },
    ratio: { type: "number" },
    mode: { ...text, enum: ["Active", "Paused"] },
    code: { ...text, minLength: 2, maxLength: 3, pattern: "^[a-z]+$" },
    time: { ...text, format: "date-time" },
    free: { not: { enum: [true] } },
    modus: { not: {}, refused: "is now mode; write mode: Active" },
    labels: { type: "object", maxProperties: 1, additionalProperties: text },
    taints: { type: "object", additionalProperties: { ...text, nullable: true } },
    status: { type: "object", properties: { flag: { type: "boolean" } } },
    steps: {
      type: "array",
      minItems: 1,
      maxItems: 2,
      items: {
        type: "object",
        additionalProperties: false,
        properties: { from: count, flag: { type: "boolean" } },
      },
    },
  },
};
const structure = structureOf(schema);
const judge = (object: object, writing = unwritten): string[] =>
  conform(structure, { size: 1, ...object }, { writing }).errors.map(formatFieldError);

// prettier-ignore
const rows: readonly { shows: string; object: object; written?: string; found: string[] }[] = [
  { shows: "nothing wrong",               object: { labels: { a: "b" }, steps: [{ from: 1 }] }, found: [] },
  { shows: "fields that are null",        object: { mode: null, steps: [{ from: null }] },     found: [] },
  { shows: "a field that is missing",     object: { size: null },                              found: ["size: is required; write size: 3"] },
  { shows: "a list item that is null",    object: { steps: [null] },                           found: ["steps[0]: must be an object, but is null; write an object"] },
  { shows: "a map entry that is null",    object: { labels: { a: null } },                     found: [] },
  { shows: "a null entry in a nullable map", object: { taints: { a: null } },                     found: [] },
  { shows: "a field with a typo",         object: { mod: "Active" },                           found: ["mod: there is no such field, and the API server would drop it without a word; write mode"] },
  { shows: "a typo next to the correct field", object: { Size: 1 },                                 found: ["Size: there is no such field, and the API server would drop it without a word; remove it: size is there, too"] },
  { shows: "a field of another object",   object: { flag: true },                              found: ["flag: there is no such field, and the API server would drop it without a word; move it to steps[], or remove it"] },
  { shows: "an unknown field",            object: { steps: [{ "a/b~c": 1 }] },                 found: ["steps[0].a/b~c: there is no such field, and the API server would drop it without a word; remove it, or write from or flag"] },
  { shows: "an unknown field that is null", object: { mod: null },                             found: ["mod: there is no such field, and the API server would drop it without a word; write mode"] },
  { shows: "text for a number",           object: { size: "1" },                               found: ["size: must be a whole number, but is \"1\"; write a whole number"] },
  { shows: "a fraction",                  object: { size: 1.5 },                               found: ["size: must be a whole number, but is 1.5; write a whole number"] },
  { shows: "no number at all",            object: { ratio: NaN },                              found: ["ratio: must be a number, but is NaN; write a number"] },
  { shows: "a number for text",           object: { labels: { a: 1.1 } }, written: "1.10",     found: ["labels[a]: must be text, but is 1.1 (written 1.10); write \"1.10\", in quotes"] },
  { shows: "a number as it is written",   object: { labels: { a: 1 } }, written: "1",          found: ["labels[a]: must be text, but is 1; write \"1\", in quotes"] },
  { shows: "a word that is read as a boolean", object: { mode: false }, written: "off",             found: ["mode: must be text, but is false (written off); write Active or Paused"] },
  { shows: "a boolean as an amount",      object: { amount: true }, written: "yes",            found: ["amount: must be a whole number or text, but is true; write a quantity, such as 500m or 2Gi"] },
  { shows: "an object for text",          object: { mode: {} }, written: "",                   found: ["mode: must be text, but is an object; write text"] },
  { shows: "a value that is too small",   object: { size: 0 },                                 found: ["size: must be at least 1, but is 0; write 1 or more"] },
  { shows: "a value that is too large",   object: { size: 10 },                                found: ["size: must be at most 9, but is 10; write 9 or less"] },
  { shows: "too few entries",             object: { steps: [] },                               found: ["steps: has 0 entries, but must have at least 1; add 1"] },
  { shows: "too many entries",            object: { steps: [{}, {}, {}] },                     found: ["steps: has 3 entries, but must have at most 2; remove 1"] },
  { shows: "too many keys",               object: { labels: { a: "", b: "", c: "" } },         found: ["labels: has 3 entries, but must have at most 1; remove 2"] },
  { shows: "a text that is too short",    object: { code: "a" },                               found: ["code: has 1 characters, but must have at least 2; add 1"] },
  { shows: "a text that is too long",     object: { code: "abcd" },                            found: ["code: has 4 characters, but must have at most 3; remove 1"] },
  { shows: "a text that does not match its pattern", object: { code: "😀😀" },                            found: ["code: \"😀😀\" is not of the form ^[a-z]+$; write what docs/api.md says of the field"] },
  { shows: "a text that is not a time",   object: { time: "noon" },                            found: ["time: \"noon\" is not an RFC 3339 time; write 2026-01-01T12:00:00Z or the like"] },
  { shows: "a refused field",             object: { modus: { a: 1 } },                         found: ["modus: is now mode; write mode: Active"] },
  { shows: "a typo of a refused field",   object: { modusx: 1 },                               found: ["modusx: there is no such field, and the API server would drop it without a word; remove it, or write size, amount, ratio, mode, code, time, free, labels, taints, status or steps"] },
  { shows: "a refused field in another place", object: { steps: [{ modus: 1 }] },              found: ["steps[0].modus: there is no such field, and the API server would drop it without a word; remove it, or write from or flag"] },
  { shows: "a value that is not allowed", object: { free: true },                              found: ["free: true violates not; write what docs/api.md says of the field"] },
];

describe("conform", () => {
  it.each(rows)("finds $shows", ({ object, written: how, found }) => {
    expect(judge(object, how === undefined ? unwritten : written(how))).toEqual(found);
  });

  // prettier-ignore
  it.each([
    { shows: "a wrong type",          object: { mode: 7, size: 1 },               value: { mode: undefined, size: 1 } },
    { shows: "a list that is too long", object: { steps: [{}, {}, {}] },          value: { steps: undefined } },
    { shows: "one entry of a list",   object: { steps: [{ from: 0 }, "x"] },      value: { steps: [{ from: undefined }, undefined] } },
    { shows: "one entry of a map",    object: { labels: { a: 1 } },               value: { labels: { a: undefined } } },
    { shows: "an object with a wrong part", object: { steps: [{}, { flag: 1 }, {}] }, value: { steps: undefined } },
    { shows: "nothing of an unknown field", object: { other: 1 },                 value: { other: 1 } },
    { shows: "a field that is null",  object: { mode: null },                     value: {} },
  ])("leaves out $shows", ({ object, value }) => {
    const before = structuredClone(object);
    expect(conform(structure, object).value).toStrictEqual(value);
    expect(object).toStrictEqual(before);
  });

  // prettier-ignore
  it.each([
    { shows: "entries",        object: { size: 1, steps: Array<number>(100_000).fill(1) },  found: ["steps: has 100000 entries, but must have at most 2; remove 99998", "steps[0]", "steps[1]", "steps[2]"] },
    { shows: "keys",           object: { size: 1, labels: Object.fromEntries(Array<number>(100_000).fill(1).entries()) as object }, found: ["labels: has 100000 entries, but must have at most 1; remove 99999", "labels[0]", "labels[1]"] },
  ])("reports few of too many $shows", ({ object, found }) => {
    const errors = conform(structure, object).errors.map(formatFieldError);
    expect(errors).toHaveLength(found.length);
    for (const [index, words] of found.entries()) expect(errors[index]).toContain(words);
  });

  it("drops unknown fields where the API server does, and refuses an object with too many values", () => {
    const read = (object: unknown) => conform(structure, object, { mostValues: 10 });
    expect(read({ size: 1, other: 1, taints: {} })).toEqual({
      errors: [],
      value: { size: 1, taints: {} },
    });
    const taints = Object.fromEntries(Array<number>(10).fill(1).entries()) as object;
    const { errors, value } = read({ size: 1, taints });
    expect([errors.map(({ code }) => code), value]).toEqual([["TooMany"], undefined]);
  });

  it.each([
    { shows: "all of a thousand violations", many: 1_000, last: "taints[999]", isLeft: true },
    { shows: "a thousand of more, and leaves nothing", many: 1_001, last: "", isLeft: false },
  ])("reports $shows", ({ many, last, isLeft }) => {
    const taints = Object.fromEntries(Array<number>(many).fill(1).entries()) as object;
    const { errors, value } = conform(structure, { size: 1, taints });
    expect([errors.length, errors.at(-1)?.path]).toEqual([many, last]);
    expect(value !== undefined).toBe(isLeft);
  });

  it("counts the characters of a long text without a list of them", () => {
    const heap = (): number => process.memoryUsage().heapUsed;
    const code = "😀".repeat(1_000_000);
    const before = heap();
    const [error] = conform(structure, { size: 1, code }).errors;
    expect(error?.message).toBe("has 1000000 characters, but must have at most 3");
    expect(heap() - before).toBeLessThan(8 * code.length);
  });

  it("drops null entries before it counts them", () => {
    const labels = { a: null, b: null, c: null, d: "e" };
    expect(conform(structure, { size: 1, labels })).toEqual({
      errors: [],
      value: { size: 1, labels: { d: "e" } },
    });
  });

  it.each([null, undefined, "text", [], 7])("leaves nothing of %o", object => {
    expect(conform(structure, object).value).toBeUndefined();
  });

  // prettier-ignore
  it.each([
    { path: ["size"],                text: "3.0", found: ["size: must be a whole number, but is written 3.0; write 3"] },
    { path: ["steps", "0", "from"],  text: "1e3", found: ["steps[0].from: must be a whole number, but is written 1e3; write 1000"] },
    { path: ["amount"],              text: "2.0", found: ["amount: must be a whole number, but is written 2.0; write 2, or \"2.0\" in quotes"] },
    { path: ["ratio"],               text: "2.0", found: [] },
    { path: ["labels", "a"],         text: "2.0", found: [] },
    { path: ["unknown", "deep"],     text: "2.0", found: [] },
  ])("finds $found in $text at $path", ({ path, text, found }) => {
    const writing = { ...written(text), fractions: [path] };
    expect(fractionsIn(schema, writing).map(formatFieldError)).toEqual(found);
  });
});

describe("wellTyped", () => {
  // prettier-ignore
  it.each([
    { shows: "a wrong type",          object: { mode: 7, size: 1.5 },             value: { mode: undefined, size: undefined } },
    { shows: "an entry of a list",    object: { steps: [{ from: "a" }, null] },   value: { steps: [{ from: undefined }, undefined] } },
    { shows: "an entry of a map",     object: { labels: { a: 1, b: "c" } },       value: { labels: { a: undefined, b: "c" } } },
    { shows: "a field that is null",  object: { mode: null },                     value: {} },
    { shows: "nothing that only breaks a limit", object: { mode: "New", code: "", size: 0, steps: [{}, {}, {}], other: 1 }, value: { mode: "New", code: "", size: 0, steps: [{}, {}, {}], other: 1 } },
  ])("leaves out $shows", ({ object, value }) => {
    expect(wellTyped(structure, object)).toStrictEqual(value);
  });

  it.each([null, undefined, "text", [], 7])("leaves nothing of %o", object => {
    expect(wellTyped(structure, object)).toBeUndefined();
  });

  it("follows no cycle", () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(wellTyped(structure, { steps: cycle, other: cycle })).toStrictEqual({
      steps: [undefined],
      other: cycle,
    });
  });
});
