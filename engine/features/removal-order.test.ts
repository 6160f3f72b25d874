import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Answer, Observation } from "../model/observation/observation.ts";
import type { Pod } from "../model/observation/pod.ts";
import { err, ok } from "../model/values/result.ts";
import type { ScaleDownOrder } from "../model/spec/autoscaler-spec.ts";
import { runs } from "../testing/runs.ts";
import type { Decision } from "../model/decision.ts";
import { mostMarks, withRemoval } from "./removal-order.ts";
import { replay } from "../replay.ts";

const pod = (name: string, fields: Partial<Pod> = {}): Pod => ({
  ...{ name, labels: { app: "web" }, phase: "Running", isDeleting: false, startTime: 1_000 },
  ready: { status: "True", since: 1_000 },
  ...{ owner: null, failure: null, hasNode: true },
  requests: { containers: [] } as unknown as Pod["requests"],
  ...fields,
});

const inZone = (name: string, zone: string, startTime = 0): Pod =>
  pod(name, { labels: { app: "web", "topology.kubernetes.io/zone": zone }, startTime });

const samplesOf = (values: Readonly<Record<string, number>>): Answer => ({
  kind: "Samples",
  samples: new Map(
    Object.entries(values).map(([name, value]) => [
      name,
      { value: BigInt(value), time: 0, windowMs: 15_000 },
    ]),
  ),
});

interface Given {
  readonly pods: readonly Pod[];
  readonly to: number;
  readonly order?: ScaleDownOrder | null;
  readonly answers?: readonly Answer[];
  readonly from?: number;
  readonly statusReplicas?: number;
  /** The names of the pods that the target controls, or why they are unknown; by default all. */
  readonly controlled?: readonly string[] | string;
}

const controlledOf = (
  given: NonNullable<Given["controlled"]>,
): NonNullable<Observation["controlled"]> =>
  typeof given === "string" ? err(given) : ok(({ name }) => given.includes(name));

function plan({ pods, to, order = "Newest", answers = [], ...given }: Given) {
  const { from = pods.length, statusReplicas = from } = given;
  const { controlled = pods.map(({ name }) => name) } = given;
  const steps = [
    { step: "bound", before: from, after: to, reason: "X", message: "", atLeast: to, atMost: to },
  ];
  const decision: Decision = { time: 0, from, to, votes: [], steps };
  const observation: Observation = {
    scale: { specReplicas: from, statusReplicas },
    pods: ok(pods),
    answers,
    controlled: controlledOf(controlled),
  };
  const planned = withRemoval(decision, observation, order);
  expect(replay(planned.decision)).toEqual(ok(to));
  return { ...planned.removal, step: planned.decision.steps[1] };
}

const five = ["a", "b", "c", "d", "e"].map((name, index) => pod(name, { startTime: index }));
const ours = { deletionCost: "Ours" } as const;

describe("Newest", () => {
  // prettier-ignore
  it.each<{ shows: string; given: Given; mark: readonly string[] }>([
    { shows: "those that started last",          given: { pods: five, to: 3 },                                                              mark: ["e", "d"] },
    { shows: "by name if they started together", given: { pods: [pod("b"), pod("a"), pod("c")], to: 2 },                                    mark: ["a"] },
    { shows: "only as many as have to go after unready ones", given: { pods: [...five, pod("x", { ready: null }), pod("y", { phase: "Pending" })], to: 4 }, mark: ["e"] },
    { shows: "none if unready ones are enough",  given: { pods: [...five, pod("x", { ready: null })], to: 5 },                              mark: [] },
    { shows: "none of those that end anyway",    given: { pods: [...five, pod("x", { isDeleting: true }), pod("y", { phase: "Failed" })], from: 5, to: 4 }, mark: ["e"] },
    { shows: "nothing if all pods go",           given: { pods: five, to: 0 },                                                              mark: [] },
    { shows: "nothing if the count rises",       given: { pods: five, to: 9 },                                                              mark: [] },
    { shows: "only pods that the target controls", given: { pods: five, from: 5, to: 2, controlled: ["a", "b", "c"] },                      mark: ["c"] },
    { shows: "only new marks",                   given: { pods: [...five.slice(0, 4), pod("e", { startTime: 4, ...ours })], to: 3 },        mark: ["d"] },
  ])("marks $shows", ({ given, mark }) => {
    expect(plan(given).mark ?? []).toEqual(mark);
  });
});

