import { describe, expect, it } from "vitest";

import { buildFlags, cacheKey, versionOf } from "./go-module.ts";

const goMod = `
module example.test/x
require example.test/z v2.0.0
require (
	k8s.io/kubernetes v1.36.1
	sigs.k8s.io/kwok v0.8.0 // indirect
)
replace k8s.io/api => k8s.io/api v0.36.1
`;

describe("versionOf", () => {
  it.each([
    { path: "k8s.io/kubernetes", want: "v1.36.1" },
    { path: "sigs.k8s.io/kwok", want: "v0.8.0" },
    { path: "example.test/z", want: "v2.0.0" },
  ])("finds $want for $path", ({ path, want }) => {
    expect(versionOf(path, goMod)).toBe(want);
  });

  it("names a missing module", () => {
    expect(() => versionOf("example.test/y", goMod)).toThrow("does not require example.test/y");
  });
});

describe("buildFlags", () => {
  it("sets the version that the server reports", () => {
    const stamp = "-X k8s.io/component-base/version";
    expect(buildFlags("v1.36.1").at(-1)).toBe(
      `-s -w ${stamp}.gitVersion=v1.36.1 ${stamp}.gitMajor=1 ${stamp}.gitMinor=36`,
    );
  });
});

describe("cacheKey", () => {
  it("depends on every part and on the boundaries between them", () => {
    const keys = [
      ["ab", "c"],
      ["a", "bc"],
      ["ab", "d"],
      ["ab", "c", ""],
    ].map(cacheKey);
    expect(new Set(keys).size).toBe(4);
    expect(cacheKey(["ab", "c"])).toBe(keys[0]);
    expect(keys[0]).toMatch(/^[0-9a-f]{16}$/);
  });
});
