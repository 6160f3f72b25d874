import { describe, expect, it } from "vitest";

import { type Lockfile, type Manifest, problemsOf } from "./lockfile.ts";

const integrity = `sha512-${"a".repeat(86)}==`;
const locked = { version: "1.0.0", integrity };
const npmrc = "save-exact=true\nomit-lockfile-registry-resolved=true\nignore-scripts=true\n";

const found = (
  packages: Lockfile["packages"],
  manifest: Manifest = {},
  settings = npmrc,
): string[] => problemsOf({ lockfileVersion: 3, packages }, manifest, settings);

describe("the lock file", () => {
  // prettier-ignore
  it.each<{ shows: string; packages: Lockfile["packages"]; manifest?: Manifest }>([
    { shows: "a package with a hash",           packages: { "": {}, "node_modules/a": locked } },
    { shows: "a package below another",         packages: { "node_modules/a/node_modules/@s/b": locked } },
    { shows: "a preview version",               packages: { "node_modules/a": { ...locked, version: "1.0.0-rc.1" } } },
    { shows: "a part of another package",       packages: { "node_modules/a": { ...locked, bundleDependencies: ["b"] }, "node_modules/a/node_modules/b": { version: "1.0.0", inBundle: true } } },
    { shows: "a known install script",          packages: { "node_modules/a": { ...locked, hasInstallScript: true } }, manifest: { allowScripts: { a: false } } },
    { shows: "exact versions",                  packages: {}, manifest: { dependencies: { a: "1.0.0" }, devDependencies: { b: "2.0.0" }, optionalDependencies: { c: "3.0.0" } } },
  ])("may have $shows", ({ packages, manifest }) => {
    expect(found(packages, manifest)).toEqual([]);
  });

  // prettier-ignore
  it.each<{ shows: string; path?: string; entry: Lockfile["packages"][string]; says: string }>([
    { shows: "a package without a hash",        entry: { version: "1.0.0" },                                              says: "has no SHA-512 hash" },
    { shows: "a part of no other package",      entry: { version: "1.0.0", inBundle: true },                              says: "has no SHA-512 hash" },
    { shows: "a weak hash",                     entry: { version: "1.0.0", integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }, says: "has no SHA-512 hash" },
    { shows: "a second, weak hash",             entry: { ...locked, integrity: `${integrity} sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=` }, says: "has no SHA-512 hash" },
    { shows: "the address of a registry",       entry: { ...locked, resolved: "https://registry.invalid/a/-/a-1.0.0.tgz" }, says: "has the address https://registry.invalid/a/-/a-1.0.0.tgz: remove it" },
    { shows: "an address without TLS",          entry: { ...locked, resolved: "http://registry.invalid/a.tgz" },           says: "has the address http://registry.invalid/a.tgz: remove it" },
    { shows: "a Git repository",                entry: { version: "1.0.0", resolved: "git+ssh://git@example.invalid/a.git#1" }, says: "has the address git+ssh://git@example.invalid/a.git#1: remove it" },
    { shows: "a file",                          entry: { ...locked, resolved: "file:a.tgz" },                              says: "has the address file:a.tgz: remove it" },
    { shows: "a link to a folder",              entry: { resolved: "packages/a", link: true },                             says: "is no package of a registry" },
    { shows: "a package of the project",        path: "packages/a", entry: locked,                                         says: "is no package of a registry" },
    { shows: "a range of versions",             entry: { ...locked, version: "^1.0.0" },                                   says: "has the version ^1.0.0, which is not exact" },
    { shows: "an unknown install script",       entry: { ...locked, hasInstallScript: true },                              says: 'has an install script: check that it works without, and write "a": false in allowScripts' },
  ])("may not have $shows", ({ path = "node_modules/a", entry, says }) => {
    expect(found({ [path]: entry })).toContain(`package-lock.json: ${path} ${says}`);
  });

  it.each([
    "^1.0.0",
    "latest",
    "git+https://example.invalid/a.git",
    "file:a",
    "npm:b@1.0.0",
    "https://example.invalid/a.tgz",
  ])("may not be made from the version %s", version => {
    for (const group of ["dependencies", "devDependencies", "optionalDependencies"]) {
      const says = `package.json: a is ${version}; write its exact version`;
      expect(found({}, { [group]: { a: version } })).toEqual([says]);
    }
  });

  // prettier-ignore
  it.each([
    { shows: "without ignore-scripts",       settings: "save-exact=true\n",                                       says: [".npmrc does not set ignore-scripts=true: packages would run code as they are installed"] },
    { shows: "with another registry",        settings: `${npmrc}registry=https://registry.invalid/\n`,             says: [".npmrc sets registry=https://registry.invalid/: remove it, so that all come from one registry"] },
    { shows: "with a registry for a scope",  settings: `${npmrc}@s:registry = https://registry.invalid/\n`,        says: [".npmrc sets @s:registry=https://registry.invalid/: remove it, so that all come from one registry"] },
  ])("is not used $shows", ({ settings, says }) => {
    expect(found({}, {}, settings)).toEqual(says);
  });

  it("has the version of which the fields are known", () => {
    const problems = problemsOf({ lockfileVersion: 2, packages: {} }, {}, npmrc);
    expect(problems).toEqual(["package-lock.json has version 2, and only 3 is checked"]);
  });
});
