import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, inject, it } from "vitest";

import { buildVersion, commitOf } from "./version.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "trimtab-version-"));
const at = (...names: string[]): string => join(folder, ...names);
const git = (...args: string[]): string => {
  const name = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  // Without the settings of the user, and without GIT_DIR, which a hook has.
  const env = { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null" };
  return execFileSync("git", ["-C", at("clean"), ...name, ...args], {
    encoding: "utf8",
    env,
  }).trim();
};
let commit: string;
let archived: string;

beforeAll(() => {
  mkdirSync(at("clean"));
  for (const file of [".gitattributes", ".git_archival.txt"])
    cpSync(join(root, file), at("clean", file));
  writeFileSync(at("clean", "package.json"), '{ "version": "1.2.3" }');
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "one");
  // A tag is no part of the version.
  git("tag", "--annotate", "--message", "one", "v9");
  archived = git("rev-parse", "HEAD");
  git("archive", "--format=tar", "--prefix=archive/", "--output", at("archive.tar"), "HEAD");
  git("commit", "--quiet", "--allow-empty", "--message", "two");
  commit = git("rev-parse", "HEAD");
  cpSync(at("clean"), at("changed"), { recursive: true });
  writeFileSync(at("changed", "package.json"), '{ "version": "1.2.4" }');
  // The archive is inside another repository.
  execFileSync("tar", ["-xf", at("archive.tar"), "-C", at("clean")]);
  mkdirSync(at("copied"));
  writeFileSync(at("copied", "package.json"), '{ "version": "1.2.3" }');
  cpSync(join(root, ".git_archival.txt"), at("copied", ".git_archival.txt"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const other = "0123456789abcdef0123456789abcdef01234567";

// prettier-ignore
it.each([
  { of: "a checkout",                           source: "clean",         environment: {},                  want: (sha: string) => `1.2.3+g${sha}` },
  { of: "a checkout with changes",              source: "changed",       environment: {},                  want: (sha: string) => `1.2.4+g${sha}.dirty` },
  { of: "a source archive inside another repository", source: "clean/archive", environment: {},            want: () => `1.2.3+g${archived.slice(0, 12)}` },
  { of: "copied files",                         source: "copied",        environment: {},                  want: () => "1.2.3" },
  { of: "copied files with COMMIT",             source: "copied",        environment: { COMMIT: other },   want: () => "1.2.3+g0123456789ab" },
  { of: "copied files with an empty COMMIT",    source: "copied",        environment: { COMMIT: "" },      want: () => "1.2.3" },
])("the version of $of", ({ source, environment, want }) => {
  const version = buildVersion(at(source), environment);
  expect(version).toBe(want(commit.slice(0, 12)));
  expect(version).toMatch(/^\d+\.\d+\.\d+(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/);
});

it("the commit is complete", () => {
  expect(commitOf(at("clean"), {})).toBe(commit);
});

it("COMMIT must be a commit", () => {
  expect(() => buildVersion(at("copied"), { COMMIT: "main" })).toThrow("git rev-parse HEAD");
});

it.each(["version", "--version"])("trimtab %s prints the version of the build", verb => {
  const printed = execFileSync(inject("commandLine"), [verb], { encoding: "utf8" });
  expect(printed).toMatch(/^\d+\.\d+\.\d+(\+g[0-9a-f]{12}(\.dirty)?)?\n$/);
  // Another commit may have followed the build.
  expect(printed.includes("+g")).toBe(commitOf() !== null);
});
