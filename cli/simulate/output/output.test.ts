import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { Progress } from "../run.ts";
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

  it("replaces the one before", async () => {
    const path = join(folder, "report.html");
    await writeWhole(path, "one");
    await writeWhole(path, "two");
    expect(readFileSync(path, "utf8")).toBe("two");
    expect(readdirSync(folder)).toEqual(["report.html", "taken"]);
  });

  it("leaves nothing behind if it cannot be written", async () => {
    await expect(writeWhole(join(folder, "taken"), "text")).rejects.toThrow();
    expect(readdirSync(folder)).toEqual(["report.html", "taken"]);
  });

  /** Calls writeWhole in a process that then waits for ever. */
  const writing = (path: string, after: string) => {
    const module = join(import.meta.dirname, "whole-file.ts");
    const script = `import { writeWhole } from ${JSON.stringify(module)};
      setInterval(() => undefined, 1000);
      const written = writeWhole(${JSON.stringify(path)}, "x".repeat(2 ** 26));
      ${after}`;
    return spawn(process.execPath, ["--input-type=module", "-e", script], {
      ...{ stdio: ["ignore", "ignore", "inherit"], timeout: 240_000, killSignal: "SIGKILL" },
    });
  };

  it("is complete if Ctrl-C comes in the middle, which then ends the process", async () => {
    const child = writing(join(folder, "large.html"), "");
    const ended = once(child, "exit");
    const isBegun = (): boolean => readdirSync(folder).some(name => name.startsWith("large"));
    while (!isBegun() && child.exitCode === null) await setTimeout(1);
    child.kill("SIGINT");
    expect(await ended).toEqual([null, "SIGINT"]);
    expect(readdirSync(folder)).toEqual(["large.html", "report.html", "taken"]);
    expect(statSync(join(folder, "large.html")).size).toBe(2 ** 26);
  });

  it("does not lose a signal that comes before the file has its name", async () => {
    const path = join(folder, "again.html");
    const child = writing(path, `process.kill(process.pid, "SIGTERM"); await written;`);
    expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
    expect(statSync(path).size).toBe(2 ** 26);
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
