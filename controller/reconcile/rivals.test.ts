import { describe, expect, it, vi } from "vitest";

import { kubeError } from "../../kube/transport/errors.ts";
import { ClaimIndex } from "../claims/claim-index.ts";
import type { Claim } from "../claims/named-claims.ts";
import { ours } from "../testing/claims-scene.ts";
import { key, refOf, scene } from "../testing/reconciler-scene.ts";
import { rivalOn } from "./rivals.ts";
import type { Topic } from "../workqueue/subscriptions.ts";

describe("the message about a rival", () => {
  const winner = { kind: "Autoscaler", name: "older", isForeign: false } as Claim;

  // prettier-ignore
  it.each([
    { shows: "names no target if there is one",  refs: ["web"],         says: "Autoscaler older is older and scales the same target" },
    { shows: "names the target among several",   refs: ["blue", "web"], says: "Deployment web, which the target selector matches" },
  ])("$shows", ({ refs, says }) => {
    const inactive = rivalOn(refs.map(refOf), ({ name }) => (name === "web" ? winner : null));
    expect(inactive?.message).toContain(says);
  });
});

describe("two autoscalers on one target", () => {
  const claim = (claims: ClaimIndex, uid: string, createdAt: string) => {
    const metadata = { name: uid, namespace: "ns", uid, resourceVersion: "1" };
    const current = { metadata: { ...metadata, creationTimestamp: createdAt } };
    const changes = [{ key: `ns/${uid}`, current, previous: undefined }];
    claims.update(ours, changes, () => [{ ...refOf("web"), apiVersion: "apps/v2" }]);
  };

  const release = (claims: ClaimIndex, uid: string) => {
    const gone = { key: `ns/${uid}`, current: undefined, previous: undefined };
    claims.update(ours, [gone], () => []);
  };

  it("leave it to the older one; the younger one names it", async () => {
    const { pass, claims, log, conditions } = scene();
    claim(claims, "o-0", "2025-01-01T00:00:00Z");
    await pass();
    expect(log.filter(line => line.startsWith("scale"))).toEqual([]);
    expect(conditions()).toMatchObject({
      Ready: "False ConflictingAutoscaler",
      Stalled: "True ConflictingAutoscaler",
    });
  });

  it("are known while the status that names one waits", async () => {
    const { pass, claims, live, wish, conditions, log } = scene({ targets: { web: 5 } });
    await pass();
    wish.isCrowded = true;
    claim(claims, "o-0", "2025-01-01T00:00:00Z");
    claim(live.claims, "o-0", "2025-01-01T00:00:00Z");
    await pass();
    release(claims, "o-0");
    wish.isCrowded = false;
    await pass();
    expect([log.length, conditions()["Stalled"]]).toEqual([3, "True ConflictingAutoscaler"]);
  });

  it("do not prevent a DryRun", async () => {
    const { pass, claims, wish, target } = scene();
    claim(claims, "o-0", "2025-01-01T00:00:00Z");
    wish.mode = "DryRun";
    await pass();
    expect(target()?.desiredReplicas).toBe(5);
  });

  it("are read from the API server before the first write, and not again", async () => {
    const { pass, live, log, wish, targets, conditions } = scene();
    claim(live.claims, "o-0", "2025-01-01T00:00:00Z");
    await pass();
    expect(log.filter(line => line.startsWith("scale"))).toEqual([]);
    expect(conditions()).toMatchObject({ Stalled: "True ConflictingAutoscaler" });
    live.claims = new ClaimIndex(() => undefined);
    wish.nodes = 6;
    await pass();
    // The cache may lack the rival: only a read that found none is not repeated.
    wish.nodes = 7;
    targets.catchUp();
    await pass();
    expect([live.reads, log.filter(line => line.startsWith("scale"))]).toEqual([
      2,
      ["scale web 3->6", "scale web 6->7"],
    ]);
  });

  it("are read before the first write, and not while there is nothing to write", async () => {
    const { pass, live, log, wish } = scene({ targets: { web: 5 } });
    await pass();
    await pass();
    expect([live.reads, log.filter(line => line.startsWith("scale"))]).toEqual([0, []]);
    wish.nodes = 6;
    await pass();
    expect([live.reads, log.filter(line => line.startsWith("scale"))]).toEqual([
      1,
      ["scale web 5->6"],
    ]);
  });

  it("stay in the status of an object with nothing to write until the API server shows none", async () => {
    const { pass, claims, live, wish, clock, conditions, restart, events } = scene({
      targets: { web: 5 },
    });
    wish.createdAt = "2025-06-01T00:00:00Z";
    claim(claims, "o-0", "2025-01-01T00:00:00Z");
    claim(live.claims, "o-0", "2025-01-01T00:00:00Z");
    await pass();
    expect([live.reads, conditions()["Stalled"]]).toEqual([0, "True ConflictingAutoscaler"]);
    // The next leader's cache does not have the release yet.
    release(claims, "o-0");
    restart();
    // Nor does the recent read of another object.
    live.recent = {
      claims: new ClaimIndex(() => undefined),
      begunAt: clock.now(),
      shows: () => true,
    };
    claim(live.recent.claims, "o-1", wish.createdAt);
    const told = events().length;
    await pass();
    expect([live.reads, conditions()["Stalled"]]).toEqual([1, "True ConflictingAutoscaler"]);
    expect(events()).toHaveLength(told);
    live.claims = new ClaimIndex(() => undefined);
    await pass();
    await pass();
    expect([live.reads, live.shared, conditions()["Ready"]]).toEqual([2, 0, "True Ready"]);
  });

  it("are read once despite spec edits, and again for an object that was not Active", async () => {
    const { pass, live, wish, world, targets } = scene();
    await pass();
    targets.catchUp();
    world.object.generation += 1;
    wish.nodes = 6;
    await pass();
    expect(live.reads).toBe(1);
    targets.catchUp();
    wish.mode = "DryRun";
    await pass();
    Object.assign(wish, { mode: "Active", nodes: 7 });
    await pass();
    expect(live.reads).toBe(2);
  });

  it("are read again when there is another target", async () => {
    const { pass, live, wish, targets } = scene({ targets: { web: 3, db: 3 } });
    wish.refs = ["web"];
    await pass();
    expect(live.reads).toBe(1);
    targets.catchUp();
    wish.refs = ["web", "db"];
    await pass();
    expect(live.reads).toBe(2);
  });

  it("do not delay an object that has nothing to write", async () => {
    const { pass, live, claims, conditions } = scene({ targets: { web: 5 } });
    claim(claims, "o-0", "2025-01-01T00:00:00Z");
    await pass();
    release(claims, "o-0");
    live.error = kubeError("Timeout", { request: "GET", message: "late" });
    expect(await pass()).toMatchObject({ kind: "done" });
    expect([live.reads, conditions()["Ready"]]).toEqual([1, "True Ready"]);
  });

  it("are read after a restart, whatever the status says: anybody may have written it", async () => {
    const { pass, live, log, wish, targets, restart, target, conditions } = scene();
    await pass();
    expect(target()?.lastScaleTime).toBeDefined();
    targets.catchUp();
    restart();
    claim(live.claims, "o-0", "2025-01-01T00:00:00Z");
    wish.nodes = 6;
    await pass();
    expect(log.filter(line => line.startsWith("scale"))).toEqual(["scale web 3->5"]);
    expect(conditions()).toMatchObject({ Stalled: "True ConflictingAutoscaler" });
  });

  it("are read from another object's recent read at the first check after a start", async () => {
    const { pass, live, wish, clock, targets } = scene();
    const seen = new ClaimIndex(() => undefined);
    live.recent = { claims: seen, begunAt: clock.now(), shows: () => true };
    wish.createdAt = "2025-06-01T00:00:00Z";
    await pass();
    // It does not contain this object, which may be newer than the read.
    expect([live.reads, live.shared]).toEqual([1, 0]);
    targets.catchUp();
    wish.mode = "DryRun";
    await pass();
    Object.assign(wish, { mode: "Active", nodes: 6 });
    claim(seen, "o-1", "2025-06-01T00:00:00Z");
    await pass();
    // An object that was not Active may have been overtaken in the meantime.
    expect([live.reads, live.shared]).toEqual([2, 0]);
  });

  // prettier-ignore
  it.each([
    { shows: "shows it alone",                            createdAt: "2025-12-31T23:59:58Z", older: false, shared: 1 },
    { shows: "cannot show it",                            createdAt: "2025-12-31T23:59:58Z", older: false, listed: false, shared: 0 },
    { shows: "shows an older one",                        createdAt: "2025-12-31T23:59:58Z", older: true,  shared: 0 },
    { shows: "began while rivals could still be created", createdAt: "2025-12-31T23:59:59Z", older: false, shared: 0 },
  ])("are found in a recent read that $shows: $shared", async ({ createdAt, older, listed = true, shared }) => {
    const { pass, live, wish, clock } = scene();
    wish.createdAt = createdAt;
    const claims = new ClaimIndex(() => undefined);
    live.recent = { claims, begunAt: clock.now(), shows: uid => listed && uid === "o-1" };
    claim(claims, "o-1", createdAt);
    if (older) claim(claims, "o-0", "2025-01-01T00:00:00Z");
    clock.advance(5_000);
    await pass();
    expect([live.reads, live.shared]).toEqual([1 - shared, shared]);
  });

  it("wait for all objects that were created in the same second", async () => {
    const { pass, live, log, wish, clock } = scene();
    wish.createdAt = new Date(clock.now()).toISOString();
    expect(await pass()).toEqual({ kind: "done", dueInMs: 2_000 });
    expect([live.reads, log]).toEqual([0, []]);
    clock.advance(2_000);
    await pass();
    expect(live.reads).toBe(1);
    expect(log).toContain("scale web 3->5");
  });

  it("write nothing while the rivals are unknown", async () => {
    const { pass, live, log } = scene();
    live.error = kubeError("Timeout", { request: "GET", message: "late", retryAfterMs: 7_000 });
    const later = { kind: "retry", reason: "RivalsUnknown", notBeforeMs: 7_000 };
    expect(await pass()).toEqual(later);
    expect(log.filter(line => line.startsWith("scale"))).toEqual([]);
    live.error = null;
    await pass();
    expect(log).toContain("scale web 3->5");
  });

  it("are requeued when the claims change", async () => {
    const { pass, claims, dependents } = scene();
    await pass();
    expect([...dependents.of(claims.topic("ns", refOf("web")))]).toEqual([key]);
  });

  it("with many claims subscribe to one topic", async () => {
    const { pass, claims, dependents, wish } = scene();
    const track = dependents.track.bind(dependents);
    const topicsOf = async (many: number): Promise<number> => {
      const topics = new Set<string>();
      vi.spyOn(dependents, "track").mockImplementation(of => {
        const tracker = track(of);
        const addTo = (topic: Topic): void => {
          topics.add(topic);
          tracker.add(topic);
        };
        return { commit: () => tracker.commit(), add: addTo };
      });
      wish.claimed = ["web", ...Array.from({ length: many }, (_, index) => `other-${index}`)];
      await pass();
      return [...topics].filter(topic => topic.startsWith("claim")).length;
    };
    expect(await topicsOf(100)).toBe(await topicsOf(1));
    expect([...dependents.of(claims.nameClaimsTopic("ns", refOf("other-7")))]).toEqual([key]);
  });
});
