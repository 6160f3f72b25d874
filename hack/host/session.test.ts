import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

import { expect, it } from "vitest";

import { identify } from "./processes.ts";
import { spawnSession } from "./session.ts";

/** The session is the sixth field of /proc/PID/stat. */
const sessionOf = (pid: number): number =>
  Number(/\) \S+ \d+ \d+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);

it("gives a program a session of its own, with its output and exit code", async () => {
  const child = spawnSession("sh", ["-c", "echo $$; read line; exit 3"], { stdio: "pipe" });
  const output = text(child.stdout!);
  const exited = once(child, "exit");
  await expect.poll(() => sessionOf(child.pid!)).toBe(child.pid);
  child.stdin?.end();
  expect([await output, await exited]).toEqual([`${child.pid}\n`, [3, null]]);
});

it("ends the program with a parent that gets SIGKILL", async () => {
  const script = `
    import { spawnSession } from ${JSON.stringify(join(import.meta.dirname, "session.ts"))};
    spawnSession("sh", ["-c", "echo $$; exec sleep 60"], { stdio: "inherit" });
  `;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", script]);
  const [line] = (await once(parent.stdout, "data")) as [Buffer];
  const pid = Number(String(line));
  expect(identify(pid)).toBeDefined();
  parent.kill("SIGKILL");
  await expect.poll(() => identify(pid)).toBeUndefined();
});
