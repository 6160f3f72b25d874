import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, describe, expect, it } from "vitest";

import { trimtab } from "../testing/trimtab.ts";

const run = promisify(execFile);

async function offered(...words: string[]): Promise<string[]> {
  const { stdout } = await trimtab(["__complete", "--", ...words]);
  return stdout.split("\n").filter(Boolean).map(line => line.split("\t")[0]!);
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
    { shows: "nothing where a file may be",     words: ["simulate", "-f", ""],       want: [] },
    { shows: "the operands that are known",     words: ["completion", ""],           want: ["bash", "zsh", "fish"] },
    { shows: "the commands without a word",     words: [],                           want: expect.arrayContaining(["top", "ui"]) as string[] },
  ])("$shows", async ({ words, want }) => {
    expect(await offered(...words)).toEqual(want);
  });
});

describe("the script for bash", () => {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-completion-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("asks the command line", async () => {
    const program = join(folder, "trimtab");
    writeFileSync(program, `#!/bin/sh\nprintf '%s|' "$@" >${folder}/asked\nprintf 'top\\tthe table\\nui\\t$(touch ${folder}/evil)\\n'\n`);
    chmodSync(program, 0o755);
    const { stdout: completion } = await trimtab(["completion", "bash"]);
    const script = `${completion}
COMP_WORDS=(trimtab top --o); COMP_CWORD=2; _trimtab; printf '%s\\n' "\${COMPREPLY[@]}"; cat ${folder}/asked; ls ${folder}`;
    const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
    const { stdout } = await run("bash", ["-c", script], { env });
    expect(stdout.split("\n")).toEqual(["top", "ui", "__complete|--|top|--o|asked", "trimtab", ""]);
  });
});
