import { describe, expect, it } from "vitest";

import { lineAndColumn, Positions } from "./positions.ts";
import { readYaml } from "./read-yaml.ts";

const text = `# an object
spec:
  scaleTargetRefs:
    - kind: Deployment
      name: web
    - { kind: StatefulSet }
  mode:
  limit: ""
  linear: &linear
    nodesPerReplica: 16
  other: *linear
  merged:
    <<: *linear
    min: 2
  labels: { a: 1, a.b/c: 2, "a.b/c.d": 3, "[0]": 4 }
  1.10: on
  list:
    - 1.0
    - "1.0"
    - |-
      1.0
`;

function placesIn(source: string): Positions {
  const document = readYaml(source);
  if ("root" in document) return new Positions(document);
  throw new Error(document.message);
}

const places = placesIn(text);
const at = (path: string, root: readonly string[] = [], part?: "key"): string => {
  const { line, column } = lineAndColumn(text, places.offsetOf(path, root, part), 1);
  return `${line}:${column}`;
};

// prettier-ignore
const rows: readonly { shows: string; path: string; root?: string[]; part?: "key"; found: string }[] = [
  { shows: "the object itself",               path: "",                                 found: "2:1" },
  { shows: "an object at its key",            path: "spec.linear",                      found: "9:3" },
  { shows: "a single value",                  path: "spec.linear.nodesPerReplica",      found: "10:22" },
  { shows: "the key of a single value",       path: "spec.linear.nodesPerReplica", part: "key", found: "10:5" },
  { shows: "an item of a list",               path: "spec.scaleTargetRefs[1]",          found: "6:7" },
  { shows: "a field of an item",              path: "spec.scaleTargetRefs[0].name",     found: "5:13" },
  { shows: "a missing field, at its item",    path: "spec.scaleTargetRefs[1].name",     found: "6:7" },
  { shows: "a missing item, at the list",     path: "spec.scaleTargetRefs[2]",          found: "3:3" },
  { shows: "a missing field, at its object",  path: "spec.linear.maxReplicas",          found: "9:3" },
  { shows: "a missing object",                path: "metadata.name",                    found: "2:1" },
  { shows: "a value that is null",            path: "spec.mode",                        found: "7:3" },
  { shows: "an empty string",                 path: "spec.limit",                       found: "8:3" },
  { shows: "an alias at its key",             path: "spec.other",                       found: "11:3" },
  { shows: "a field of an alias at its anchor", path: "spec.other.nodesPerReplica",       found: "10:22" },
  { shows: "a field that is merged",          path: "spec.merged.nodesPerReplica",      found: "10:22" },
  { shows: "a field next to a merge",         path: "spec.merged.min",                  found: "14:10" },
  { shows: "an entry of a map",               path: "spec.labels[a]",                   found: "15:16" },
  { shows: "a map key with dots",             path: "spec.labels[a.b/c.d]",             found: "15:40" },
  { shows: "a map key after a dot",           path: "spec.labels.a.b/c",                found: "15:26" },
  { shows: "a key with brackets",             path: "spec.labels[0]",                   found: "15:50" },
  { shows: "a key that is a number",          path: "spec.1.1",                         found: "16:9" },
  { shows: "a field of an object in a list",  path: "kind", root: ["spec", "scaleTargetRefs", "0"], found: "4:13" },
  { shows: "a missing field of an item as root", path: "name", root: ["spec", "scaleTargetRefs", "1"], found: "6:7" },
];

describe("offsetOf", () => {
  it.each(rows)("finds $shows: $path", ({ path, root, part, found }) => {
    expect(at(path, root, part)).toBe(found);
  });
});

describe("textAt", () => {
  it.each([
    { shows: "a number as it is written", path: ["spec", "list", "0"], found: "1.0" },
    { shows: "a word", path: ["spec", "1.1"], found: "on" },
    { shows: "the target of an alias", path: ["spec", "other", "nodesPerReplica"], found: "16" },
    { shows: "nothing in quotes", path: ["spec", "list", "1"], found: undefined },
    { shows: "nothing in a block", path: ["spec", "list", "2"], found: undefined },
    { shows: "nothing for an object", path: ["spec"], found: undefined },
    { shows: "nothing for a missing path", path: ["spec", "none", "at", "all"], found: undefined },
  ])("finds $shows", ({ path, found }) => {
    expect(places.textAt(path)).toBe(found);
  });
});

describe("lineAndColumn", () => {
  it.each([
    { shows: "the beginning", offset: 0, found: { line: 7, column: 1 } },
    { shows: "the end of a line", offset: 2, found: { line: 7, column: 3 } },
    { shows: "the next line", offset: 4, found: { line: 8, column: 1 } },
    { shows: "the end", offset: 9, found: { line: 10, column: 2 } },
  ])("finds $shows of a document that starts in line 7", ({ offset, found }) => {
    expect(lineAndColumn("ab\r\ncd\n\ne", offset, 7)).toEqual(found);
  });
});
