import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../../engine/testing/runs.ts";
import { ListItems } from "./list-items.ts";

/** The items, and the list around them, of a text in chunks that end at the cuts. */
function read(text: string, cuts: readonly number[] = []) {
  const bytes = Buffer.from(text);
  const edges = [...cuts.map(cut => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  const list = new ListItems();
  let from = 0;
  const items = edges.flatMap(edge => list.write(bytes.subarray(from, (from = edge))));
  return { items, around: list.around(), waiting: list.waiting };
}

/** Each byte is a chunk. */
const byBytes = (text: string) =>
  read(
    text,
    [...Buffer.from(text).keys()].map(at => at + 1),
  );

describe("ListItems", () => {
  it("finds the same items as JSON.parse, for any split into chunks", () => {
    const object = fc.dictionary(fc.string({ unit: "grapheme" }), fc.jsonValue());
    const list = fc.record({ items: fc.array(object), metadata: object, kind: fc.string() });
    const shuffled = list.chain(value =>
      fc.shuffledSubarray(Object.entries(value), { minLength: 3 }).map(Object.fromEntries),
    );
    const cuts = fc.array(fc.nat(10_000), { maxLength: 40 });
    const indent = fc.constantFrom(undefined, 2);
    fc.assert(
      fc.property(shuffled, cuts, indent, (value, at, spaces) => {
        const { items, around } = read(JSON.stringify(value, null, spaces), at);
        const expected = JSON.parse(JSON.stringify(value)) as { items: unknown[] };
        expect(items).toEqual(expected.items);
        expect(JSON.parse(around)).toEqual({ ...expected, items: [] });
      }),
      runs(300),
    );
  });

  // prettier-ignore
  it.each<{ of: string; text: string; items: readonly unknown[]; around: unknown }>([
    { of: "an empty list",               text: '{"items":[ ]}',                              items: [],            around: { items: [] } },
    { of: "a list that Go encodes so",   text: '{"items":null,"kind":"L"}',                  items: [],            around: { items: null, kind: "L" } },
    { of: "no list",                     text: '{"kind":"Status","code":403}',               items: [],            around: { kind: "Status", code: 403 } },
    { of: "a deeper key items",          text: '{"a":{"items":[{}]},"items":[{"items":[{}]}]}', items: [{ items: [{}] }], around: { a: { items: [{}] }, items: [] } },
    { of: "an array in front",           text: '{"a":[{}],"items":[{}]}',                    items: [{}],          around: { a: [{}], items: [] } },
    { of: "a key that begins like it",   text: '{"itemsOf":[{}],"item":[{}],"items":[{}]}',  items: [{}],          around: { itemsOf: [{}], item: [{}], items: [] } },
    { of: "a text that equals it",       text: '{"kind":"items","a":[{}],"items":[{}]}',     items: [{}],          around: { kind: "items", a: [{}], items: [] } },
    { of: "braces and quotes in texts",  text: String.raw`{"items":[{"a":"}\"]\\"},{"b":"{["}]}`, items: [{ a: '}"]\\' }, { b: "{[" }], around: { items: [] } },
    { of: "an escaped key",              text: String.raw`{"\u0069tems":[{}]}`,              items: [],            around: { items: [{}] } },
    { of: "items that are texts",        text: '{"items":["a","]"]}',                        items: ["a", "]"],    around: { items: [] } },
    { of: "null and objects",            text: '{"items":[null,{},null]}',                   items: [null, {}, null], around: { items: [] } },
  ])("reads $of", ({ text, items, around }) => {
    const answer = byBytes(text);
    expect(answer.items).toEqual(items);
    expect(JSON.parse(answer.around)).toEqual(around);
    expect(read(text).items).toEqual(items);
  });

  it.each([
    { shows: "without a comma", text: '{"items":[{} {}]}' },
    { shows: "with two commas", text: '{"items":[{},,{}]}' },
    { shows: "with a comma at the end", text: '{"items":[{},]}' },
    { shows: "with a comma in front", text: '{"items":[,{}]}' },
    { shows: "with another bracket", text: '{"items":[{]}]}' },
    { shows: "that ends early", text: '{"items":[{}' },
    { shows: "with a text after it", text: '{"items":[{}]}x' },
    { shows: "without an end of a text", text: '{"items":[{"a":"}]}' },
  ])("rejects a list $shows", ({ text }) => {
    for (const each of [read, byBytes]) expect(() => void JSON.parse(each(text).around)).toThrow();
  });

  it("keeps only what belongs to no complete item", () => {
    const list = new ListItems();
    for (let item = 0; item < 1_000; item++) {
      list.write(Buffer.from(item === 0 ? '{"items":[{"a":' : '1},{"a":'));
      expect(list.waiting).toBeLessThan(20);
    }
  });
});
