import { describe, expect, it } from "vitest";

import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import { until } from "../../kube/testing/until.ts";
import { ForeignAutoscalers } from "./foreign-autoscalers.ts";
import { claimsScene, web } from "../testing/claims-scene.ts";

const writer = (name: string, scaleTargetRef?: Partial<ScaleTargetRef>, resourceVersion = "1") => ({
  metadata: { name, namespace: "shop", uid: `uid-${name}`, resourceVersion },
  ...(scaleTargetRef && { spec: { scaleTargetRef } }),
});
const crd = (uid = "crd") => ({
  metadata: { name: "scaledobjects.keda.sh", uid, resourceVersion: "1" },
});

async function scene(lists: {
  hpas?: readonly object[];
  scaledObjects?: readonly object[];
  crds?: readonly object[];
}) {
  const { reflectors, send, changed, claims, claimLister, onServer } = claimsScene({
    lists: {
      horizontalpodautoscalers: lists.hpas ?? [],
      scaledobjects: lists.scaledObjects ?? [],
      customresourcedefinitions: lists.crds ?? [],
    },
  });
  const writers = new ForeignAutoscalers({ reflectors, claims, claimLister });
  const wasSynced = writers.synced;
  writers.start();
  await writers.whenSynced();
  const claimant = (ref = web) => claims.firstOther("ours", "shop", ref)?.name ?? null;
  const rival = () => onServer(all => all.firstOther("ours", "shop", web));
  return { reflectors, claims, changed, writers, wasSynced, claimant, rival, send };
}

const untilClaimedBy = (claimant: () => string | null, want: string | null) =>
  until(() => {
    expect(claimant()).toBe(want);
  });

describe("ForeignAutoscalers", () => {
  it("is complete once HorizontalPodAutoscalers and the CRD are listed", async () => {
    const { wasSynced, writers } = await scene({});
    expect([wasSynced, writers.synced]).toEqual([false, true]);
  });

  // prettier-ignore
  it.each<{ shows: string; hpa?: object; scaledObject?: object; want: string | null }>([
    { shows: "an HPA that names it",                 hpa: writer("hpa", web),                                         want: "hpa" },
    { shows: "an HPA that names another kind",       hpa: writer("hpa", { ...web, kind: "StatefulSet" }),             want: null },
    { shows: "an HPA without a target kind",         hpa: writer("hpa", { name: "web" }),                             want: null },
    { shows: "an HPA without a target",              hpa: writer("hpa"),                                              want: null },
    { shows: "a ScaledObject that names it",         scaledObject: writer("keda", web),                               want: "keda" },
    { shows: "a ScaledObject with the default kind", scaledObject: writer("keda", { name: "web" }),                   want: "keda" },
    { shows: "a ScaledObject of another group",      scaledObject: writer("keda", { ...web, apiVersion: "x.dev/v1" }), want: null },
    { shows: "a ScaledObject without a target",      scaledObject: writer("keda"),                                    want: null },
  ])("$want claims a Deployment where there is $shows", async ({ hpa, scaledObject, want }) => {
    const { claimant, rival, changed } = await scene({
      hpas: hpa ? [hpa] : [],
      scaledObjects: scaledObject ? [scaledObject] : [],
      crds: [crd()],
    });
    await until(() => {
      expect(changed.length).toBeGreaterThan(0);
    });
    expect(claimant()).toBe(want);
    expect(await rival()).toBe(want);
  });

  it.each([
    { changes: "the group", next: { ...web, apiVersion: "x.dev/v1" } },
    { changes: "the kind", next: { ...web, kind: "StatefulSet" } },
    { changes: "the name", next: { ...web, name: "db" } },
  ])("releases a target when an HPA changes $changes of its target", async ({ next }) => {
    const { claimant, send } = await scene({ hpas: [writer("hpa", web)] });
    expect(claimant()).toBe("hpa");
    await send("horizontalpodautoscalers", "MODIFIED", writer("hpa", next, "2"));
    await untilClaimedBy(claimant, null);
    expect(claimant(next)).toBe("hpa");
  });

  it("announces nothing when an HPA changes another field", async () => {
    const { changed, claimant, send } = await scene({ hpas: [writer("hpa", web)] });
    const before = changed.length;
    await send("horizontalpodautoscalers", "MODIFIED", writer("hpa", web, "2"));
    await send("horizontalpodautoscalers", "ADDED", writer("other", { ...web, name: "db" }));
    await untilClaimedBy(() => claimant({ ...web, name: "db" }), "other");
    expect(changed.slice(before).filter(topic => topic.endsWith("/web"))).toEqual([]);
  });
});

describe("KEDA", () => {
  const watches = (counts: ReadonlyMap<string, number>) => counts.get("scaledobjects") ?? 0;

  it("is not watched while its kind is not served", async () => {
    const { reflectors, claimant, rival } = await scene({ scaledObjects: [writer("keda", web)] });
    expect([watches(reflectors.counts()), claimant(), await rival()]).toEqual([0, null, null]);
  });

  it("is watched when installed, loses its claims when removed, and is watched again", async () => {
    const { reflectors, claimant, rival, send } = await scene({
      scaledObjects: [writer("keda", web)],
    });
    await send("customresourcedefinitions", "ADDED", crd());
    await untilClaimedBy(claimant, "keda");
    expect([watches(reflectors.counts()), await rival()]).toEqual([1, "keda"]);
    await send("customresourcedefinitions", "DELETED", crd());
    await untilClaimedBy(claimant, null);
    expect([watches(reflectors.counts()), await rival()]).toEqual([0, null]);
    await send("customresourcedefinitions", "ADDED", crd("another"));
    await untilClaimedBy(claimant, "keda");
  });

  it("is watched once, even if its CRD is deleted and recreated", async () => {
    const { reflectors, claimant, send } = await scene({ crds: [crd()] });
    await send("customresourcedefinitions", "MODIFIED", crd("another"));
    await send("scaledobjects", "ADDED", writer("keda", web));
    await untilClaimedBy(claimant, "keda");
    expect(watches(reflectors.counts())).toBe(1);
  });
});
