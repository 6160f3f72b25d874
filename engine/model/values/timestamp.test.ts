import { describe, expect, it } from "vitest";

import { earliest } from "./time.ts";

describe("earliest", () => {
  it.each([
    { times: [], want: null },
    { times: [null, null], want: null },
    { times: [null, 7, 3], want: 3 },
  ])("of $times is $want", ({ times, want }) => {
    expect(earliest(times)).toBe(want);
  });
});
