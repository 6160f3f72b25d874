import { describe, expect, it } from "vitest";

import { trimtab } from "../testing/trimtab.ts";

async function offered(...words: string[]): Promise<string[]> {
  const { stdout } = await trimtab(["__complete", "--", ...words]);
  return stdout
    .split("\n")
    .filter(Boolean)
    .map(line => line.split("\t")[0]!);
}

describe("what a shell offers", () => {
  // prettier-ignore
  it.each([
    { shows: "the commands",                    words: ["e"],                        want: ["explain", "evaluate"] },
    { shows: "no hidden command",               words: ["__"],                       want: [] },
    { shows: "the options of a command",        words: ["top", "--on"],              want: ["--once"] },
    { shows: "the options after others",        words: ["top", "--once", "--int"],   want: ["--interval"] },
    { shows: "the values of an option",         words: ["top", "-o", ""],            want: ["table", "json"] },
    { shows: "the values after an equals sign", words: ["top", "--output=j"],        want: ["--output=json"] },
    { shows: "the values after a word of bash",  words: ["top", "--output", "=", "j"], want: ["json"] },
    { shows: "all values after such a word",     words: ["top", "--output", "="],      want: ["table", "json"] },
    { shows: "nothing where a file may be",     words: ["simulate", "-f", ""],       want: [] },
    { shows: "the operands that are known",     words: ["completion", ""],           want: ["bash", "zsh", "fish"] },
    { shows: "the commands without a word",     words: [],                           want: expect.arrayContaining(["top", "ui"]) as string[] },
  ])("$shows", async ({ words, want }) => {
    expect(await offered(...words)).toEqual(want);
  });
});
