import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { generated, generateTypes } from "./types.ts";

describe("generated types", () => {
  it.each(generated)("$types is what $crd makes; if not: npm run generate", async row => {
    const committed = await readFile(resolve(import.meta.dirname, "../..", row.types), "utf8");
    expect(committed).toBe(await generateTypes(row.crd));
  });
});
