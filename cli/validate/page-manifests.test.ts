import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { Collection } from "./collection.ts";

const root = join(import.meta.dirname, "../..");

/** The complete manifests of Trimtab's objects in the pages; other blocks show a part of one. */
const manifests = globSync(["README.md", "docs/**/*.md"], { cwd: root }).flatMap(page => {
  const blocks = readFileSync(join(root, page), "utf8").matchAll(/^```yaml\n(.*?)^```/gms);
  return Array.from(blocks, ({ 1: text = "", index }) => ({ page, index, text })).filter(
    ({ text }) => /^apiVersion: autoscaling\.trimtab\.dev\//m.test(text),
  );
});

it("finds manifests in the pages", () => {
  expect(manifests.length).toBeGreaterThan(5);
});

it.each(manifests)("$page has a valid manifest at $index", ({ page, text }) => {
  const collection = new Collection();
  collection.add(page, text);
  const { findings, summary } = collection.report({ conflicts: true });
  const errors = findings.filter(({ severity }) => severity === "error");
  expect(errors.map(({ path, code }) => `${path}: ${code}`)).toEqual([]);
  expect(summary.valid).toBeGreaterThan(0);
});
