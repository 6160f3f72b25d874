import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { Progress } from "./progress.ts";
import { writeProblem, writeWhole } from "./whole-file.ts";

describe("a file that is complete or absent", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "trimtab-whole-"));
    mkdirSync(join(folder, "taken"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it("replaces the one before", () => {
    const path = join(folder, "report.html");
    writeWhole(path, "one");
    writeWhole(path, "two");
    expect(readFileSync(path, "utf8")).toBe("two");
    expect(readdirSync(folder)).toEqual(["report.html", "taken"]);
  });

  it("leaves nothing behind if it cannot be written", () => {
    expect(() => {
      writeWhole(join(folder, "taken"), "text");
    }).toThrow();
    expect(readdirSync(folder)).toEqual(["report.html", "taken"]);
  });

  it("leaves nothing behind if Ctrl-C comes in the middle", async () => {
    const module = join(import.meta.dirname, "whole-file.ts");
    const path = join(folder, "large.html");
    const script = `import { writeWhole } from ${JSON.stringify(module)};
      const content = "x".repeat(2 ** 27);
      process.send("ready");
      for (;;) writeWhole(${JSON.stringify(path)}, content);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    await once(child, "message");
    const ended = once(child, "exit");
    const again = setInterval(() => child.kill("SIGINT"), 20);
    const limit = setTimeout(() => child.kill("SIGKILL"), 20_000);
    await ended;
    clearInterval(again);
    clearTimeout(limit);
    const left = readdirSync(folder).filter(name => name.startsWith("large"));
    expect(left.filter(name => name.endsWith(".tmp"))).toEqual([]);
  });

  // prettier-ignore
  it.each([
    { path: "new.html",         says: null },
    { path: "taken",            says: "cannot write FOLDER/taken: it is a folder" },
    { path: "none/report.html", says: "cannot write FOLDER/none/report.html: ENOENT: no such file or directory, access 'FOLDER/none'" },
  ])("is known beforehand: $path", ({ path, says }) => {
    expect(writeProblem(join(folder, path))).toBe(says?.replaceAll("FOLDER", folder) ?? null);
  });
});

describe("the progress", () => {
  const shown = (isTTY: boolean): string[] => {
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const lines: string[] = [];
    const progress = new Progress({ isTTY, write: text => lines.push(text) });
    for (const done of [1, 2, 4]) {
      now = done * 60_000;
      progress.show(done, 4);
    }
    progress.end();
    return lines;
  };

  it("is a bar with the remaining time on a terminal", () => {
    const clear = "\r\u001b[K";
    expect(shown(true)).toEqual([
      `${clear}[######..................] 1 of 4 simulated, 3 minutes remain`,
      `${clear}[############............] 2 of 4 simulated, 2 minutes remain`,
      `${clear}[########################] 4 of 4 simulated`,
      clear,
    ]);
  });

  it("is absent elsewhere", () => {
    expect(shown(false)).toEqual([]);
  });
});
