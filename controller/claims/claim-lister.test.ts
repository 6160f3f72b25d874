import { describe, expect, it } from "vitest";

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
  const { transport, clock, claimLister, onServer } = claimsScene({ lists });
  const claimedBy = () => [web];
  claimLister.add({ kind: "Autoscaler", resource: autoscalers, isForeign: false, claimedBy });
  claimLister.add({ kind: "HorizontalPodAutoscaler", resource: hpas, isForeign: true, claimedBy });
  const winner = (name: string) => onServer(claims => claims.winnerOver(name, "shop", web));
  return { lists, transport, claimLister, winner, clock };
}

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

  it("forgets a kind that is no longer served", async () => {
    const { lists, claimLister, winner } = scene();
    lists["horizontalpodautoscalers"] = [named("hpa", "2026-01-03T00:00:00Z")];
    claimLister.remove("HorizontalPodAutoscaler");
    expect(await winner("new")).toBe("old");
  });
});
