import { describe, expect, it } from "vitest";

import { customSamples } from "./pod-sample.ts";

describe("customSamples", () => {
  it("uses a window of one minute if none is given", () => {
    const samples = customSamples([
      { pod: "a", value: "1", windowSeconds: 30 },
      { pod: "b", value: "1500m" },
      { pod: "c", value: "much" },
    ]);
    expect([...samples.values()].map(({ windowMs }) => windowMs)).toEqual([30_000, 60_000]);
    expect(samples.get("b")?.value).toBe(1500n);
  });
});
