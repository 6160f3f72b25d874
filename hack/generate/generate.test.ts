import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

import { describe, expect, it } from "vitest";

import { generated } from "./generate.ts";

describe("generated files", () => {
  it.each(generated)("$file is up to date; if not: npm run generate", async row => {
    const committed = await readFile(resolve(import.meta.dirname, "../..", row.file), "utf8");
    expect(committed).toBe(await row.generate());
  });
});
