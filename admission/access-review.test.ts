import { describe, expect, it, vi } from "vitest";

import { err, ok, type Result } from "../engine/model/values/result.ts";
import { kubeError, type KubeError } from "../kube/transport/errors.ts";
import { ManualClock } from "../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../kube/testing/scripted-transport.ts";
import { AccessReviews, type Requester, type ScaleOf } from "./access-review.ts";

const web: ScaleOf = { namespace: "shop", group: "apps", plural: "deployments", name: "web" };
const ann: Requester = {
  username: "ann",
  uid: "1",
  groups: ["dev", "ops"],
  extra: { scope: ["a"] },
};

/** The verbs that the user has. */
function scene(verbs: readonly string[]) {
  const clock = new ManualClock();
  const transport = new ScriptedTransport(({ body }): Result<unknown, KubeError> => {
    const { spec } = body as { spec: { resourceAttributes: { verb: string } } };
    return ok({ status: { allowed: verbs.includes(spec.resourceAttributes.verb) } });
  });
  const reviews = new AccessReviews({ transport, clock });
  const asked = () => transport.requests.length;
  return { clock, transport, reviews, asked };
}

describe("mayScale", () => {
  it.each([
    { verbs: ["patch"], may: true, asks: 1 },
    { verbs: ["update"], may: true, asks: 2 },
    { verbs: [], may: false, asks: 2 },
  ])("is $may with $verbs on the scale", async ({ verbs, may, asks }) => {
    const { reviews, asked } = scene(verbs);
    expect(await reviews.mayScale(ann, web)).toEqual(ok(may));
    expect(asked()).toBe(asks);
  });

  it("checks the rights of the requesting user on the scale", async () => {
    const { reviews, transport } = scene(["patch"]);
    await reviews.mayScale(ann, web);
    expect(transport.requests[0]?.owner).toBe("shop access");
    expect(transport.requests[0]?.body).toMatchObject({
      spec: {
        ...{ user: "ann", uid: "1", groups: ["dev", "ops"], extra: { scope: ["a"] } },
        resourceAttributes: {
          ...{ namespace: "shop", group: "apps", resource: "deployments", name: "web" },
          ...{ subresource: "scale", verb: "patch" },
        },
      },
    });
  });

  it("caches a response for seconds, regardless of the order of groups and extra fields", async () => {
    const { reviews, clock, asked } = scene(["patch"]);
    const [scope, zone] = [["a"], ["b"]];
    await reviews.mayScale({ ...ann, extra: { scope, zone } }, web);
    const again = { groups: ["ops", "dev"], extra: { zone, scope } };
    await reviews.mayScale({ ...ann, ...again }, web);
    expect(asked()).toBe(1);
    clock.advance(10_001);
    await reviews.mayScale({ ...ann, ...again }, web);
    expect(asked()).toBe(2);
  });

  it("removes expired responses, including those of users who never return", async () => {
    const { reviews, clock } = scene(["patch"]);
    for (let index = 0; index < 60; index++) {
      await reviews.mayScale({ username: `user-${index}` }, web);
    }
    expect(reviews.size).toBe(60);
    clock.advance(20_000);
    await reviews.mayScale(ann, web);
    expect(reviews.size).toBe(1);
  });

  it("looks for expired responses at most every ten seconds, however many are cached", async () => {
    const { reviews, clock } = scene(["patch"]);
    const looks = vi.spyOn(clock, "monotonic");
    const looksOfOne = async (username: string): Promise<number> => {
      looks.mockClear();
      await reviews.mayScale({ username }, web);
      return looks.mock.calls.length;
    };
    clock.advance(20_000);
    const ofFirst = await looksOfOne("first");
    for (let index = 0; index < 100; index++) await looksOfOne(`user-${index}`);
    expect(await looksOfOne("last")).toBe(ofFirst);
  });

  it("caches at most 10,000 responses", async () => {
    const { reviews } = scene(["patch"]);
    for (let index = 0; index < 10_050; index++) {
      await reviews.mayScale({ username: `user-${index}` }, web);
    }
    expect(reviews.size).toBe(10_000);
  });

  // prettier-ignore
  it.each([
    { shows: "another user",     who: { ...ann, username: "bob" },        what: web },
    { shows: "a recreated user", who: { ...ann, uid: "2" },            what: web },
    { shows: "another group",    who: { ...ann, groups: ["dev"] },        what: web },
    { shows: "another scope",    who: { ...ann, extra: { scope: ["b"] } }, what: web },
    { shows: "another namespace",       who: ann, what: { ...web, namespace: "other" } },
    { shows: "another name",            who: ann, what: { ...web, name: "db" } },
    { shows: "another kind",            who: ann, what: { ...web, plural: "statefulsets" } },
    { shows: "a kind of another group", who: ann, what: { ...web, group: "example.dev" } },
  ])("sends a new request for $shows", async ({ who, what }) => {
    const { reviews, asked } = scene(["patch"]);
    await reviews.mayScale(ann, web);
    await reviews.mayScale(who, what);
    expect(asked()).toBe(2);
  });

  it("does not cache failures", async () => {
    const { reviews, transport, asked } = scene(["patch"]);
    const answer = transport.answer;
    transport.answer = () => err(kubeError("Timeout", { request: "POST", message: "late" }));
    expect(await reviews.mayScale(ann, web)).toMatchObject({ ok: false });
    transport.answer = answer;
    expect(await reviews.mayScale(ann, web)).toEqual(ok(true));
    expect(asked()).toBe(2);
  });

  it("does not accept any other response", async () => {
    const { reviews, transport } = scene([]);
    transport.answer = () => ok({ status: {} });
    expect(await reviews.mayScale(ann, web)).toMatchObject({ error: { code: "Malformed" } });
  });
});
