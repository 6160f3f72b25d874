import { describe, expect, it } from "vitest";
import type { FieldError } from "../model/values/result.ts";
import type { Place, Rule } from "../../crds/generated/rules.d.ts";
import { rulesAt, violationsIn } from "./crd-rules.ts";

const rule = (fields: Partial<Rule>): Rule => ({
  ...{ code: "Odd", path: "", holds: () => false, sentence: "is not even; write 2" },
  ...fields,
});
const refusing = { own: [rule({})] };
const texts = (found: readonly FieldError[]) =>
  found.map(({ path, code, message, remedy }) => `${path} ${code}: ${message}; ${remedy}`);
const unread = (): never => {
  throw new Error("refused");
};
const unique = { code: "Twice", keys: ["kind", "name"] };

// prettier-ignore
const rows: readonly { shows: string; place: Place; object: unknown; found: string[] }[] = [
  { shows: "a rule that holds",                  place: { own: [rule({ holds: () => true })] },          object: {},                     found: [] },
  { shows: "a rule that cannot read its value",  place: { own: [rule({ holds: unread })] },              object: {},                     found: [] },
  { shows: "no part",                            place: { fields: { size: refusing } },                  object: {},                     found: [] },
  { shows: "a value that the schema refuses",    place: { fields: { size: refusing } },                  object: { size: undefined },    found: [] },
  { shows: "another error at the path",          place: { fields: { known: refusing } },                 object: { known: 3 },           found: [] },
  { shows: "a number",                           place: { fields: { size: refusing } },                  object: { size: 3 },            found: ["size Odd: 3 is not even; write 2"] },
  { shows: "a field of an object",               place: { own: [rule({ path: ".size" })] },              object: { size: "a" },          found: [`.size Odd: "a" is not even; write 2`] },
  { shows: "an object",                          place: { fields: { spec: refusing } },                  object: { spec: {} },           found: ["spec Odd: is not even; write 2"] },
  { shows: "an entry of a list",                 place: { fields: { list: { items: refusing } } },       object: { list: [3] },          found: ["list[0] Odd: 3 is not even; write 2"] },
  { shows: "a value of a map",                   place: { fields: { labels: { values: refusing } } },    object: { labels: { a: "b" } }, found: [`labels[a] Odd: "b" is not even; write 2`] },
  { shows: "a limit, and the value",             place: { fields: { size: { own: [rule({ sentence: "must be 2; write 2" })] } } }, object: { size: 3 }, found: ["size Odd: must be 2, but is 3; write 2"] },
  { shows: "a message with its own values",      place: { fields: { size: { own: [rule({ explain: self => `is ${self as number}; write 2; or 4` })] } } }, object: { size: 3 }, found: ["size Odd: is 3; write 2; or 4"] },
  { shows: "a message that cannot read a value", place: { fields: { size: { own: [rule({ explain: unread })] } } }, object: { size: 3 }, found: ["size Odd: 3 is not even; write 2"] },
  { shows: "a message that is too long",         place: { fields: { size: { own: [rule({ explain: () => `${"a".repeat(1_024)}; b` })] } } }, object: { size: 3 }, found: ["size Odd: 3 is not even; write 2"] },
  { shows: "a message with a control character", place: { fields: { size: { own: [rule({ explain: () => "a\u001Bb; c" })] } } }, object: { size: 3 }, found: ["size Odd: 3 is not even; write 2"] },
  { shows: "an entry with the keys of another",  place: { fields: { list: { unique } } },                object: { list: [{ kind: "A", name: "a" }, { kind: "B", name: "a" }, { kind: "A", name: "a" }] }, found: [`list[2] Twice: there is another entry with kind "A" and name "a"; keep one of them and remove the other`] },
  { shows: "entries without a key",              place: { fields: { list: { unique } } },                object: { list: [{ name: "a" }, { name: "a" }, 7, 7] }, found: [] },
];

describe("violationsIn", () => {
  const known: FieldError = {
    ...{ path: "known", code: "Type", message: "", remedy: "", severity: "error" },
  };

  it.each(rows)("of $shows", ({ place, object, found }) => {
    expect(texts(violationsIn(place, object, [known]))).toEqual(found);
  });

  it("takes a malformed value away, but no object and no value that another rule is about", () => {
    const place = {
      own: [rule({ path: ".size" })],
      fields: { name: refusing, spec: refusing, list: { items: refusing } },
    };
    const object = { size: 3, name: "a b", spec: {}, list: ["a b", {}] };
    expect(violationsIn(place, object, [])).toHaveLength(5);
    expect(object).toEqual({ size: 3, name: undefined, spec: {}, list: [undefined, {}] });
  });
});

it("the rules at a path are those of its last part, or none", () => {
  const place = { fields: { list: { items: { fields: { name: refusing } } } } };
  expect(rulesAt(place, ["list", "[]", "name"])).toBe(refusing);
  expect(rulesAt(place, ["list", "name"])).toEqual({});
});
