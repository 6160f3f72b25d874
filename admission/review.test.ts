import { a, Capability, type PeprValidateRequest } from "pepr";
import { describe, expect, it } from "vitest";

import { parseReview } from "./parse-review.ts";
import { review, type ReviewReport } from "./review.ts";

class Thing extends a.GenericKind {}
const gvk = { group: "test.trimtab.dev", version: "v1", kind: "Thing", plural: "things" };

type Judge = (
  request: PeprValidateRequest<Thing>,
) => ReturnType<PeprValidateRequest<Thing>["Approve"]>;

const capability = (
  ...judges: (Judge | ((request: PeprValidateRequest<Thing>) => Promise<ReturnType<Judge>>))[]
) => {
  const things = new Capability({ name: "things", description: "For tests." });
  for (const judge of judges) things.When(Thing, gvk).IsCreatedOrUpdated().Validate(judge);
  return things;
};

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

async function answer(capabilities: Capability[], override: object = {}) {
  const reports: ReviewReport[] = [];
  const response = await review(capabilities, asked(override), report => reports.push(report));
  return { response, reports };
}

describe("review", () => {
  it("passes the object on without copying it", async () => {
    const seen: unknown[] = [];
    const things = capability(request => {
      seen.push(request.Raw);
      return request.Approve();
    });
    const request = asked();
    await review([things], request, () => undefined);
    expect(seen[0]).toBe(request.object);
  });

  it("allows an object without errors, and returns all warnings", async () => {
    const things = capability(
      request => request.Approve(["one"]),
      request => Promise.resolve(request.Approve(["two"])),
    );
    expect(await answer([things])).toEqual({
      response: { uid: "r-1", allowed: true, warnings: ["one", "two"] },
      reports: [{ kind: "Thing", verdict: "allowed" }],
    });
  });

  it("omits empty fields", async () => {
    const { response } = await answer([capability(request => request.Approve())]);
    expect(response).toEqual({ uid: "r-1", allowed: true });
  });

  it("rejects with all errors of all capabilities at once", async () => {
    const capabilities = [
      capability(
        request => request.Deny("first\nsecond"),
        request => request.Approve(),
      ),
      capability(request => request.Deny("third")),
    ];
    expect(await answer(capabilities)).toEqual({
      response: {
        uid: "r-1",
        allowed: false,
        status: { code: 422, message: "first\nsecond\nthird" },
      },
      reports: [{ kind: "Thing", verdict: "denied" }],
    });
  });

  it("truncates a warning that is too long", async () => {
    const { response } = await answer([
      capability(request => request.Approve(["w".repeat(300), "w".repeat(256)])),
    ]);
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
    const { response } = await answer([capability(request => request.Deny("no"))], { kind });
    expect(response).toEqual({ uid: "r-1", allowed: true });
  });

  it("validates every version of a kind", async () => {
    const kind = { group: gvk.group, version: "v2", kind: "Thing" };
    expect(
      (await answer([capability(request => request.Deny("no"))], { kind })).response.allowed,
    ).toBe(false);
  });

  it("passes on the previous object", async () => {
    let seen: unknown;
    const things = capability(request => {
      seen = [request.Raw, request.OldResource];
      return request.Approve();
    });
    const oldObject = { metadata: { name: "a" }, spec: { size: 0 } };
    await answer([things], { operation: "UPDATE", oldObject });
    expect(seen).toEqual([{ metadata: { name: "a" }, spec: { size: 1 } }, oldObject]);
  });

  it("never rejects a deletion, whatever the webhook is registered for", async () => {
    const oldObject = { metadata: { name: "a" } };
    const { response } = await answer([capability(request => request.Deny("no"))], {
      operation: "DELETE",
      object: null,
      oldObject,
    });
    expect(response.allowed).toBe(true);
  });

  it.each<{
    shows: string;
    judge: (request: PeprValidateRequest<Thing>) => Promise<ReturnType<Judge>>;
  }>([
    {
      shows: "throws",
      judge: () => {
        throw new Error("bug");
      },
    },
    { shows: "rejects", judge: () => Promise.reject(new Error("bug")) },
  ])("rejects when a judge $shows, with an ID that is also in the report", async ({ judge }) => {
    const { response, reports } = await answer([capability(judge, request => request.Approve())]);
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
    const { reports } = await answer([capability(request => request.Approve())], { kind });
    expect(reports).toEqual([{ kind: "other", verdict: "allowed" }]);
  });
});
