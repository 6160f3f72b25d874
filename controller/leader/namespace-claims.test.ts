import { describe, expect, it } from "vitest";

import { systemClock } from "../../kube/clock.ts";
import { ScriptedTransport } from "../../kube/testing/scripted-transport.ts";
import { later, stay, withFakeTimers } from "../testing/fake-timers.ts";
import { LeaseStore } from "../testing/lease-store.ts";
import { NamespaceClaims } from "./namespace-claims.ts";

withFakeTimers();

/** The leader of an installation in a namespace of its own name. */
function installation(
  cluster: LeaseStore,
  home: string,
  namespaces: readonly string[] | null,
  given: { seesAll?: boolean; random?: number } = {},
) {
  const told: string[] = [];
  const conflicts: (string | null)[] = [];
  const transport = new ScriptedTransport(cluster.answer);
  const claims = new NamespaceClaims({
    ...{ transport, clock: systemClock, random: () => given.random ?? 0.5, sleep: stay },
    ...{ identity: `${home}/trimtab`, namespaces, home, durationMs: 60_000 },
    seesAll: given.seesAll ?? true,
    onHeld: () => told.push("leads"),
    onLost: why => Promise.resolve(void told.push(`lost: ${why}`)),
    onConflict: all =>
      conflicts.push(
        all.map(({ holder, namespace }) => `${holder} in ${namespace}`).join() || null,
      ),
    onLeft: changed => told.push(`left: ${changed.join()}`),
    onTrouble: (namespace, { code }) => told.push(`${namespace}: ${code}`),
  });
  claims.start();
  return { claims, told, transport, conflict: () => conflicts.at(-1) };
}

describe("an installation leads", () => {
  it("once it holds a Lease in each of its namespaces", async () => {
    const cluster = new LeaseStore();
    const a = installation(cluster, "one", ["a", "b"]);
    expect(a.claims.mayWrite("b/web")).toBe(false);
    await later(0);
    expect([a.told, a.claims.mayWrite("b/web")]).toEqual([["leads"], true]);
    expect(cluster.holders()).toEqual({ a: "one/trimtab", b: "one/trimtab" });
  });

  it("once it holds one Lease in its own namespace for all namespaces", async () => {
    const cluster = new LeaseStore();
    const a = installation(cluster, "one", null);
    await later(0);
    expect(a.told).toEqual(["leads"]);
    expect(cluster.holders()).toEqual({ one: "one/trimtab" });
    expect(cluster.leases.get("one")?.metadata.annotations).toEqual({
      "autoscaling.trimtab.dev/namespaces": "*",
    });
  });

  it("next to another one in other namespaces", async () => {
    const cluster = new LeaseStore();
    const [a, b] = [installation(cluster, "one", ["a"]), installation(cluster, "two", ["b"])];
    await later(300_000);
    expect([a.told, b.told]).toEqual([["leads"], ["leads"]]);
    expect([a.conflict(), b.conflict()]).toEqual([null, null]);
  });

  it("with a write for each namespace in a quarter of the duration", async () => {
    const cluster = new LeaseStore();
    const a = installation(cluster, "one", ["a", "b"], { seesAll: false });
    await later(600_000);
    expect(a.told).toEqual(["leads"]);
    expect(a.transport.requests.length).toBeLessThan(2 * 43);
  });

  it("without a namespace that was deleted, and with it once it is there again", async () => {
    const cluster = new LeaseStore();
    cluster.forbidden.add("b");
    const a = installation(cluster, "one", ["a", "b"]);
    await later(0);
    expect(a.told).toEqual(["b: Forbidden", "leads"]);
    cluster.forbidden.clear();
    await later(20_000);
    expect(cluster.holders()).toEqual({ a: "one/trimtab", b: "one/trimtab" });
  });

  it("after a change of its leader at once, whatever another installation did meanwhile", async () => {
    const cluster = new LeaseStore();
    const before = installation(cluster, "one", null);
    await later(0);
    const blind = installation(cluster, "two", ["a"], { seesAll: false });
    await later(0);
    expect(blind.told).toEqual(["leads"]);
    await before.claims.stop("stopping");
    const after = installation(cluster, "one", null);
    await later(0);
    expect([after.told, after.conflict()]).toEqual([["leads"], "two/trimtab in a"]);
  });
});

