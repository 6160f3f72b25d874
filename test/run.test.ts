import { readdirSync, readFileSync } from "node:fs";

import { expect, it } from "vitest";

it("every file of the fault tests is in exactly one run", () => {
  const text = readFileSync(`${import.meta.dirname}/run.ts`, "utf8");
  const listed = [...text.matchAll(/files: \[([^\]]*)\]/g)].flatMap(([, words = ""]) =>
    words.split(",").map(word => word.trim().replaceAll('"', "")),
  );
  const files = readdirSync(`${import.meta.dirname}/faults`).flatMap(file =>
    file.endsWith(".test.ts") ? [file.replace(".test.ts", "")] : [],
  );
  expect(listed.sort()).toEqual(files.sort());
});
