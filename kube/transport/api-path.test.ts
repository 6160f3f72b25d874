import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { apiPath, everyName, isSendable, type Segment } from "./api-path.ts";
import { runs } from "../../engine/testing/runs.ts";

describe("apiPath", () => {
  it.each<{ shows: string; segments: Segment[]; path: string }>([
    { shows: "plain segments", segments: ["api", "v1", "nodes"], path: "/api/v1/nodes" },
    { shows: "a query", segments: ["api", "v1?watch=1"], path: "/api/v1%3Fwatch%3D1" },
    { shows: "a fragment", segments: ["api", "v1#x"], path: "/api/v1%23x" },
    { shows: "an RBAC name", segments: ["roles", "system:node"], path: "/roles/system%3Anode" },
    { shows: "a star in a name", segments: ["pods", "*a", "rps"], path: "/pods/*a/rps" },
    { shows: "all objects", segments: ["pods", everyName, "rps"], path: "/pods/*/rps" },
  ])("encodes $shows within its segment", ({ segments, path }) => {
    expect(apiPath(...segments)).toBe(path);
    expect(isSendable(apiPath(...segments))).toBe(true);
  });

  it.each([
    { shows: "a slash", segment: "v1/pods" },
    { shows: "an encoded slash", segment: "v1%2Fpods" },
    { shows: "a percent sign", segment: "50%" },
    { shows: "the current folder", segment: "." },
    { shows: "the parent folder", segment: ".." },
    { shows: "an empty segment, which turns a get into a list", segment: "" },
    { shows: "half of a surrogate pair", segment: "\ud800" },
    { shows: "a name that stands for all", segment: "*" },
  ])("marks $shows as not sendable", ({ segment }) => {
    expect(isSendable(apiPath("api", segment))).toBe(false);
    expect(isSendable(apiPath("api", segment, "scale"))).toBe(false);
  });

  it("never lets a value change the number of segments or add a query", () => {
    const anyText = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 6 }), segments => {
        const path = apiPath(...segments);
        if (!isSendable(path)) return;
        const { pathname, search, hash } = new URL(path, "https://127.0.0.1");
        // The API server decodes the path once, and then splits it.
        expect(decodeURIComponent(pathname).slice(1).split("/")).toEqual(segments);
        expect(search + hash).toBe("");
      }),
      runs(2_000),
    );
  });
});