describe("LeastLoaded", () => {
  const answers = [
    { kind: "Value", value: 9n } as const,
    samplesOf({ a: 50, b: 10, c: 90, d: 20 }),
  ];

  // prettier-ignore
  it.each<{ shows: string; given: Omit<Given, "order">; mark: readonly string[] }>([
    { shows: "those with the smallest samples",      given: { pods: five.slice(0, 4), to: 2, answers }, mark: ["b", "d"] },
    { shows: "none without a sample",                given: { pods: five, to: 0 + 1, answers },         mark: ["b", "d", "a", "c"] },
    { shows: "the newest of equal ones",             given: { pods: five.slice(0, 2), to: 1, answers: [samplesOf({ a: 5, b: 5 })] }, mark: ["b"] },
  ])("marks $shows", ({ given, mark }) => {
    expect(plan({ ...given, order: "LeastLoaded" }).mark).toEqual(mark);
  });

  it("is skipped without samples of pods", () => {
    const { mark, step } = plan({ pods: five, to: 3, order: "LeastLoaded" });
    expect(mark).toEqual([]);
    expect(step).toMatchObject({ reason: "OrderSkipped", message: "no metric measures each pod" });
  });
});

describe("Zone", () => {
  // prettier-ignore
  it.each<{ shows: string; pods: readonly Pod[]; to: number; mark: readonly string[] }>([
    { shows: "of the largest zone",            pods: [inZone("a1", "a"), inZone("a2", "a"), inZone("a3", "a"), inZone("b1", "b")], to: 2, mark: ["a1", "a2"] },
    { shows: "its newest first",               pods: [inZone("a1", "a", 1), inZone("a2", "a", 2), inZone("b1", "b", 3)], to: 2, mark: ["a2"] },
    { shows: "evenly from zones of one size",  pods: [inZone("a1", "a"), inZone("a2", "a"), inZone("b1", "b"), inZone("b2", "b")], to: 2, mark: ["a1", "b1"] },
  ])("marks pods $shows", ({ pods, to, mark }) => {
    expect(plan({ pods, to, order: "Zone" }).mark).toEqual(mark);
  });

  it("is skipped if a pod has no zone", () => {
    const { step } = plan({ pods: [inZone("a1", "a"), pod("b")], to: 1, order: "Zone" });
    expect(step).toMatchObject({ reason: "OrderSkipped" });
  });
});

