import { describe, expect, it } from "vitest";

import { err, ok, type Result } from "../../engine/result.ts";
import { kubeError, type KubeError } from "../../kube/transport/errors.ts";
import type { KubeObject } from "../../kube/watch/object.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { ClaimLister } from "./claim-lister.ts";

const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const autoscalers = {
  group: "autoscaling.trimtab.dev",
  version: "v1alpha1",
  plural: "autoscalers",
};
const hpas = { group: "autoscaling", version: "v2", plural: "horizontalpodautoscalers" };

const object = (name: string, createdAt: string): KubeObject => ({
  metadata: {
    ...{ name, namespace: "shop", uid: `uid-${name}`, resourceVersion: "1" },
    creationTimestamp: createdAt,
  },
});

/** The list response of each kind, by its plural. */
function scene() {
  const lists: Record<string, Result<readonly KubeObject[], KubeError>> = {
    autoscalers: ok([object("old", "2026-01-01T00:00:00Z"), object("new", "2026-01-02T00:00:00Z")]),
    horizontalpodautoscalers: ok([]),
  };
  const transport = new ScriptedTransport(({ path }) => {
    const answer = lists[path.slice(path.lastIndexOf("/") + 1)] ?? ok([]);
    return answer.ok
      ? ok({ metadata: { resourceVersion: "1" }, items: answer.value })
      : err(answer.error);
  });
  const clock = new ManualClock();
  const claimLister = new ClaimLister({ transport, clock });
  const claimedBy = () => [web];
  claimLister.add({ kind: "Autoscaler", resource: autoscalers, isForeign: false, claimedBy });
  claimLister.add({ kind: "HorizontalPodAutoscaler", resource: hpas, isForeign: true, claimedBy });
  const winner = async (uid: string) => {
    const claims = await claimLister.read("shop");
    return claims.ok
      ? (claims.value.winnerOver(uid, "shop", web)?.name ?? null)
      : claims.error.code;
  };
  return { lists, transport, claimLister, winner, clock };
}

const failure = (code: KubeError["code"]) =>
  err(kubeError(code, { request: "GET", message: "no" }));

describe("ClaimLister", () => {
  // prettier-ignore
  it.each<{ shows: string; hpas: Result<readonly KubeObject[], KubeError>; want: unknown }>([
    { shows: "returns the older one of our objects",        hpas: ok([]),                                             want: "old" },
    { shows: "returns an HPA before any of our objects",    hpas: ok([object("hpa", "2026-01-03T00:00:00Z")]),        want: "hpa" },
    { shows: "continues without a kind that is not served", hpas: failure("NotFound"),                                want: "old" },
    { shows: "continues without a kind that is forbidden",  hpas: failure("Forbidden"),                              want: "old" },
    { shows: "fails while a list cannot be read",           hpas: failure("Timeout"),                                 want: "Timeout" },
    { shows: "fails while a list is too large",             hpas: failure("TooLarge"),                                want: "TooLarge" },
  ])("$shows", async ({ hpas, want }) => {
    const { lists, winner } = scene();
    lists["horizontalpodautoscalers"] = hpas;
    expect(await winner("uid-new")).toBe(want);
  });

  it("fails while our own kinds cannot be read, for any reason", async () => {
    const { lists, winner } = scene();
    lists["autoscalers"] = failure("Forbidden");
    expect(await winner("uid-new")).toBe("Forbidden");
  });

  it("shares a read among its waiting callers, and reads again for later ones", async () => {
    const { lists, transport, winner } = scene();
    const first = winner("uid-new");
    const meanwhile = [winner("uid-new"), winner("uid-new"), winner("uid-new")];
    lists["autoscalers"] = ok([object("new", "2026-01-02T00:00:00Z")]);
    expect(await first).toBe("old");
    expect(await Promise.all(meanwhile)).toEqual([null, null, null]);
    expect(transport.requests).toHaveLength(4);
  });

  // prettier-ignore
  it.each([
    { shows: "shares a read that suffices",              suffices: true,  waitMs: 9_999,  fails: false, reads: 1 },
    { shows: "reads again for a caller that needs more", suffices: false, waitMs: 0,      fails: false, reads: 2 },
    { shows: "reads again after ten seconds",            suffices: true,  waitMs: 10_000, fails: false, reads: 2 },
    { shows: "reads again after a failure",              suffices: true,  waitMs: 0,      fails: true,  reads: 2 },
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
      asked.push([seen.begunAt, seen.claims.isFirst("uid-old", "shop", web)]);
      return suffices;
    });
    expect([read.ok, transport.requests.length / 2]).toEqual([true, reads]);
    expect(asked).toEqual(waitMs < 10_000 && !fails ? [[begunAt, true]] : []);
  });

  it("forgets a kind that is no longer served", async () => {
    const { lists, claimLister, winner } = scene();
    lists["horizontalpodautoscalers"] = ok([object("hpa", "2026-01-03T00:00:00Z")]);
    claimLister.remove("HorizontalPodAutoscaler");
    expect(await winner("uid-new")).toBe("old");
  });
});
