import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterAll, describe, expect, it } from "vitest";

import { trimtab } from "../testing/trimtab.ts";

const run = promisify(execFile);

describe("the script for bash", () => {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-completion-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("asks the command line", async () => {
    const program = join(folder, "trimtab");
    writeFileSync(
      program,
      `#!/bin/sh\nprintf '%s|' "$@" >${folder}/asked\nprintf 'top\\tthe table\\nui\\t$(touch ${folder}/evil)\\n'\n`,
    );
    chmodSync(program, 0o755);
    const { stdout: completion } = await trimtab(["completion", "bash"]);
    const script = `${completion}
COMP_WORDS=(trimtab top --o); COMP_CWORD=2; _trimtab; printf '%s\\n' "\${COMPREPLY[@]}"; cat ${folder}/asked; ls ${folder}`;
    const env = { ...process.env, PATH: `${folder}:${process.env["PATH"]}` };
    const { stdout } = await run("bash", ["-c", script], { env });
    expect(stdout.split("\n")).toEqual(["top", "ui", "__complete|--|top|--o|asked", "trimtab", ""]);
  });
});
