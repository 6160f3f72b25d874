import { describe, expect, it } from "vitest";

import { kubeError, type KubeErrorCode } from "../../kube/transport/errors.ts";
import { ingress, now, web } from "../testing/objects.ts";
import { LiveObjects } from "./live-objects.ts";
import { observedObject } from "./testing/observed-object.ts";
import type { ObservedObject } from "./timeline.ts";

interface Scene {
  readonly objects: LiveObjects;
  /** The keys of each announcement; null: the health. */
  readonly announced: (readonly string[] | null)[];
  time: number;
}

function scene(): Scene {
  const made: Scene = { objects: new LiveObjects(() => made.time), announced: [], time: now };
  made.objects.onChange = keys => made.announced.push(keys && [...keys]);
  return made;
}

const change = (current?: ObservedObject, previous?: ObservedObject) => ({
  key: "",
  current,
  previous,
});
const autoscaler = { kind: "Autoscaler", namespace: "shop", name: "web" } as const;

describe("live objects", () => {
  it("announce one change of many objects at once", () => {
    const { objects, announced } = scene();
    objects.changed([change(observedObject(web)), change(observedObject(ingress))]);
    expect(announced).toEqual([
      [
        "shop web Autoscaler 0",
        "ingress ingress ClusterProportionalAutoscaler 0",
        "ingress ingress ClusterProportionalAutoscaler 1",
      ],
    ]);
  });

  it("drop the row of a workload that an object no longer has", () => {
    const { objects, announced } = scene();
    const [targets, less] = [ingress.status.targets, ingress.status.targets.slice(0, 1)];
    const before = observedObject({ ...ingress, status: { ...ingress.status, targets } });
    objects.changed([change(before)]);
    const after = observedObject({ ...ingress, status: { ...ingress.status, targets: less } }, 2);
    objects.changed([change(after, before)]);
    expect(objects.rows.size).toBe(1);
    expect(announced[1]).toContain("ingress ingress ClusterProportionalAutoscaler 1");
  });

  it("keep the sizes of the last hour, from the history in the status and then from each change", () => {
    const made = scene();
    const sized = (currentReplicas: number, version: number, history?: object) =>
      observedObject({ ...web, status: { ...web.status, currentReplicas, history } }, version);
    const rowSizes = () =>
      made.objects.rows
        .get("shop web Autoscaler 0")
        ?.sizes.map(({ time, size }) => [time - now, size]);
    made.objects.changed([change(sized(10, 1))]);
    const lastScale = Date.parse(web.status.lastScaleTime) - now;
    expect(rowSizes()).toEqual([[lastScale, 10]]);
    made.time += 60_000;
    made.objects.changed([change(sized(7, 2), sized(10, 1))]);
    expect(rowSizes()).toEqual([
      [lastScale, 10],
      [60_000, 7],
    ]);
    made.time += 2 * 3_600_000;
    made.objects.changed([change(sized(7, 3), sized(7, 2))]);
    expect(rowSizes()).toEqual([[60_000, 7]]);
    const other = { ...sized(3, 4), object: { ...sized(3, 4).object, uid: "b" } };
    made.objects.changed([change(other, sized(7, 3))]);
    expect(rowSizes()).toEqual([[lastScale, 3]]);
  });

  it("keep the sizes of each workload when the first one leaves the object and returns", () => {
    const made = scene();
    const [first] = ingress.status.targets;
    const scaleEvents = [{ time: new Date(now - 600_000).toISOString(), change: 3 }];
    const history = { version: 1, targetUID: "u", scaleEvents };
    const named = (name: string, currentReplicas: number) => ({
      ...{ ...first, ref: { apiVersion: "apps/v1", kind: "Deployment", name } },
      ...{ currentReplicas, history },
    });
    const [web8, api5] = [named("web", 8), named("api", 5)];
    const versions = [[web8, api5], [api5], [web8, api5]].map((targets, index) =>
      observedObject({ ...ingress, status: { ...ingress.status, targets } }, index),
    );
    const sizes = () =>
      [...made.objects.rows.values()].map(row => [row.target, row.sizes.map(({ size }) => size)]);
    const shown = versions.map((version, index) => {
      made.time += 60_000;
      made.objects.changed([change(version, versions[index - 1])]);
      return sizes();
    });
    const api = ["Deployment api", [2, 5]];
    expect(shown[0]).toEqual([["Deployment web", [5, 8]], api]);
    expect(shown[1]).toEqual([api]);
    // Its sizes before it left are no longer known.
    expect(shown[2]).toEqual([["Deployment web", [8]], api]);
  });

  it("begin with a size that is in force since the latest change in the history", () => {
    const made = scene();
    const [before, latest] = [now - 1_800_000, now - 600_000];
    const scaleEvents = [
      { time: new Date(before).toISOString(), change: 2 },
      { time: new Date(latest).toISOString(), change: 3 },
    ];
    const decision = { time: new Date(latest).toISOString(), from: 7, to: 10 };
    const observed = observedObject({
      ...web,
      status: { ...web.status, lastScaleTime: decision.time, currentReplicas: 10, decision },
    });
    const histories = [{ version: 1, targetUID: "u", scaleEvents }];
    made.objects.changed([change({ ...observed, histories })]);
    const sizes = made.objects.rows.get("shop web Autoscaler 0")?.sizes;
    expect(sizes?.slice(-2)).toEqual([
      { time: before, size: 7 },
      { time: latest, size: 10 },
    ]);
  });

  it("forget a deleted object", () => {
    const { objects, announced } = scene();
    objects.changed([change(observedObject(web))]);
    objects.changed([change(undefined, observedObject(web))]);
    expect(objects.rows.size).toBe(0);
    expect(objects.timeline(autoscaler)).toBeUndefined();
    expect(announced[1]).toEqual(["shop web Autoscaler 0"]);
  });

  it("begin the timeline of an object that was created again", () => {
    const { objects } = scene();
    const old = observedObject(web);
    objects.changed([change(old)]);
    const again = { ...web, metadata: { ...web.metadata, uid: "b" } };
    objects.changed([change(observedObject(again, 2), old)]);
    // A page that shows it asks for what follows the first moment.
    expect(objects.timeline(autoscaler)?.moments(0, 0)).toMatchObject([{ id: 2 }]);
  });

  it("announce the end of a pause, which nothing writes", () => {
    const made = scene();
    const until = new Date(now + 60_000).toISOString();
    const annotations = { "autoscaling.trimtab.dev/paused-until": until };
    made.objects.changed([
      change(observedObject({ ...web, metadata: { ...web.metadata, annotations } })),
    ]);
    made.objects.tick();
    expect(made.announced).toHaveLength(1);
    made.time = now + 61_000;
    made.objects.tick();
    expect(made.announced[1]).toEqual(["shop web Autoscaler 0"]);
    expect(made.objects.rows.get("shop web Autoscaler 0")?.states).toEqual(["maximum"]);
  });
});

