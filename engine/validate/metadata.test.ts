import { describe, expect, it } from "vitest";

import { autoscalerRules } from "./autoscaler.ts";
import { validateObject } from "./validate-object.ts";

// prettier-ignore
const rows = [
  { shows: "a name",                          metadata: { name: "web" },                                    found: [] },
  { shows: "a name with dots",                metadata: { name: "web.v1", namespace: "shop" },              found: [] },
  { shows: "a generated name",                metadata: { generateName: "web-" },                           found: [] },
  { shows: "no name",                         metadata: {},                                                 found: ["metadata.name Required"] },
  { shows: "a name that is null",             metadata: { name: null },                                     found: ["metadata.name Required"] },
  { shows: "a list",                          metadata: [],                                                 found: ["metadata Type"] },
  { shows: "a name in capitals",              metadata: { name: "Web" },                                    found: ["metadata.name NameMalformed"] },
  { shows: "a name of 254 characters",        metadata: { name: "a".repeat(254) },                          found: ["metadata.name TooLong"] },
  { shows: "a namespace with a dot",          metadata: { name: "web", namespace: "shop.v1" },              found: ["metadata.namespace NamespaceMalformed"] },
  { shows: "a namespace of 64 characters",    metadata: { name: "web", namespace: "a".repeat(64) },         found: ["metadata.namespace TooLong"] },
  { shows: "labels",                          metadata: { name: "web", labels: { "a.b/c": "d", e: "" } },   found: [] },
  { shows: "a label key of 318 characters",   metadata: { name: "web", labels: { [`${"a".repeat(316)}/b`]: "" } },  found: [`metadata.labels[${"a".repeat(316)}/b] LabelKeyMalformed`] },
  { shows: "a label key whose prefix has 254 characters", metadata: { name: "web", labels: { [`${"a".repeat(254)}/b`]: "" } }, found: [`metadata.labels[${"a".repeat(254)}/b] LabelKeyMalformed`] },
  { shows: "a label key with a space",        metadata: { name: "web", labels: { "a b": "" } },             found: ["metadata.labels[a b] LabelKeyMalformed"] },
  { shows: "a label value with a space",      metadata: { name: "web", labels: { a: "b c" } },              found: ["metadata.labels[a] LabelValueMalformed"] },
  { shows: "a label value of 64 characters",  metadata: { name: "web", labels: { a: "b".repeat(64) } },     found: ["metadata.labels[a] TooLong"] },
  { shows: "any annotation value",            metadata: { name: "web", annotations: { a: "b c\n" } },       found: [] },
  { shows: "an annotation key in capitals",   metadata: { name: "web", annotations: { "A.B/C": "" } },      found: [] },
  { shows: "an annotation key with two parts too many", metadata: { name: "web", annotations: { "a/b/c": "" } }, found: ["metadata.annotations[a/b/c] AnnotationKeyMalformed"] },
  { shows: "values of wrong types",           metadata: { name: 1, labels: { a: 1 }, annotations: "none" }, found: ["metadata.name Type", "metadata.labels[a] Type", "metadata.annotations Type"] },
];

describe("checkMetadata", () => {
  it.each(rows)("finds $found in $shows", ({ metadata, found }) => {
    const writing = { textAt: () => undefined, fractions: [] };
    const problems = validateObject(autoscalerRules, { metadata }, writing);
    const ofMetadata = problems.filter(({ path }) => path.startsWith("metadata"));
    expect(ofMetadata.map(({ path, code }) => `${path} ${code}`)).toEqual(found);
  });
});
