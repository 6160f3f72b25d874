import { describe, expect, it } from "vitest";

import { parseReview } from "./parse-review.ts";

const request = {
  uid: "r-1",
  kind: { group: "g", version: "v1", kind: "K" },
  operation: "CREATE",
  userInfo: { username: "ann", uid: "u", groups: ["dev"], extra: { scope: ["a"] } },
  namespace: "ns",
  name: "a",
  object: {},
};

describe("parseReview", () => {
  // prettier-ignore
  it.each<{ shows: string; change: object }>([
    { shows: "with all fields",             change: {} },
    { shows: "of an update",                change: { operation: "UPDATE", oldObject: {} } },
    { shows: "of a user with a name only",  change: { userInfo: { username: "ann" } } },
    { shows: "of the core group",           change: { kind: { group: "", version: "v1", kind: "K" } } },
    { shows: "of a deletion",               change: { operation: "DELETE", object: null } },
    { shows: "of an object without a name", change: { name: undefined } },
  ])("reads a review $shows", ({ change }) => {
    const sent = { ...request, ...change };
    expect(parseReview(JSON.stringify({ request: sent }))).toEqual(JSON.parse(JSON.stringify(sent)));
  });

  it.each([
    { shows: "an empty body", body: "" },
    { shows: "null", body: "null" },
    { shows: "a number", body: "5" },
    { shows: "a truncated review", body: '{"request":{"uid":"a"' },
    { shows: "no request", body: "{}" },
    { shows: "a null request", body: '{"request":null}' },
  ])("rejects $shows", ({ body }) => {
    expect(parseReview(body)).toBeNull();
  });

  // prettier-ignore
  it.each<{ shows: string; change: object }>([
    { shows: "no uid",                           change: { uid: undefined } },
    { shows: "no operation",                     change: { operation: undefined } },
    { shows: "no kind",                          change: { kind: undefined } },
    { shows: "a string as its kind",             change: { kind: "K" } },
    { shows: "a kind without a group",           change: { kind: { kind: "K" } } },
    { shows: "no user",                          change: { userInfo: undefined } },
    { shows: "a user without a name",            change: { userInfo: {} } },
    { shows: "a string as its groups",           change: { userInfo: { username: "ann", groups: "dev" } } },
    { shows: "a number as a group",              change: { userInfo: { username: "ann", groups: [5] } } },
    { shows: "a list as its extra fields",       change: { userInfo: { username: "ann", extra: ["a"] } } },
    { shows: "a string as an extra field",       change: { userInfo: { username: "ann", extra: { scope: "a" } } } },
    { shows: "no object",                        change: { object: null } },
    { shows: "a string as its object",           change: { object: "a" } },
    { shows: "an update without the old object", change: { operation: "UPDATE" } },
    { shows: "a user with 100,000 groups",       change: { userInfo: { username: "ann", groups: Array.from({ length: 100_000 }, () => "") } } },
    { shows: "a number as its namespace",        change: { namespace: 5 } },
  ])("rejects a review with $shows", ({ change }) => {
    expect(parseReview(JSON.stringify({ request: { ...request, ...change } }))).toBeNull();
  });
});
