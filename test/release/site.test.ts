import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, it } from "vitest";

import packageJson from "../../package.json" with { type: "json" };
import { runOrThrow } from "../../hack/host/run.ts";
import { brokenLinks } from "../../hack/site/links.ts";
import { root } from "../integration/doc-commands.ts";
import { cloneWithPackages, runScripts } from "./clone.ts";

mkdirSync(join(root, "dist"), { recursive: true });
// On the file system of node_modules.
const folder = mkdtempSync(join(root, "dist", "site-check-"));
const clone = join(folder, "clone");
const site = join(clone, "dist/site");

/** A clone in which the last commit has been released, too. */
beforeAll(async () => {
  await cloneWithPackages(clone);
  await runOrThrow("git", ["-C", clone, "tag", "v0.0.1"]);
  await runScripts(clone, ["build", "site"]);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it("has the pages of an earlier release in a folder, and pages that lead to each other", () => {
  const pageOf = (path: string) => readFileSync(join(site, path), "utf8");
  expect(pageOf("versions.html")).toContain('href="./v0.0/index.html"');
  expect(pageOf("v0.0/versions.html")).toContain('href="./../index.html"');
  expect(pageOf("v0.0/versions.html")).toContain("0.0.1: these pages");
  expect(pageOf("versions.html")).toContain(`${packageJson.version}: these pages`);
});

it("has no link without a target, in any version", () => {
  expect(brokenLinks(site)).toEqual([]);
});
