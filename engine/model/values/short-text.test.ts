import { describe, expect, it } from "vitest";

import { shortKey, shortText } from "./short-text.ts";

const long = "x".repeat(1021);

// prettier-ignore
describe("shortText", () => {
  it.each([
    { shows: "keeps a short text",                   text: "no answer: ü 😀",     want: "no answer: ü 😀" },
    { shows: "keeps a text of 1 KiB",                text: `${long}abc`,           want: `${long}abc` },
    { shows: "ends a longer text with an ellipsis",  text: `${long}abcd`,          want: `${long}…` },
    { shows: "does not split a character",           text: `${long.slice(2)}😀ab`, want: `${long.slice(2)}…` },
    { shows: "keeps or drops an astral character as a whole", text: `${long.slice(1)}😀`,   want: `${long.slice(1)}😀` },
    { shows: "counts characters as JSON stores them", text: "<".repeat(171),        want: `${"<".repeat(170)}…` },
    { shows: "replaces half a surrogate pair",       text: "a\ud83d.",             want: "a\ufffd." },
  ])("$shows", ({ text, want }) => {
    expect(shortText(text)).toBe(want);
  });
});

describe("shortKey", () => {
  it("keeps a short text and its own ellipsis", () => {
    expect(["cpu > 1", "a…"].map(shortKey)).toEqual(["cpu > 1", "a…"]);
  });

  it("distinguishes long texts with the same beginning, within 1 KiB", () => {
    const keys = ["a", "b"].map(end => shortKey(long + long + end));
    expect(new Set(keys).size).toBe(2);
    expect(keys.map(key => new TextEncoder().encode(key).length)).toEqual([1021, 1021]);
  });
});
