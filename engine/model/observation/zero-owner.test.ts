import { describe, expect, it } from "vitest";

import { type ManagedFields, zeroOwner, type ZeroOwner } from "./observation.ts";

const count = { "f:spec": { "f:replicas": {} } };
const ours: ManagedFields = { manager: "trimtab", subresource: "scale", fieldsV1: count };
const template = { "f:spec": { "f:template": {} }, "f:metadata": {} };
const kubectl = (fieldsV1: ManagedFields["fieldsV1"], rest: object = {}): ManagedFields => ({
  ...{ manager: "kubectl", ...rest },
  ...(fieldsV1 && { fieldsV1 }),
});

// prettier-ignore
const rows: readonly { when: string; entries: readonly ManagedFields[] | undefined; owner: ZeroOwner | null; ofCustom?: ZeroOwner | null }[] = [
  { when: "managedFields is absent",                      entries: undefined,                                        owner: null },
  { when: "managedFields is empty",                       entries: [],                                               owner: null },
  { when: "Trimtab owns the count, and others the rest",  entries: [kubectl(template), ours],                        owner: "Operator" },
  { when: "no manager owns the count, as after kubectl scale", entries: [kubectl(template)],                              owner: "Other", ofCustom: null },
  { when: "a person edited the count",                    entries: [kubectl(count)],                                 owner: "Other" },
  { when: "the target was created with the count",        entries: [kubectl({ "f:spec": { "f:replicas": {}, "f:template": {} } })], owner: "Other" },
  { when: "another manager applies the same count",       entries: [ours, kubectl(count, { operation: "Apply" })],   owner: "Other" },
  { when: "another program with the same manager name edited it", entries: [{ ...ours, subresource: "" }],                   owner: "Other" },
  { when: "an entry has no fields",                       entries: [ours, kubectl(undefined)],                       owner: "Operator" },
];

describe("zeroOwner", () => {
  it.each(rows)("is $owner when $when", ({ entries, owner, ofCustom = owner }) => {
    expect(zeroOwner(entries, true)).toBe(owner);
    expect(zeroOwner(entries, false)).toBe(ofCustom);
  });
});
