import { describe, expect, it } from "vitest";

import { type ManagedFields, zeroOwner, type ZeroOwner } from "./zero-owner.ts";

const count = { "f:spec": { "f:replicas": {} } };
const ours: ManagedFields = { manager: "trimtab", subresource: "scale", fieldsV1: count };
const template = { "f:spec": { "f:template": {} }, "f:metadata": {} };
const kubectl = (fieldsV1: ManagedFields["fieldsV1"], rest: object = {}): ManagedFields => ({
  ...{ manager: "kubectl", ...rest },
  ...(fieldsV1 && { fieldsV1 }),
});

// prettier-ignore
const rows: readonly { when: string; entries: readonly ManagedFields[] | undefined; owner: ZeroOwner | null; ofCustom?: ZeroOwner | null }[] = [
  { when: "nothing is told",                              entries: undefined,                                        owner: null },
  { when: "what was told has been removed",               entries: [],                                               owner: null },
  { when: "the count is ours and the rest is not",        entries: [kubectl(template), ours],                        owner: "Operator" },
  { when: "nobody has it, as after kubectl scale",        entries: [kubectl(template)],                              owner: "Other", ofCustom: null },
  { when: "a person has edited it",                       entries: [kubectl(count)],                                 owner: "Other" },
  { when: "it was created so",                            entries: [kubectl({ "f:spec": { "f:replicas": {}, "f:template": {} } })], owner: "Other" },
  { when: "somebody else applies the same count",         entries: [ours, kubectl(count, { operation: "Apply" })],   owner: "Other" },
  { when: "another program of our name has edited it",    entries: [{ ...ours, subresource: "" }],                   owner: "Other" },
  { when: "an entry is empty",                            entries: [ours, kubectl(undefined)],                       owner: "Operator" },
];

describe("zeroOwner", () => {
  it.each(rows)("is $owner when $when", ({ entries, owner, ofCustom = owner }) => {
    expect(zeroOwner(entries, true)).toBe(owner);
    expect(zeroOwner(entries, false)).toBe(ofCustom);
  });
});