describe("an installation that comes second does not lead", () => {
  // prettier-ignore
  it.each<{ shows: string; first: readonly string[] | null; second: readonly string[] | null; sees: string }>([
    { shows: "one of its namespaces is taken",           first: ["a", "b"], second: ["b", "c"], sees: "one/trimtab in b" },
    { shows: "another one works in all namespaces",      first: null,       second: ["b"],      sees: "one/trimtab in one" },
    { shows: "both work in all namespaces",              first: null,       second: null,       sees: "one/trimtab in one" },
  ])("where $shows", async ({ first, second, sees }) => {
    const cluster = new LeaseStore();
    const one = installation(cluster, "one", first);
    await later(0);
    const two = installation(cluster, "two", second);
    await later(300_000);
    expect([one.told, two.told, two.conflict()]).toEqual([["leads"], [], sees]);
    expect([one.claims.mayWrite("b/web"), two.claims.mayWrite("b/web")]).toEqual([true, false]);
    expect(Object.values(cluster.holders())).not.toContain("two/trimtab");
    await one.claims.stop("uninstalled");
    await later(100_000);
    expect([two.told, two.claims.mayWrite("b/web")]).toEqual([["leads"], true]);
  });

  it("and of two that start at the same time, one leads", async () => {
    const cluster = new LeaseStore();
    const one = installation(cluster, "one", ["a", "b"], { random: 0.1 });
    const two = installation(cluster, "two", ["b", "a"], { random: 0.9 });
    await later(60_000);
    expect([...one.told, ...two.told]).toEqual(["leads"]);
  });
});

describe("an installation for all namespaces", () => {
  const mayWrite = ({ claims }: { claims: NamespaceClaims }) =>
    ["b/web", "c/web"].map(key => claims.mayWrite(key));

  it("leaves a namespace that another one held first, until that one ends", async () => {
    const cluster = new LeaseStore();
    const one = installation(cluster, "one", ["b"]);
    await later(0);
    const all = installation(cluster, "two", null);
    await later(300_000);
    expect([all.told, mayWrite(all), all.conflict()]).toEqual([
      ["left: b", "leads"],
      [false, true],
      "one/trimtab in b",
    ]);
    await one.claims.stop("uninstalled");
    await later(100_000);
    expect([all.told, mayWrite(all)]).toEqual([
      ["left: b", "leads", "left: b"],
      [true, true],
    ]);
  });

  it("leads in the others at once, and as long as a tenant renews a Lease of an hour", async () => {
    const cluster = new LeaseStore();
    const renew = () => {
      const renewTime = new Date().toISOString();
      const spec = { holderIdentity: "b/theirs", leaseDurationSeconds: 3_600, renewTime };
      cluster.put("b", { spec });
    };
    renew();
    const all = installation(cluster, "two", null);
    await later(0);
    for (let hour = 0; hour < 3; hour++) {
      expect([all.told, mayWrite(all)]).toEqual([
        ["left: b", "leads"],
        [false, true],
      ]);
      await later(3_500_000);
      renew();
    }
  });

  it.each([
    { shows: "and its next leader leaves the same ones", theirs: 0, want: [false, true] },
    { shows: "and keeps those that another one took later", theirs: 2, want: [true, true] },
  ])("knows by the times who was first, $shows", async ({ theirs, want }) => {
    const cluster = new LeaseStore();
    const starts = [
      () => installation(cluster, "one", ["b"], { seesAll: false }),
      () => installation(cluster, "two", null),
    ];
    const [first, second] = theirs === 0 ? starts : starts.toReversed();
    const installed = [first!()];
    await later(1_000);
    installed.push(second!());
    await later(1_000);
    const all = installed[theirs === 0 ? 1 : 0]!;
    await all.claims.stop("handover");
    const next = installation(cluster, "two", null);
    await later(60_000);
    expect([mayWrite(next), next.conflict()]).toEqual([want, "one/trimtab in b"]);
  });

  // prettier-ignore
  it.each([
    { shows: "times out",  break: (cluster: LeaseStore) => { cluster.isListAway = true; } },
    { shows: "is refused", break: (cluster: LeaseStore) => { cluster.forbidden.add("*"); } },
  ])("goes on to leave a namespace while the list $shows", async row => {
    const cluster = new LeaseStore();
    installation(cluster, "one", ["b"]);
    await later(0);
    const all = installation(cluster, "two", null);
    await later(0);
    row.break(cluster);
    await later(60_000);
    expect([all.told, mayWrite(all)]).toEqual([["left: b", "leads"], [false, true]]);
  });

  it("writes nothing before it knows what to leave", async () => {
    const cluster = new LeaseStore();
    const before = installation(cluster, "two", null);
    await later(0);
    await before.claims.stop("handover");
    cluster.isListAway = true;
    const next = installation(cluster, "two", null);
    await later(0);
    expect(mayWrite(next)).toEqual([false, false]);
    cluster.isListAway = false;
    await later(2_000);
    expect(mayWrite(next)).toEqual([true, true]);
  });
});

