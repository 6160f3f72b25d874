import { runInNewContext } from "node:vm";

import { Environment } from "@marcbachmann/cel-js";
import { describe, expect, it } from "vitest";

import { celFunctions } from "./cel-functions.ts";
import { javascriptOf } from "./cel-javascript.ts";

const schema = {
  properties: {
    count: { type: "integer", default: 1 },
    list: { items: { properties: { size: { type: "integer", default: 2 } } } },
    labels: { additionalProperties: { type: "string" } },
  },
};

/** Evaluates the JavaScript of an expression. */
function evaluated(expression: string, self: unknown): unknown {
  const code = [...celFunctions.map(String), javascriptOf(expression, schema)].join("\n");
  return runInNewContext(code, { self, isTimeZone: (name: string) => name === "Etc/UTC" });
}

/** The same by an implementation of CEL, in which integers are of another type. */
function byCel(expression: string, self: unknown): unknown {
  const options = { unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false };
  const result: unknown = new Environment(options).evaluate(expression, { self: integers(self) });
  return typeof result === "bigint" ? Number(result) : result;
}

function integers(value: unknown): unknown {
  if (typeof value === "number") return BigInt(value);
  if (Array.isArray(value)) return value.map(integers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, integers(part)]));
}

interface Row {
  readonly cel: string;
  readonly self: object;
  readonly want: unknown;
  /** Functions and defaults of Kubernetes are no part of the implementation. */
  readonly isOurs?: true;
}

// prettier-ignore
const rows: readonly Row[] = [
  { cel: "self.a == 1 && self.b != 'x' || !(self.a < 1)", self: { a: 1, b: "y" },         want: true },
  { cel: "self.a > 1 ? 'many' : self.a >= 1 ? 'one' : 'none'", self: { a: 1 },            want: "one" },
  { cel: "self.a / 2 * 2 + 1 - 2",                       self: { a: 7 },                  want: 5 },
  { cel: "self.a / 2",                                   self: { a: -7 },                 want: -3 },
  { cel: "self.a <= -self.b",                            self: { a: -3, b: 2 },           want: true },
  { cel: "self.a in ['x', 'y']",                         self: { a: "y" },                want: true },
  { cel: "has(self.a) && has(self.a.b)",                 self: { a: {} },                 want: false },
  { cel: "has(self.a) && has(self.a.b)",                 self: { a: { b: 0 } },           want: true },
  { cel: "size(self.a) + self.b.size() + size(self.c)",  self: { a: [1], b: "a😀", c: { d: 1 } }, want: 4 },
  { cel: "self.a.all(each, each > 1)",                   self: { a: [2, 3] },             want: true },
  { cel: "self.a.exists(each, each > 2)",                self: { a: [2, 3] },             want: true },
  { cel: "self.a.exists_one(each, each > 1)",            self: { a: [2, 3] },             want: false },
  { cel: "self.a.filter(each, each > 2)[0]",             self: { a: [2, 3] },             want: 3 },
  { cel: "self.a.map(each, each + 1)[1]",                self: { a: [2, 3] },             want: 4 },
  { cel: "self.a.all(key, self.a[key] == 'b')",          self: { a: { constructor: "b" } }, want: true, isOurs: true },
  { cel: "[has(self.a), has(self.b)].filter(is, is).size()", self: { a: 1 },              want: 1 },
  { cel: "self.a.matches('^a/?b$') && self.a.contains('a') && self.a.startsWith('a')", self: { a: "ab" }, want: true },
  { cel: "self.a.indexOf('/')",                          self: { a: "ab/c" },             want: 2 },
  { cel: "self.a.split('/')[0]",                         self: { a: "ab/c" },             want: "ab" },
  { cel: "type(self.a) == string ? 1 : 2",               self: { a: 3 },                  want: 2 },
  { cel: "type(self.a) == int ? 1 : 2",                  self: { a: 3 },                  want: 1 },
  { cel: "'a ' + self.a",                                self: { a: "b" },                want: "a b" },
  { cel: "'%s is %d'.format([self.a, self.b])",          self: { a: "b", b: 3 },          want: "b is 3", isOurs: true },
  { cel: "timestamp('2000-01-01T00:00:00Z').getHours(self.a) >= 0", self: { a: "Etc/UTC" }, want: true },
  { cel: "timestamp('2000-01-01T00:00:00Z').getHours(self.a) >= 0", self: { a: "Mars" },  want: false, isOurs: true },
  { cel: "has(self.count) && self.count == 1",           self: {},                        want: true, isOurs: true },
  { cel: "self.list[0].size + self.list.filter(each, each.size == 2)[0].size", self: { list: [{}] }, want: 4, isOurs: true },
];

describe("the JavaScript of CEL", () => {
  it.each(rows)("$cel of $self is $want", ({ cel, self, want, isOurs }) => {
    expect(evaluated(cel, self)).toBe(want);
    if (!isOurs) expect(byCel(cel, self)).toBe(want);
  });

  it.each([
    { shows: "a field that is there, but refused", cel: "self.a > 1", self: { a: undefined } },
    {
      shows: "a field of a refused entry",
      cel: "self.a.all(each, each.b > 1)",
      self: { a: [undefined] },
    },
    {
      shows: "the form of a refused text",
      cel: "self.a.all(each, each.matches('a'))",
      self: { a: [undefined] },
    },
    { shows: "a missing field", cel: "self.a > 1", self: {} },
  ])("throws if it reads $shows", ({ cel, self }) => {
    expect(() => evaluated(cel, self)).toThrow("refuses a value");
  });

  it.each(["self.a % 2 == 0", "self.a.lowerAscii()", "duration(self)", "{'a': self}"])(
    "refuses %s, which no rule has used yet",
    cel => {
      expect(() => javascriptOf(cel, schema)).toThrow("no counterpart in JavaScript yet");
    },
  );
});
