import { describe, expect, it } from "vitest";

import { renderers } from "../evaluate/evaluate.ts";
import { cleanText, printable, printableJson } from "./printable.ts";

// prettier-ignore
const rows = [
  { shows: "an escape sequence",       text: "no\u001b[2Jmore",  line: "no [2Jmore" },
  { shows: "a C1 control character",   text: "no\u009b2Jmore",   line: "no 2Jmore" },
  { shows: "a line break",             text: "no\r\nmore",       line: "no more" },
  { shows: "right-to-left override", text: "no\u202emore",     line: "no more" },
  { shows: "a tag character",          text: "no\u{e0041}more",  line: "no more" },
];

describe.each(rows)("text with $shows", ({ text, line }) => {
  it("is printed in one line without it", () => {
    expect(printable(text)).toBe(line);
  });

  it("keeps its value in JSON, escaped", () => {
    const json = printableJson({ text });
    expect(JSON.parse(json)).toEqual({ text });
    expect(json).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it.each(["table", "json"] as const)(
    "is removed from the name of a case in the output format %s",
    format => {
      const rendered = renderers[format].render({ name: text, error: text });
      expect(rendered.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    },
  );
});

it.each([
  { raw: " two\t lines\r\n", text: "two lines" },
  { raw: 7, text: "" },
  { raw: null, text: "" },
])("the clean text of $raw is '$text'", ({ raw, text }) => {
  expect(cleanText(raw)).toBe(text);
});
