import { describe, expect, it } from "vitest";

import type { ClaimingKind, ClaimSnapshot } from "./claim-lister.ts";
import { claimsScene, named, web } from "../testing/claims-scene.ts";
import { failure } from "../../kube/testing/failure.ts";
import type { Listed } from "../testing/watched-server.ts";

const autoscalers = {
  group: "autoscaling.trimtab.dev",
  version: "v1alpha1",
  plural: "autoscalers",
};
const hpas = { group: "autoscaling", version: "v2", plural: "horizontalpodautoscalers" };

/** Two of our objects claim the target, and so do all HPAs. */
function scene() {
  const lists: Record<string, Listed> = {
    autoscalers: [named("old", "2026-01-01T00:00:00Z"), named("new", "2026-01-02T00:00:00Z")],
    horizontalpodautoscalers: [],
  };
  const { transport, clock, claims, claimLister, onServer } = claimsScene({ lists });
  const claimedBy = () => [web];
  const watches = { ours: { ...unlisted }, foreign: { ...unlisted } };
  claimLister.add({
    ...{ kind: "Autoscaler", resource: autoscalers, isForeign: false, claimedBy },
    ...{ watch: watches.ours, asListed: new Set(["old"]) },
  });
  claimLister.add({
    ...{ kind: "HorizontalPodAutoscaler", resource: hpas, isForeign: true, claimedBy },
    watch: watches.foreign,
  });
  const winner = (name: string) => onServer(claims => claims.winnerOver(name, "shop", web));
  return { lists, transport, claims, claimLister, winner, watches, clock };
}

type Watch = ClaimingKind["watch"];
const unlisted: { -readonly [Field in keyof Watch]: Watch[Field] } = { listed: null, error: null };

describe("ClaimLister", () => {
  // prettier-ignore
  it.each<{ shows: string; hpas: Listed; want: unknown }>([
    { shows: "returns the older one of our objects",        hpas: [],                                     want: "old" },
    { shows: "returns an HPA before any of our objects",    hpas: [named("hpa", "2026-01-03T00:00:00Z")], want: "hpa" },
    { shows: "continues without a kind that is not served", hpas: failure("NotFound"),                    want: "old" },
    { shows: "continues without a kind that is forbidden",  hpas: failure("Forbidden"),                   want: "old" },
    { shows: "fails while a list cannot be read",           hpas: failure("Timeout"),                     want: "Timeout" },
    { shows: "fails while a list is too large",             hpas: failure("TooLarge"),                    want: "TooLarge" },
  ])("$shows", async ({ hpas, want }) => {
    const { lists, winner } = scene();
    lists["horizontalpodautoscalers"] = hpas;
    expect(await winner("new")).toBe(want);
  });

  it("fails while our own kinds cannot be read, for any reason", async () => {
    const { lists, winner } = scene();
    lists["autoscalers"] = failure("Forbidden");
    expect(await winner("new")).toBe("Forbidden");
  });

  it("shares a read among its waiting callers, and reads again for later ones", async () => {
    const { lists, transport, winner } = scene();
    const first = winner("new");
    const meanwhile = [winner("new"), winner("new"), winner("new")];
    lists["autoscalers"] = [named("new", "2026-01-02T00:00:00Z")];
    expect(await first).toBe("old");
    expect(await Promise.all(meanwhile)).toEqual([null, null, null]);
    expect(transport.requests).toHaveLength(4);
  });

  // prettier-ignore
  it.each([
    { shows: "shares a read that suffices",              suffices: true,  waitMs: 599_999, fails: false, reads: 1 },
    { shows: "reads again for a caller that needs more", suffices: false, waitMs: 0,       fails: false, reads: 2 },
    { shows: "reads again after ten minutes",            suffices: true,  waitMs: 600_000, fails: false, reads: 2 },
    { shows: "reads again after a failure",              suffices: true,  waitMs: 0,       fails: true,  reads: 2 },
  ])("$shows", async ({ suffices, waitMs, fails, reads }) => {
    const { lists, transport, claimLister, clock } = scene();
    const { autoscalers: all } = lists;
    if (fails) lists["autoscalers"] = failure("Timeout");
    const begunAt = clock.now();
    await claimLister.read("shop");
    lists["autoscalers"] = all!;
    clock.advance(waitMs);
    const asked: (readonly [number, boolean])[] = [];
    const read = await claimLister.read("shop", seen => {
      asked.push([seen.begunAt, seen.claims.isFirst("old", "shop", web)]);
      return suffices;
    });
    expect([read.ok, transport.requests.length / 2]).toEqual([true, reads]);
    expect(asked).toEqual(waitMs < 600_000 && !fails ? [[begunAt, true]] : []);
  });

  // prettier-ignore
  it.each<{ shows: string; uid?: string; foreign?: Partial<Watch>; laterMs?: number; waitMs?: number; reads: number }>([
    { shows: "reads nothing while the lists of the watches suffice",                                                     reads: 0 },
    { shows: "reads for an object that a watch delivered, whose rival may be delivered even later", uid: "new",       reads: 1 },
    { shows: "reads if not all rivals existed when the oldest list began",                             laterMs: 1,       reads: 1 },
    { shows: "reads if a kind has no list yet",                              foreign: { listed: null },                  reads: 1 },
    { shows: "reads if a watch is cut off",                                  foreign: { error: failure("Timeout").error }, reads: 1 },
    { shows: "uses lists for almost ten minutes",                                                      waitMs: 599_999,  reads: 0 },
    { shows: "reads if the lists are ten minutes old",                                                 waitMs: 600_000,  reads: 1 },
  ])("$shows", async ({ uid = "old", foreign = {}, laterMs = 0, waitMs = 0, reads }) => {
    const { transport, claims, claimLister, watches, clock } = scene();
    const listed = { begunAt: clock.now(), endedAt: clock.monotonic() };
    Object.assign(watches.foreign, { listed }, foreign);
    clock.advance(1);
    watches.ours.listed = { begunAt: clock.now(), endedAt: clock.monotonic() };
    const allThereAt = listed.begunAt + laterMs;
    clock.advance(waitMs - 1);
    const suffices = (seen: ClaimSnapshot) => seen.begunAt >= allThereAt && seen.shows(uid);
    const read = await claimLister.read("shop", suffices);
    expect([read.ok && read.value === claims, transport.requests.length / 2]).toEqual([reads === 0, reads]);
  });

  it("forgets a kind that is no longer served", async () => {
    const { lists, claimLister, winner } = scene();
    lists["horizontalpodautoscalers"] = [named("hpa", "2026-01-03T00:00:00Z")];
    claimLister.remove("HorizontalPodAutoscaler");
    expect(await winner("new")).toBe("old");
  });
});
