import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { jsonFrom } from "../kube/testing/child-process.ts";
import { parsedSize } from "./bodies.ts";

describe("the size of parsed JSON", () => {
  // prettier-ignore
  it.each<{ shows: string; json: string; bytes: number }>([
    { shows: "an empty text",                  json: "",                    bytes: 0 },
    { shows: "a number",                       json: "12",                  bytes: 2 },
    { shows: "an empty object",                json: "{}",                  bytes: 2 + 64 },
    { shows: "a list of objects",              json: "[{},{}]",             bytes: 7 + 3 * 64 + 32 },
    { shows: "a field",                        json: '{"a":1}',             bytes: 7 + 64 + 96 },
    { shows: "structure in a text",            json: '"[{,:"',              bytes: 6 },
    { shows: "a text with a quote",            json: String.raw`"\",[[["`,  bytes: 8 },
    { shows: "a text that ends in a backslash", json: String.raw`["\\",[]]`, bytes: 9 + 2 * 64 + 32 },
    { shows: "a text without an end",          json: '["[[[',               bytes: 5 + 64 },
    { shows: "the deepest nesting",            json: "[".repeat(256) + "]".repeat(256), bytes: 512 + 256 * 64 },
    { shows: "deeper nesting",                 json: "[".repeat(257) + "]".repeat(257), bytes: Infinity },
    { shows: "a long list of lists",           json: `[${"[],".repeat(300)}[]]`, bytes: 904 + 302 * 64 + 300 * 32 },
  ])("counts $shows", ({ json, bytes }) => {
    expect(parsedSize(json)).toBe(bytes);
  });
});

interface Measured {
  readonly shape: string;
  readonly bytes: number;
  readonly estimate: number;
  readonly taken: number;
}

describe("what JSON.parse takes of the heap", async () => {
  const program = join(import.meta.dirname, "testing/parsed-shapes.ts");
  const measured = await jsonFrom<readonly Measured[]>(program, {
    flags: ["--expose-gc"],
    limitMs: 250_000,
  });

  it.each(measured)("is at most the estimate for $shape", ({ taken, estimate, bytes }) => {
    // The description of a shape is on the heap once, however many objects have it.
    expect(taken, `${bytes} bytes of text`).toBeLessThanOrEqual(estimate + 1024);
  });
});
