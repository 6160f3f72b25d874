import { describe, expect, it } from "vitest";

import { parseReview } from "./parse-review.ts";
import { review, type ReviewReport, type Validator } from "./review.ts";

const gvk = { group: "test.trimtab.dev", version: "v1", kind: "Thing", plural: "things" };

type Judge = Validator["validate"];

const allow =
  (...warnings: string[]): Judge =>
  () => ({ allowed: true, ...(warnings.length > 0 ? { warnings } : {}) });
const deny =
  (statusMessage: string, statusCode?: number): Judge =>
  () => ({ allowed: false, statusMessage, ...(statusCode && { statusCode }) });

const validators = (...judges: Judge[]): Validator[] =>
  judges.map(validate => ({
    ...{ group: gvk.group, kind: gvk.kind, operations: ["CREATE", "UPDATE"] },
    validate,
  }));

/** A review as the API server sends it. */
const asked = (override: object = {}) =>
  parseReview(
    JSON.stringify({
      request: {
        uid: "r-1",
        kind: { group: gvk.group, version: gvk.version, kind: gvk.kind },
        resource: { group: gvk.group, version: gvk.version, resource: gvk.plural },
        name: "a",
        namespace: "ns",
        operation: "CREATE",
        userInfo: { username: "ann" },
        oldObject: { metadata: { name: "a" } },
        object: { metadata: { name: "a" }, spec: { size: 1 } },
        ...override,
      },
    }),
  )!;

async function answer(judges: Validator[], override: object = {}) {
  const reports: ReviewReport[] = [];
  const response = await review(judges, asked(override), report => reports.push(report));
  return { response, reports };
}

describe("review", () => {
  it("allows an object without errors, and returns all warnings", async () => {
    const things = validators(allow("one"), request => Promise.resolve(allow("two")(request)));
    expect(await answer(things)).toEqual({
      response: { uid: "r-1", allowed: true, warnings: ["one", "two"] },
      reports: [{ kind: "Thing", verdict: "allowed" }],
    });
  });

  it("omits empty fields", async () => {
    const { response } = await answer(validators(allow()));
    expect(response).toEqual({ uid: "r-1", allowed: true });
  });

  it("rejects with all errors of all validators at once", async () => {
    const things = validators(deny("first\nsecond"), allow(), deny("third"));
    expect(await answer(things)).toEqual({
      response: {
        uid: "r-1",
        allowed: false,
        status: { code: 422, message: "first\nsecond\nthird" },
      },
      reports: [{ kind: "Thing", verdict: "denied" }],
    });
  });

  // prettier-ignore
  it.each([
    { shows: "all refusals are of this kind",    judges: [deny("first", 503), allow(), deny("second", 503)], status: { code: 503, message: "first\nsecond", reason: "ServiceUnavailable", details: { retryAfterSeconds: 1 } } },
    { shows: "not if another one needs an edit", judges: [deny("first", 503), deny("second")],               status: { code: 422, message: "first\nsecond" } },
  ])("asks for another attempt if it may succeed: $shows", async ({ judges, status }) => {
    const { response } = await answer(validators(...judges));
    expect(response).toEqual({ uid: "r-1", allowed: false, status });
  });

  it("truncates a warning that is too long", async () => {
    const { response } = await answer(validators(allow("w".repeat(300), "w".repeat(256))));
    expect(response.warnings?.map(({ length }) => length)).toEqual([256, 256]);
    expect(response.warnings?.[0]?.endsWith("w…")).toBe(true);
  });

  it.each([
    { shows: "another kind", kind: { group: gvk.group, version: "v1", kind: "Other" } },
    {
      shows: "the same kind of another group",
      kind: { group: "apps", version: "v1", kind: "Thing" },
    },
  ])("allows $shows", async ({ kind }) => {
    const { response } = await answer(validators(deny("no")), { kind });
    expect(response).toEqual({ uid: "r-1", allowed: true });
  });

  it("validates every version of a kind", async () => {
    const kind = { group: gvk.group, version: "v2", kind: "Thing" };
    expect((await answer(validators(deny("no")), { kind })).response.allowed).toBe(false);
  });

  it("never rejects a deletion, whatever the webhook is registered for", async () => {
    const oldObject = { metadata: { name: "a" } };
    const { response } = await answer(validators(deny("no")), {
      operation: "DELETE",
      object: null,
      oldObject,
    });
    expect(response.allowed).toBe(true);
  });

  it.each<{ shows: string; judge: Judge }>([
    {
      shows: "throws",
      judge: () => {
        throw new Error("bug");
      },
    },
    { shows: "rejects", judge: () => Promise.reject(new Error("bug")) },
  ])("rejects when a judge $shows, with an ID that is also in the report", async ({ judge }) => {
    const { response, reports } = await answer(validators(judge, allow()));
    const { faultId } = reports[0]!;
    expect(faultId).toMatch(/^[0-9a-f-]{36}$/);
    expect(reports).toEqual([
      { kind: "Thing", verdict: "fault", faultId, key: "ns/a", fault: new Error("bug") },
    ]);
    expect(response).toMatchObject({ uid: "r-1", allowed: false, status: { code: 503 } });
    expect(response.status?.message).toContain(`(fault ${faultId}, see the operator's log)`);
    expect(response.status?.message).not.toContain("bug");
  });

  it("counts all foreign kinds as one", async () => {
    const kind = { group: "g", version: "v1", kind: "Made-up-1" };
    const { reports } = await answer(validators(allow()), { kind });
    expect(reports).toEqual([{ kind: "other", verdict: "allowed" }]);
  });
});
