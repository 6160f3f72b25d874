import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { measuredBy } from "../kube/testing/heap.ts";

const page = readFileSync(join(import.meta.dirname, "../docs/memory.md"), "utf8");
const program = join(import.meta.dirname, "testing/heap-growth.ts");

/** The bytes that docs/memory.md states for each. */
const documented = (each: string): number =>
  Number(new RegExp(`^\\| ${each} +\\| +([\\d,]+) +\\|`, "m").exec(page)?.[1]?.replaceAll(",", ""));

describe("the heap", async () => {
  const measured = await measuredBy<Record<string, number>>(program);

  it.each([...["pod", "target", "object", "node"], ...["counted resource", "counted pod"]])(
    "grows with each %s as documented",
    each => {
      const ratio = (measured[each] ?? NaN) / documented(each);
      expect(ratio, `${measured[each]} bytes`).toBeLessThan(1.5);
      expect(ratio, `${measured[each]} bytes`).toBeGreaterThan(1 / 1.5);
    },
  );
});