describe("a Lease of another installation", () => {
  // prettier-ignore
  it.each<{ shows: string; holder: string; agoMs: number; leadsAfterMs: number }>([
    { shows: "was given back",                       holder: "",            agoMs: 0,       leadsAfterMs: 0 },
    { shows: "was last renewed ten minutes ago",     holder: "two/trimtab", agoMs: 600_000, leadsAfterMs: 0 },
    { shows: "was renewed just now, and not again",  holder: "two/trimtab", agoMs: 0,       leadsAfterMs: 90_000 },
    { shows: "is from a clock that is five minutes late", holder: "two/trimtab", agoMs: 290_000, leadsAfterMs: 90_000 },
  ])("that $shows delays the first one by at most $leadsAfterMs ms", async row => {
    const { holder: holderIdentity, agoMs, leadsAfterMs } = row;
    const cluster = new LeaseStore();
    const renewTime = new Date(Date.now() - agoMs).toISOString();
    cluster.put("a", { spec: { holderIdentity, leaseDurationSeconds: 60, renewTime } });
    const one = installation(cluster, "one", ["a"]);
    await later(0);
    expect(one.told).toEqual(leadsAfterMs === 0 ? ["leads"] : []);
    await later(leadsAfterMs);
    expect(one.told).toEqual(["leads"]);
  });

  it("that takes a namespace ends the work in all of them", async () => {
    const cluster = new LeaseStore();
    const one = installation(cluster, "one", ["a", "b"]);
    await later(0);
    const renewTime = new Date().toISOString();
    const spec = { holderIdentity: "two/trimtab", leaseDurationSeconds: 60, renewTime };
    cluster.put("b", { spec });
    await later(20_000);
    expect(one.told).toEqual(["leads", "lost: two/trimtab holds b"]);
    expect([one.claims.mayWrite("b/web"), cluster.holders()]).toEqual([
      false,
      { a: "", b: "two/trimtab" },
    ]);
  });
});

it("stops writing well before its Leases may be taken while the API server is away", async () => {
  const cluster = new LeaseStore();
  const one = installation(cluster, "one", ["a"]);
  await later(0);
  cluster.isAway = true;
  await later(39_000);
  expect(one.claims.mayWrite("b/web")).toBe(true);
  await later(2_000);
  expect(one.claims.mayWrite("b/web")).toBe(false);
  await later(5_000);
  expect(one.told.filter(each => each !== "a: Unreachable")).toEqual([
    "leads",
    "lost: the Leases of the namespaces were not renewed",
  ]);
  cluster.isAway = false;
  await later(5_000);
  expect(one.told.at(-1)).toBe("leads");
});
