import { describe, expect, it } from "vitest";

import { readObjects, withoutQuote } from "./read-objects.ts";

const secret = "s3cr3t";

describe("what is said of a text that cannot be read", () => {
  // prettier-ignore
  it.each([
    { shows: "a quotation mark without an end", text: `a: "${secret}`,            says: 'Missing closing "quote at line 1' },
    { shows: "an alias",                        text: `a: 1\nb: *${secret}`,      says: "Unresolved alias (the anchor must be set before the alias)" },
    { shows: "a block with a text",             text: `a: 1\nb: |${secret}\n  x`, says: "unexpected token at line 2" },
    { shows: "a tag",                           text: `a: !x!${secret} y`,        says: "tag resolve failed at line 1" },
    { shows: "an unknown escape",               text: `{a: "\\U${secret}"}`,          says: "bad dq escape at line 1" },
    { shows: "a long key",                      text: `${"k".repeat(1_100)}: ${secret}`, says: "The : indicator must be at most 1024 chars after the start of an implicit block mapping key at line 1" },
    { shows: "a bracket too many",              text: `a: ]${secret}`,            says: "unexpected token at line 1" },
  ])("quotes nothing of YAML with $shows", ({ text, says }) => {
    const read = readObjects(text);
    expect(read.ok ? "" : read.error).toBe(says);
  });

  // prettier-ignore
  it.each([
    { shows: "a word",           text: secret,                says: "Unexpected token 's'" },
    { shows: "a known word",     text: "undefined",           says: "unreadable" },
    { shows: "a value",          text: `{"token": ${secret}}`, says: "Unexpected token 's'" },
    { shows: "a long text",      text: `{"a": "${"x".repeat(100)}", b: "${secret}"}`, says: /^Expected double-quoted property name in JSON at position 110/ },
    { shows: "a missing comma",  text: `["${secret}" "${secret}"]`, says: /^Expected ',' or '\]' after array element in JSON at position 10/ },
  ])("quotes nothing of JSON with $shows", ({ text, says }) => {
    try {
      JSON.parse(text);
    } catch (error) {
      const said = withoutQuote(error);
      expect(said).toEqual(typeof says === "string" ? says : expect.stringMatching(says));
      expect(said).not.toContain(secret);
      return;
    }
    throw new Error("it is JSON");
  });
});
