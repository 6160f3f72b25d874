import { expect, it } from "vitest";

import { withAddresses } from "./addresses.mjs";

const registry = "https://registry.invalid/npm";
const git = "git+ssh://git@example.invalid/a.git#1";

// prettier-ignore
it.each([
  { shows: "a package",                          path: "node_modules/a",                entry: { version: "1.0.0" },                   resolved: `${registry}/a/-/a-1.0.0.tgz` },
  { shows: "a package in another one's folder",  path: "node_modules/a/node_modules/b", entry: { version: "2.0.0" },                   resolved: `${registry}/b/-/b-2.0.0.tgz` },
  { shows: "a package with a scope",             path: "node_modules/@s/a",             entry: { version: "1.0.0" },                   resolved: `${registry}/@s/a/-/a-1.0.0.tgz` },
  { shows: "a package under another name",       path: "node_modules/alias",            entry: { name: "@s/a", version: "1.0.0" },     resolved: `${registry}/@s/a/-/a-1.0.0.tgz` },
  { shows: "a package that has an address",      path: "node_modules/a",                entry: { version: "1.0.0", resolved: git },    resolved: git },
  { shows: "a part of another package: none",    path: "node_modules/a",                entry: { version: "1.0.0", inBundle: true },   resolved: undefined },
  { shows: "the project: none",                  path: "",                              entry: { name: "p", version: "0.1.0" },        resolved: undefined },
  { shows: "a package of the project: none",     path: "packages/a",                    entry: { version: "1.0.0" },                   resolved: undefined },
  { shows: "a link: where it leads",             path: "node_modules/a",                entry: { resolved: "packages/a", link: true }, resolved: "packages/a" },
])("names the address of $shows", ({ path, entry, resolved }) => {
  const text = JSON.stringify({ lockfileVersion: 3, packages: { [path]: entry } });
  for (const url of [registry, `${registry}/`]) {
    expect(JSON.parse(withAddresses(text, url))).toEqual({
      lockfileVersion: 3,
      packages: { [path]: { ...entry, ...(resolved === undefined ? {} : { resolved }) } },
    });
  }
});
