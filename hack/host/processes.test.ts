import { spawn } from "node:child_process";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";

import {
  cpuSeconds,
  isAlive,
  memoryOf,
  parseStat,
  processesWith,
  startedAt,
  thisProcess,
} from "./processes.ts";

const rest = "1 7 7 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 4711 0 0";

describe("parseStat", () => {
  it.each([
    { when: "it sleeps", stat: `7 (node) S ${rest}`, want: { pid: 7, startTime: "4711" } },
    { when: "it has brackets", stat: `7 (a) R (b) S ${rest}`, want: { pid: 7, startTime: "4711" } },
    { when: "it is a zombie", stat: `7 (node) Z ${rest}`, want: undefined },
    { when: "it is dead", stat: `7 (node) X ${rest}`, want: undefined },
    { when: "the file is truncated", stat: "7 (node) S 1", want: undefined },
  ])("returns $want if $when", ({ stat, want }) => {
    expect(parseStat(7, stat)).toEqual(want);
  });
});

it("a process started after its parent asked for it and before it ended", async () => {
  const ticks = 20;
  const asked = Date.now();
  const child = spawn("sleep", ["60"]);
  const started = startedAt(child.pid ?? 0);
  const now = Date.now();
  child.kill();
  await once(child, "exit");
  expect(started).toBeGreaterThan(asked - ticks);
  expect(started).toBeLessThan(now + ticks);
  expect(startedAt(child.pid ?? 0)).toBeNaN();
});

describe("cpuSeconds", () => {
  it("grows while this process computes", () => {
    const before = cpuSeconds(process.pid);
    while (cpuSeconds(process.pid) === before);
    expect(cpuSeconds(process.pid)).toBeGreaterThan(before);
  });

  it("is NaN for no process", () => {
    expect(cpuSeconds(2 ** 30)).toBeNaN();
  });
});

describe("isAlive", () => {
  it.each([
    { who: "this process", identity: thisProcess(), want: true },
    {
      who: "an earlier process with this pid",
      identity: { ...thisProcess(), startTime: "1" },
      want: false,
    },
    { who: "no process", identity: { pid: 2 ** 30, startTime: "1" }, want: false },
  ])("is $want for $who", ({ identity, want }) => {
    expect(isAlive(identity)).toBe(want);
  });
});

describe("processesWith", () => {
  it("finds a process and its child process by their environment", async () => {
    const mark = randomUUID();
    const child = spawn("sh", ["-c", "sleep 60 & wait"], { env: { ...process.env, MARK: mark } });
    await expect.poll(() => processesWith("MARK", mark).length).toBe(2);
    expect(processesWith("MARK", mark)).toContain(child.pid);
    expect(processesWith("MARK", mark.slice(1))).toEqual([]);

    const ended = once(child, "exit");
    for (const pid of processesWith("MARK", mark)) process.kill(pid, "SIGKILL");
    await ended;
    await expect.poll(() => processesWith("MARK", mark)).toEqual([]);
  });
});

describe("memoryOf", () => {
  it("knows the memory of a process, and at most as much that the kernel cannot reclaim", () => {
    const [resident = NaN, anonymous = NaN, peak = NaN] = (
      ["VmRSS", "RssAnon", "VmHWM"] as const
    ).map(field => memoryOf(process.pid, field));
    expect(resident).toBeGreaterThan(2 ** 20);
    expect(anonymous).toBeLessThanOrEqual(resident);
    expect(peak).toBeGreaterThanOrEqual(anonymous);
  });

  it("is undefined for a process that does not exist", () => {
    expect(memoryOf(2 ** 22 + 1, "VmRSS")).toBeUndefined();
  });
});
