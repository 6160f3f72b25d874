import { describe, expect, it, vi } from "vitest";

import { foldKey, goBool, goFloat, goInt, type GoJson, parseGoJson } from "./go-json.ts";

describe("parseGoJson", () => {
  it("keeps number literals, duplicate keys and their order", () => {
    const text = ' { "a" : [1.0, -0, 1e2 ],\n"a":{},"\\u0061":null, "b":"x,}]\\"", "c":true} ';
    expect(parseGoJson(text)).toEqual({
      ok: true,
      value: {
        "1 a": ["1.0", "-0", "1e2"],
        "2 a": {},
        "3 a": null,
        "4 b": "",
        "5 c": true,
      },
    });
  });

  it.each([
    { shows: "an empty string", text: "" },
    { shows: "only whitespace", text: " " },
    { shows: "a byte order mark", text: "\uFEFF{}" },
    { shows: "a space that is not JSON whitespace", text: "\u00A0{}" },
    { shows: "something after the end", text: "{} {}" },
    { shows: "a comma after the last member", text: '{"a":1,}' },
    { shows: "a comma after the last item", text: "[1,]" },
    { shows: "an extra comma", text: '{"a":1,,"b":2}' },
    { shows: "a comment", text: "{} // so" },
    { shows: "single quotes", text: "{'a':1}" },
    { shows: "a key without quotes", text: "{a:1}" },
    { shows: "a tab in a string", text: '"\t"' },
    { shows: "an unknown escape", text: '"\\x"' },
    { shows: "half an escape", text: '"\\u12"' },
    { shows: "a leading zero", text: "01" },
    { shows: "no digit before the point", text: ".5" },
    { shows: "no digit after the point", text: "5." },
    { shows: "no digit in the exponent", text: "1e" },
    { shows: "a plus sign", text: "+1" },
    { shows: "NaN", text: "NaN" },
    { shows: "True", text: "True" },
    { shows: "a million unclosed levels", text: "[".repeat(1e6) },
  ])("refuses $shows", ({ text }) => {
    expect(parseGoJson(text)).toMatchObject({ ok: false });
  });

  // prettier-ignore
  it.each([
    { shows: "only the position",        message: "Expected property name or '}' in JSON at position 4",                    place: " at line 2, column 3" },
    { shows: "the line and the column",  message: "Expected property name or '}' in JSON at position 4 (line 2 column 3)",  place: " at line 2, column 3" },
    { shows: "neither",                  message: 'Unexpected token \'a\', "{\n  a: 1}" is not valid JSON',                place: "" },
    { shows: "a position within a quote", message: 'Unexpected token \'a\', "a in JSON at position 4"... is not valid JSON', place: "" },
    { shows: "the end",                  message: "Unexpected end of JSON input",                                           place: ": it ends too early" },
  ])("says where the error is when the runtime names $shows", ({ message, place }) => {
    vi.spyOn(JSON, "parse").mockImplementationOnce(() => {
      throw new SyntaxError(message);
    });
    expect(parseGoJson("{\n  a: 1}")).toEqual({ ok: false, error: `is not JSON${place}` });
  });

  it.each([
    { shows: "a million closed levels", text: "[".repeat(1e6) + "]".repeat(1e6) },
    { shows: "half a surrogate pair, as Go does", text: '"\\ud83d"' },
    { shows: "a line separator in a string", text: '"\u2028"' },
    { shows: "a string of a million escapes", text: `"${"\\n".repeat(1e6)}"` },
  ])("accepts $shows", ({ text }) => {
    expect(parseGoJson(text)).toMatchObject({ ok: true });
  });
});

describe("foldKey", () => {
  it.each([
    { shows: "capitals", a: "MIN", b: "min", same: true },
    { shows: "the long s", a: "node\u017FPerReplica", b: "nodesPerReplica", same: true },
    { shows: "the Kelvin sign", a: "\u212A", b: "k", same: true },
    { shows: "not the dotless i", a: "m\u0131n", b: "min", same: false },
    { shows: "not the dotted I", a: "M\u0130N", b: "min", same: false },
    { shows: "not an accent", a: "m\u00EDn", b: "min", same: false },
    { shows: "not a space", a: "min ", b: "min", same: false },
  ])("folds $shows", ({ a, b, same }) => {
    expect(foldKey(a) === foldKey(b)).toBe(same);
  });
});

describe("numbers", () => {
  // prettier-ignore
  it.each([
    { source: "7",                     int: 7,      float: 7 },
    { source: "-1",                    int: -1,     float: -1 },
    { source: "-0",                    int: 0,      float: 0 },
    { source: "1.0",                   int: null,   float: 1 },
    { source: "1e2",                   int: null,   float: 100 },
    { source: "0.7",                   int: null,   float: 0.7 },
    { source: "9223372036854775807",   int: Number.MAX_SAFE_INTEGER, float: 2 ** 63 },
    { source: "9007199254740991",      int: Number.MAX_SAFE_INTEGER, float: 2 ** 53 - 1 },
    { source: "9007199254740992",      int: Number.MAX_SAFE_INTEGER, float: 2 ** 53 },
    { source: "9223372036854775808",   int: null,   float: 2 ** 63 },
    { source: "-9223372036854775808",  int: -Number.MAX_SAFE_INTEGER, float: -(2 ** 63) },
    { source: "-9223372036854775809",  int: null,   float: -(2 ** 63) },
    { source: "9".repeat(400),         int: null,   float: null },
    { source: "1e400",                 int: null,   float: null },
    { source: "1.7976931348623157e308", int: null,  float: Number.MAX_VALUE },
    { source: "1e-400",                int: null,   float: 0 },
  ])("$source is $int as an int and $float as a float64", ({ source, int, float }) => {
    const int64 = goInt(source);
    const float64 = goFloat(source);
    expect(int64.ok ? int64.value : null).toBe(int);
    expect(float64.ok ? float64.value : null).toBe(float);
  });

  it.each<{ shows: string; value: GoJson }>([
    { shows: "a string", value: "" },
    { shows: "an array", value: [] },
    { shows: "an object", value: {} },
    { shows: "null, which callers have to handle", value: null },
  ])("$shows is neither a number nor a boolean", ({ value }) => {
    expect([goInt(value), goFloat(value), goBool(value)].map(({ ok }) => ok)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