const [both, none] = [["Autoscaler", "ClusterProportionalAutoscaler"] as const, [] as const];

// prettier-ignore
const failures: readonly { what: string; code: KubeErrorCode; kinds: readonly ("Autoscaler" | "ClusterProportionalAutoscaler")[]; problem: RegExp | null }[] = [
  { what: "no failure",                         code: "Timeout",     kinds: none,               problem: null },
  { what: "an API server that is away",         code: "Unreachable", kinds: both,               problem: /cannot be reached/ },
  { what: "one watch that is lost",             code: "Timeout",     kinds: ["Autoscaler"],     problem: /does not answer/ },
  { what: "a missing right",                    code: "Forbidden",   kinds: both,               problem: /ask for that right/ },
  { what: "a cluster that has one of the kinds", code: "NotFound",   kinds: ["Autoscaler"],     problem: null },
  { what: "a cluster that has neither kind",    code: "NotFound",    kinds: both,               problem: /install the CRDs/ },
];

describe("the health", () => {
  it.each(failures)("with $what: $problem", ({ code, kinds, problem }) => {
    const made = scene();
    for (const kind of kinds)
      made.objects.failed(kind, kubeError(code, { request: "", message: "m" }));
    const health = made.objects.health();
    if (problem) expect(health.problem).toMatch(problem);
    else expect(health.problem).toBeNull();
    for (const kind of kinds) made.objects.failed(kind, null);
    expect(made.objects.health().problem).toBeNull();
  });

  it("says since when the problem exists, however its kind changes", () => {
    const made = scene();
    const fail = (code: KubeErrorCode) =>
      made.objects.failed("Autoscaler", kubeError(code, { request: "", message: "" }));
    fail("Unreachable");
    made.time += 5_000;
    fail("Unauthorized");
    expect(made.objects.health().since).toBe(now);
  });
});
