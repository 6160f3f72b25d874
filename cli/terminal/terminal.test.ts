import { describe, expect, it } from "vitest";

import { linesOf } from "./terminal.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function* stream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

async function linesFrom(...chunks: readonly Uint8Array[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(stream(chunks))) lines.push(line);
  return lines;
}

describe("linesOf", () => {
  it.each([
    { shows: "empty input", chunks: [], lines: [] },
    { shows: "a line without a newline", chunks: ["a"], lines: ["a"] },
    { shows: "lines with newlines", chunks: ["a\nb\n"], lines: ["a", "b"] },
    { shows: "an empty line between", chunks: ["a\n\nb"], lines: ["a", "", "b"] },
    { shows: "a line in several chunks", chunks: ["a", "b", "c\nd"], lines: ["abc", "d"] },
    { shows: "a newline in a chunk of its own", chunks: ["a", "\n", "b"], lines: ["a", "b"] },
    { shows: "other line separators as text", chunks: ["a\u2028b\rc\n"], lines: ["a\u2028b\rc"] },
    { shows: "a byte order mark dropped", chunks: ["\uFEFFa"], lines: ["a"] },
  ])("reads $shows", async ({ chunks, lines }) => {
    expect(await linesFrom(...chunks.map(bytes))).toEqual(lines);
  });

  it("joins a character that is split between two chunks", async () => {
    const euro = bytes("€");
    expect(await linesFrom(euro.slice(0, 1), euro.slice(1))).toEqual(["€"]);
  });
});
