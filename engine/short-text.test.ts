import { describe, expect, it } from "vitest";

import { shortKey, shortText } from "./short-text.ts";

const long = "x".repeat(1021);

// prettier-ignore
describe("shortText", () => {
  it.each([
    { shows: "nothing of a short one changes",       text: "no answer: ü 😀",     want: "no answer: ü 😀" },
    { shows: "1 KiB is not too long",                text: `${long}abc`,           want: `${long}abc` },
    { shows: "more ends with an ellipsis",           text: `${long}abcd`,          want: `${long}…` },
    { shows: "no character is cut in two",           text: `${long.slice(2)}😀ab`, want: `${long.slice(2)}…` },
    { shows: "an astral character fits or does not", text: `${long.slice(1)}😀`,   want: `${long.slice(1)}😀` },
    { shows: "what JSON escapes counts as stored",   text: "<".repeat(171),        want: `${"<".repeat(170)}…` },
    { shows: "half a character is replaced",         text: "a\ud83d.",             want: "a\ufffd." },
  ])("$shows", ({ text, want }) => {
    expect(shortText(text)).toBe(want);
  });
});

describe("shortKey", () => {
  it("keeps what is short, and an ellipsis of the text's own", () => {
    expect(["cpu > 1", "a…"].map(shortKey)).toEqual(["cpu > 1", "a…"]);
  });

  it("tells long texts apart that begin alike, within 1 KiB", () => {
    const keys = ["a", "b"].map(end => shortKey(long + long + end));
    expect(new Set(keys).size).toBe(2);
    expect(keys.map(key => new TextEncoder().encode(key).length)).toEqual([1021, 1021]);
  });
});
