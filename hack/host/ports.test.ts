import { createServer } from "node:net";
import { describe, expect, it } from "vitest";

import { choosePorts, claimIfFree, isFree, releasePorts, searchStart } from "./ports.ts";

describe("choosePorts", () => {
  it.each([
    { when: "all are free", taken: [], busy: [], start: 0, want: [20_000, 20_001, 20_002] },
    {
      when: "one is reserved",
      taken: [20_001],
      busy: [],
      start: 0,
      want: [20_000, 20_002, 20_003],
    },
    { when: "one is in use", taken: [], busy: [20_000], start: 0, want: [20_001, 20_002, 20_003] },
    {
      when: "the search starts at the end",
      taken: [],
      busy: [],
      start: 0.9999,
      want: [29_999, 20_000, 20_001],
    },
  ])("chooses $want if $when", async ({ taken, busy, start, want }) => {
    const inUse = new Set<number>(busy);
    const isFree = (port: number) => Promise.resolve(!inUse.has(port));
    expect(await choosePorts(3, { taken: new Set(taken), isFree, start })).toEqual(want);
  });

  it("throws if no ports are free", async () => {
    const isFree = () => Promise.resolve(false);
    const chosen = choosePorts(7, { taken: new Set(), isFree, start: 0.5 });
    await expect(chosen).rejects.toThrow("No 7 free ports between 20000 and 29999");
  });
});

describe("searchStart", () => {
  it("is in another half of the range for clusters, and in a slice of it for each process", () => {
    const starts = (search: () => number) => Array.from({ length: 1_000 }, search);
    const [clusters, others] = [starts(searchStart.cluster), starts(searchStart.other)];
    expect(Math.max(...clusters)).toBeLessThan(0.5);
    expect(Math.min(...others)).toBeGreaterThanOrEqual(0.5);
    expect(Math.max(...others)).toBeLessThan(1);
    expect(Math.max(...others) - Math.min(...others)).toBeLessThanOrEqual(0.01);
  });
});

describe("isFree", () => {
  it("is false while a server listens, and true after it closes", async () => {
    // Not an ephemeral port: another test could take it as soon as it is free.
    const [port = 0] = await choosePorts(1, { taken: new Set(), isFree, start: 0.99 });
    const server = createServer();
    await new Promise<void>(listening => server.listen(port, "127.0.0.1", listening));
    expect(await isFree(port)).toBe(false);
    await new Promise(closed => server.close(closed));
    expect(await isFree(port)).toBe(true);
  });
});

it("of all that claim a port in one process, one gets it until its release", async () => {
  const choice = { taken: new Set<number>(), isFree, start: searchStart.other() };
  const [port = 0] = await choosePorts(1, choice);
  const claims = await Promise.all([claimIfFree(port), claimIfFree(port)]);
  expect(claims).toEqual([true, false]);
  releasePorts([port]);
  expect(await claimIfFree(port)).toBe(true);
});
