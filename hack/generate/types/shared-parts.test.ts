import type { JSONSchema } from "json-schema-to-typescript";
import { describe, expect, it } from "vitest";

import { sharedParts } from "./shared-parts.ts";

const inSpec = (part: JSONSchema): JSONSchema => ({ properties: { spec: part } });
const inStatus = (part: JSONSchema): JSONSchema => ({ properties: { status: part } });

const part = (rest: JSONSchema = {}): JSONSchema => ({ title: "Part", type: "object", ...rest });
const text: JSONSchema = { type: "string" };
const list = (items: JSONSchema): JSONSchema => ({ type: "array", items });

describe("sharedParts", () => {
  // prettier-ignore
  it.each<{ shows: string; one: JSONSchema; other: JSONSchema; shared: JSONSchema | undefined }>([
    { shows: "a part that is equal",                one: inSpec(part({ properties: { a: text } })), other: inSpec(part({ properties: { a: text } })), shared: part({ properties: { a: text } }) },
    { shows: "no description that differs",         one: inSpec(part({ description: "one" })), other: inSpec(part({ description: "other" })), shared: part() },
    { shows: "a description that is equal",         one: inSpec(part({ description: "one" })), other: inSpec(part({ description: "one" })), shared: part({ description: "one" }) },
    { shows: "no part with another type",           one: inSpec(part({ properties: { a: text } })), other: inSpec(part({ properties: { a: { type: "integer" } } })), shared: undefined },
    { shows: "no part with other values",           one: inSpec(part({ properties: { a: { enum: ["x"] } } })), other: inSpec(part({ properties: { a: { enum: ["y"] } } })), shared: undefined },
    { shows: "no part with other required fields",  one: inSpec(part({ required: ["a"] })), other: inSpec(part({ required: ["b"] })), shared: undefined },
    { shows: "no part with entries of another type", one: inSpec(part({ properties: { a: list(text) } })), other: inSpec(part({ properties: { a: list({ type: "integer" }) } })), shared: undefined },
    { shows: "no part of the spec with a field more", one: inSpec(part({ properties: { a: text } })), other: inSpec(part({ properties: {} })), shared: undefined },
    { shows: "a part of the status with all fields", one: inStatus(part({ properties: { a: text } })), other: inStatus(part({ properties: { b: text } })), shared: part({ properties: { a: text, b: text } }) },
    { shows: "entries of a list in the status",      one: inStatus(list(part({ properties: { a: text } }))), other: inStatus(list(part({ properties: {} }))), shared: part({ properties: { a: text } }) },
    { shows: "no part that only one schema has",    one: inSpec(part()), other: inSpec(text), shared: undefined },
  ])("shares $shows", ({ one, other, shared }) => {
    expect(sharedParts(one, other).get("Part")).toEqual(shared);
  });
});