describe("marks", () => {
  const marked = [pod("a", ours), pod("b"), pod("c")];

  // prettier-ignore
  it.each<{ shows: string; given: Given; clear: readonly string[] }>([
    { shows: "cleared when all others are gone",      given: { pods: marked, to: 3 },                          clear: ["a"] },
    { shows: "kept while pods are still removed",     given: { pods: marked, to: 3, statusReplicas: 5 },       clear: [] },
    { shows: "cleared when the count rises",          given: { pods: marked, to: 5 },                          clear: ["a"] },
    { shows: "cleared if others are chosen now",      given: { pods: [pod("a", { ...ours, startTime: 1 }), pod("b", { startTime: 2 })], to: 1 }, clear: ["a"] },
    { shows: "cleared without the field",             given: { pods: marked, to: 2, order: null },             clear: ["a"] },
    { shows: "left on pods that another workload controls", given: { pods: marked, to: 5, controlled: ["b", "c"] },   clear: [] },
    { shows: "left on such pods without the field",  given: { pods: marked, to: 3, order: null, controlled: ["b"] }, clear: [] },
    { shows: "left while the owners are unknown",    given: { pods: marked, to: 5, controlled: "no right" },         clear: [] },
    { shows: "left on pods that terminate",           given: { pods: [pod("a", { ...ours, isDeleting: true })], to: 1, from: 1 }, clear: [] },
  ])("are $shows", ({ given, clear }) => {
    expect(plan(given).clear ?? []).toEqual(clear);
  });

  // prettier-ignore
  it.each<{ shows: string; controlled: string | readonly string[]; message: string }>([
    { shows: "another workload controls all pods", controlled: [],         message: "the target controls none of the pods" },
    { shows: "the owners of the pods are unknown", controlled: "no right", message: "it is not known which pods the target controls: no right" },
  ])("are not set if $shows", ({ controlled, message }) => {
    const { mark, clear, step } = plan({ pods: five, to: 3, controlled });
    expect([mark, clear]).toEqual([[], []]);
    expect(step).toMatchObject({ reason: "OrderSkipped", message });
  });

  it("are not set if nothing tells which pods the target controls", () => {
    const decision: Decision = { time: 0, from: 5, to: 3, votes: [], steps: [] };
    const scale = { specReplicas: 5, statusReplicas: 5 };
    const { removal } = withRemoval(decision, { scale, pods: ok(five), answers: [] }, "Newest");
    expect(removal).toEqual({ mark: [], clear: [] });
  });

  // prettier-ignore
  it.each<{ shows: string; pods: readonly Pod[] }>([
    { shows: "another client has set a cost", pods: [pod("a", { deletionCost: "Others" }), pod("b"), pod("c")] },
    { shows: "a rollout is in progress", pods: ["1", "2", "2"].map((version, index) => pod(`p${index}`, { labels: { "pod-template-hash": version } })) },
  ])("are not set while $shows", ({ pods }) => {
    const { mark, step } = plan({ pods, to: 1 });
    expect(mark).toEqual([]);
    expect(step).toMatchObject({ reason: "OrderSkipped", before: 1, after: 1 });
  });

  it("are bounded, and named in part", () => {
    const many = Array.from({ length: 500 }, (_, index) => pod(`p${index}`));
    const { mark, step } = plan({ pods: many, to: 1 });
    expect(mark).toHaveLength(mostMarks);
    expect(step?.message).toBe("p0, p1, p10 and 97 more go first");
  });

  it("leave a decision as it is without the field and without marks", () => {
    expect(plan({ pods: five, to: 3, order: null })).toEqual({ step: undefined });
  });

  it("leave a decision as it is if the pods are unknown", () => {
    const decision: Decision = { time: 0, from: 3, to: 2, votes: [], steps: [] };
    const pods = err({ reason: "InvalidSelector", message: "" } as const);
    const scale = { specReplicas: 3, statusReplicas: 3 };
    const { removal } = withRemoval(decision, { scale, pods, answers: [] }, "Newest");
    expect(removal).toEqual({ mark: [], clear: [] });
  });
});

it("never marks more pods than go, nor a pod that goes anyway", () => {
  const anyPod = fc.record({
    ready: fc.constantFrom("True", "False"),
    phase: fc.constantFrom("Running", "Running", "Pending", "Failed"),
    isDeleting: fc.boolean(),
    startTime: fc.nat(9),
    zone: fc.constantFrom("a", "b", "c"),
    cost: fc.constantFrom(undefined, undefined, "Ours" as const),
    load: fc.option(fc.nat(9)),
  });
  const orders = fc.constantFrom<ScaleDownOrder>("LeastLoaded", "Newest", "Zone");
  fc.assert(
    fc.property(fc.array(anyPod, { maxLength: 12 }), fc.nat(12), orders, (drawn, to, order) => {
      const pods = drawn.map(({ zone, ready, cost, phase, isDeleting, startTime }, index) => ({
        ...inZone(`p${index}`, zone, startTime),
        ...{ phase, isDeleting },
        ready: { status: ready, since: 0 },
        ...(cost && { deletionCost: cost }),
      }));
      const loads = drawn.flatMap(({ load }, index) =>
        load === null ? [] : [[`p${index}`, load]],
      );
      const answers = [samplesOf(Object.fromEntries(loads) as Record<string, number>)];
      const { mark = [], clear = [] } = plan({ pods, to, order, answers, from: 12 });
      const serving = pods.filter(
        each => !each.isDeleting && each.phase === "Running" && each.ready.status === "True",
      );
      const kept = serving.filter(
        each => each.deletionCost === "Ours" && !clear.includes(each.name),
      );
      const inAll = mark.length + (to < 12 && to > 0 ? kept.length : 0);
      expect(inAll).toBeLessThanOrEqual(Math.max(0, serving.length - Math.min(to, serving.length)));
      expect(serving.map(({ name }) => name)).toEqual(expect.arrayContaining([...mark]));
    }),
    runs(200),
  );
});
