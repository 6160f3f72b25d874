import { describe, expect, it } from "vitest";

import { resolvePlain, resolveTagged } from "./scalars.ts";

/** The results of sigs.k8s.io/yaml 1.6.0. */
// prettier-ignore
const rows: readonly { texts: string; value: unknown; isFraction?: true }[] = [
  { texts: "~ null Null NULL",                  value: null },
  { texts: "y Yes YES on On true True TRUE",    value: true },
  { texts: "n No NO off Off false False FALSE", value: false },
  { texts: "nUll yEs oN tRue none",             value: "as it is" },
  { texts: "0 +0 00 0x0 0b0 0o0",               value: 0 },
  { texts: "15 +15 017 0o17 0O17 0xF 0Xf 0b1111 1_5 0x_F", value: 15 },
  { texts: "-15 -017 -0o17 -0xf -0b1111",       value: -15 },
  { texts: "8 08",                              value: 8 },
  { texts: "9007199254740993 9007199254740992", value: 2 ** 53 },
  { texts: "9223372036854775807",               value: 2 ** 63 },
  { texts: "-9223372036854775808",              value: -(2 ** 63) },
  { texts: "9223372036854775808 0x8000000000000000", value: 2 ** 63, isFraction: true },
  { texts: "-9223372036854775809",              value: -(2 ** 63), isFraction: true },
  { texts: "18446744073709551616 0xffffffffffffffff", value: 2 ** 64, isFraction: true },
  { texts: "0o18 0b12 0xg 0x _1 0xfffffffffffffffff 1e400 -1e400", value: "as it is" },
  { texts: "3.0 3. 30e-1 0.3e1 +3.00",          value: 3, isFraction: true },
  { texts: "1e3 1E3 1e+3 1.0e3 1000.0",         value: 1000, isFraction: true },
  { texts: ".5 0.5 5e-1 +.5",                   value: 0.5 },
  { texts: ".inf .Inf +.INF",                   value: Infinity },
  { texts: "-.inf",                             value: -Infinity },
  { texts: ".nan .NaN",                         value: NaN },
  { texts: "1:30 2001-01-01 1.1.1 10m 5% e1 1e inf NaN + - = <<", value: "as it is" },
];

describe("resolvePlain", () => {
  it.each(rows)("reads $texts as $value", ({ texts, value, isFraction = false }) => {
    for (const text of texts.split(" ")) {
      const expected = value === "as it is" ? text : value;
      const { value: read, isFraction: isWritten } = resolvePlain(text);
      // -0 counts as 0.
      expect([text, read === 0 ? 0 : read, isWritten]).toEqual([text, expected, isFraction]);
    }
  });

  it("reads an empty scalar as null", () => {
    expect(resolvePlain("")).toEqual({ value: null, isFraction: false });
  });
});

const tag = (name: string): string => `tag:yaml.org,2002:${name}`;

describe("resolveTagged", () => {
  it.each([
    { text: "3", name: tag("str"), value: "3" },
    { text: "3", name: tag("int"), value: 3 },
    { text: "3", name: tag("float"), value: 3 },
    { text: "yes", name: tag("bool"), value: true },
    { text: "", name: tag("null"), value: null },
    { text: "aGk=", name: tag("binary"), value: "hi" },
    { text: "3", name: "!mine", value: "3" },
    { text: "3", name: "!", value: "3" },
  ])("reads $name $text as $value", ({ text, name, value }) => {
    expect(resolveTagged(text, name)).toMatchObject({ ok: true, value: { value } });
  });

  it.each([
    { text: "x", name: tag("int") },
    { text: "1.5", name: tag("int") },
    { text: "3", name: tag("bool") },
    { text: "x", name: tag("null") },
    { text: "x", name: tag("float") },
  ])("does not read $name $text", ({ text, name }) => {
    expect(resolveTagged(text, name).ok).toBe(false);
  });
});
