import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { runs } from "../engine/testing/runs.ts";
import { SharedStrings } from "./resource-informer.ts";
import { measuredBy } from "../kube/testing/heap.ts";

it("leaves every value as it is", () => {
  const strings = new SharedStrings();
  const holds = fc.property(fc.jsonValue(), value => {
    const copy: unknown = JSON.parse(JSON.stringify(value));
    strings.share(copy);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
  });
  fc.assert(holds, runs(200));
});

const program = join(import.meta.dirname, "testing/string-heap.ts");

describe("of the heap that texts take without it", async () => {
  const measured = await measuredBy<Record<string, number>>(program);

  it.each([
    { keeps: "equal texts", most: 0.7 },
    { keeps: "equal texts among others", most: 0.9 },
    { keeps: "texts that objects no longer have", most: 0.3 },
  ])("less than $most is in use for $keeps", ({ keeps, most }) => {
    expect(measured[keeps]).toBeLessThan(most);
  });
});
