import { describe, expect, it } from "vitest";

import { paceFrom, pauseAt } from "./pace.ts";

describe("the pace of the attackers", () => {
  // prettier-ignore
  it.each([
    { shows: "one core",     env: {},                              threads: 2, want: { rate: 0.25, seats: { all: 150, tenant: 2 } } },
    { shows: "one thread",   env: {},                              threads: 1, want: { rate: 0.25, seats: { all: 150, tenant: 2 } } },
    { shows: "four cores",   env: {},                              threads: 8, want: { rate: 1,    seats: { all: 150, tenant: 8 } } },
    { shows: "another rate", env: { RATE: "2" },                   threads: 2, want: { rate: 2,    seats: { all: 150, tenant: 2 } } },
    { shows: "other limits", env: { SEATS: "0", INFLIGHT: "600" }, threads: 2, want: { rate: 0.25, seats: { all: 600, tenant: 0 } } },
  ])("follows from $shows", ({ env, threads, want }) => {
    expect(paceFrom(env, threads)).toEqual(want);
  });

  it.each([{ RATE: "0" }, { RATE: "fast" }, { SEATS: "-1" }, { SEATS: "9", INFLIGHT: "9" }])(
    "cannot be %o",
    env => {
      expect(() => paceFrom(env, 2)).toThrow(/must be/);
    },
  );

  // prettier-ignore
  it.each([
    { rate: 1,    pauseMs: 200,   want: 200 },
    { rate: 2,    pauseMs: 1_000, want: 500 },
    { rate: 0.25, pauseMs: 200,   want: 800 },
    { rate: 0.25, pauseMs: 500,   want: 1_000 },
    { rate: 0.25, pauseMs: 2_000, want: 2_000 },
  ])("at $rate turns a pause of $pauseMs ms into $want ms", ({ rate, pauseMs, want }) => {
    expect(pauseAt(rate, pauseMs)).toBe(want);
  });
});
