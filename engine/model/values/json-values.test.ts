import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { canonicalJson, isSameJson } from "./json-values.ts";

interface Pair {
  readonly shows: string;
  readonly a: unknown;
  readonly b: unknown;
  readonly same: boolean;
}

// prettier-ignore
describe("isSameJson", () => {
  it.each<Pair>([
    { shows: "ignores the order of keys",           a: { x: 1, y: [2] },         b: { y: [2], x: 1 },        same: true },
    { shows: "ignores a key without a value",       a: { x: 1, y: undefined },   b: { x: 1 },                same: true },
    { shows: "tells null from a missing key",       a: { x: null },              b: {},                      same: false },
    { shows: "finds a missing key",                 a: { x: 1 },                 b: { x: 1, y: 2 },          same: false },
    { shows: "finds another key",                   a: { x: 1 },                 b: { y: 1 },                same: false },
    { shows: "finds a change deep inside",          a: { x: [{ y: 1 }] },        b: { x: [{ y: 2 }] },       same: false },
    { shows: "keeps the order of a list",           a: [1, 2],                   b: [2, 1],                  same: false },
    { shows: "finds a longer list",                 a: [1],                      b: [1, 2],                  same: false },
    { shows: "reads nothing in a list as null",     a: [undefined],              b: [null],                  same: true },
    { shows: "tells a list from fields",            a: [],                       b: {},                      same: false },
    { shows: "tells fields from a list",            a: {},                       b: [],                      same: false },
    { shows: "tells nothing from fields",           a: undefined,                b: {},                      same: false },
    { shows: "tells text from a number",            a: { x: "1" },               b: { x: 1 },                same: false },
    { shows: "compares the entries of maps",        a: new Map([["x", 1n], ["y", 2n]]), b: new Map([["y", 2n], ["x", 1n]]), same: true },
    { shows: "finds another entry of a map",        a: new Map([["x", 1n]]),     b: new Map([["x", 2n]]),    same: false },
    { shows: "finds a missing entry of a map",      a: { x: new Map([["x", 1n]]) }, b: { x: new Map() },     same: false },
    { shows: "tells a map from nothing",            a: { x: new Map() },         b: { x: null },             same: false },
    { shows: "does not read inherited keys",        a: { constructor: Object },  b: { x: 1 },                same: false },
    { shows: "does not read the prototype",         a: JSON.parse('{"__proto__":{}}') as unknown, b: {},      same: false },
  ])("$shows", ({ a, b, same }) => {
    expect(isSameJson(a, b)).toBe(same);
    expect(isSameJson(b, a)).toBe(same);
  });

  it("agrees with the canonical texts", () => {
    const value = fc.object({
      ...{ key: fc.constantFrom("a", "b"), values: [fc.constantFrom(0, null, "x", undefined)] },
      ...{ maxDepth: 2, maxKeys: 2, size: "xsmall" as const },
    });
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(isSameJson(a, JSON.parse(canonicalJson(a)))).toBe(true);
        expect(isSameJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
      }),
    );
  });
});
