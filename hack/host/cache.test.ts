import { homedir } from "node:os";
import { describe, expect, it } from "vitest";

import { cacheFolder } from "./cache.ts";

describe("cacheFolder", () => {
  it.each([
    { environment: { TRIMTAB_CACHE: "/own", XDG_CACHE_HOME: "/xdg" }, want: "/own" },
    { environment: { TRIMTAB_CACHE: "", XDG_CACHE_HOME: "/xdg" }, want: "/xdg/trimtab" },
    { environment: { XDG_CACHE_HOME: "" }, want: `${homedir()}/.cache/trimtab` },
    { environment: {}, want: `${homedir()}/.cache/trimtab` },
  ])("is $want for $environment", ({ environment, want }) => {
    expect(cacheFolder(environment)).toBe(want);
  });
});
