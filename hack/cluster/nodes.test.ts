import { describe, expect, it } from "vitest";

import { nodeNamed, nodeNames } from "./nodes.ts";

describe("nodeNames", () => {
  it.each([
    { options: {}, want: ["node-0"] },
    { options: { count: 3, prefix: "n" }, want: ["n0", "n1", "n2"] },
    { options: { names: ["a", "b"], count: 7 }, want: ["a", "b"] },
    { options: { count: 0 }, want: [] },
  ])("$options: $want", ({ options, want }) => {
    expect(nodeNames(options)).toEqual(want);
  });
});

describe("nodeNamed", () => {
  it("returns a node with a capacity and without an address", () => {
    const capacity = { cpu: "8", memory: "16Gi", pods: "110" };
    expect(nodeNamed("a", { cpu: "8" })).toMatchObject({
      status: { capacity, allocatable: capacity },
    });
    expect(JSON.stringify(nodeNamed("a", {}))).not.toContain("addresses");
  });
});
