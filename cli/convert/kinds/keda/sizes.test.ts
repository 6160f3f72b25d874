import { describe, expect, it } from "vitest";

import type { Fields } from "../../../../engine/model/values/json-values.ts";
import { Draft, fieldText } from "../../conversion.ts";
import { canStart, convertIdling } from "./sizes.ts";

const [one, two] = [0, 1].map(index => ({
  from: ["spec", "triggers", String(index)],
  to: ["spec", "metrics", String(index)],
  type: "External",
  name: null,
}));

/** What becomes of the fields of a ScaledObject whose two triggers have become metrics. */
function idlingOf(spec: Fields, { type = "External", isCombined = false } = {}) {
  const { metadata = {}, ...rest } = spec;
  const draft = new Draft({ spec: { triggers: [{ metadata }, {}], ...rest } }, "Autoscaler");
  draft.set(["spec", "metrics"], [{ type: "External" }, { type: "External" }]);
  convertIdling(draft, [{ ...one!, type }, two!], isCombined);
  const { object, fields } = draft.finish();
  const lost = fields.flatMap(({ verdict, from }) =>
    verdict === "lost" && from ? [fieldText(from)] : [],
  );
  const ofSpec = Object.keys(spec).map(key => `spec.${key}`);
  return { spec: object?.["spec"], lost: lost.filter(path => ofSpec.includes(path)) };
}

const external = { type: "External" };
const metrics = (fields: object, others: object = {}) => [
  { ...external, ...fields },
  { ...external, ...others },
];

interface Row {
  readonly shows: string;
  readonly of: Fields;
  readonly spec: object;
  readonly lost?: readonly string[];
}

describe("what KEDA does at 0", () => {
  // prettier-ignore
  it.each<Row>([
    { shows: "begins with KEDA's defaults",        of: {},                                  spec: { minReplicas: 0, idle: { afterSeconds: 300 } } },
    { shows: "keeps a minimum of 0",               of: { minReplicaCount: 0 },              spec: { minReplicas: 0, idle: { afterSeconds: 300 } } },
    { shows: "turns the cooldown into the idle time", of: { cooldownPeriod: 60 },           spec: { minReplicas: 0, idle: { afterSeconds: 60 } } },
    { shows: "limits the idle time to a day",      of: { cooldownPeriod: 100_000 },         spec: { idle: { afterSeconds: 86_400 } } },
    { shows: "has no idle time with a minimum above 0", of: { minReplicaCount: 2, cooldownPeriod: 60 }, spec: { minReplicas: 2 } },
    { shows: "idles from a minimum of 1",          of: { minReplicaCount: 1, idleReplicaCount: 0 }, spec: { minReplicas: 0 } },
    { shows: "loses a minimum above 1 of a workload that idles", of: { minReplicaCount: 3, idleReplicaCount: 0 }, spec: { minReplicas: 0 }, lost: ["spec.minReplicaCount"] },
    { shows: "loses an idle size above 0",         of: { minReplicaCount: 3, idleReplicaCount: 1 }, spec: { minReplicas: 3 }, lost: ["spec.idleReplicaCount"] },
    { shows: "loses the delay of a new workload",  of: { initialCooldownPeriod: 60 },       spec: { minReplicas: 0 }, lost: ["spec.initialCooldownPeriod"] },
    { shows: "leaves out what has no effect",      of: { pollingInterval: 5, initialCooldownPeriod: 0 }, spec: { minReplicas: 0 } },
    { shows: "keeps an activation, whatever its name", of: { metadata: { activationLagThreshold: "5" } }, spec: { metrics: metrics({ activation: { value: "5" } }) } },
    { shows: "needs no activation with a minimum above 0", of: { minReplicaCount: 1, metadata: { activationValue: 5 } }, spec: { metrics: metrics({}) } },
  ])("$shows", ({ of, spec, lost = [] }) => {
    const found = idlingOf(of);
    expect(found.spec).toMatchObject(spec);
    expect(found.lost).toEqual(lost);
    if (of["minReplicaCount"] === 2) expect(found.spec).not.toHaveProperty("idle");
  });

  it("leaves what an external scaler reads to the scaler", () => {
    const of = { metadata: { activationThreshold: "5" } };
    const { spec } = idlingOf(of, { type: "ExternalScaler" });
    expect(spec).toMatchObject({ metrics: metrics({}) });
    expect(spec).not.toHaveProperty("metrics[0].activation");
  });

  // prettier-ignore
  it.each<Row>([
    { shows: "the activation of a trigger",   of: { metadata: { activationThreshold: "5" } },          spec: { minReplicas: 0, metrics: metrics({}) } },
    { shows: "the idle time",                 of: { cooldownPeriod: 60 },                              spec: { minReplicas: 0 }, lost: ["spec.cooldownPeriod"] },
    { shows: "no fallback that keeps the size", of: { fallback: { behavior: "currentReplicas", replicas: 6 } }, spec: { minReplicas: 0 } },
    { shows: "no idle time above 0",          of: { minReplicaCount: 1, cooldownPeriod: 60 },          spec: { minReplicas: 1 } },
  ])("next to an expression, cannot keep $shows", ({ of, spec, lost = [] }) => {
    const found = idlingOf(of, { isCombined: true });
    expect(found.spec).toMatchObject(spec);
    expect(found.spec).not.toHaveProperty("idle");
    expect(found.spec).not.toHaveProperty("metrics[0].activation");
    expect(found.spec).not.toHaveProperty("metrics[0].fallback");
    expect(found.lost).toEqual(lost);
  });
});

it("next to an expression, keeps the fallback", () => {
  const of = { fallback: { failureThreshold: 3, replicas: 6 } };
  const kept = { failureDurationSeconds: 90, replicas: 6 };
  const found = idlingOf(of, { isCombined: true });
  expect(found.spec).toMatchObject({ metrics: metrics({ fallback: kept }, { fallback: kept }) });
  expect(found.lost).toEqual([]);
});

describe("KEDA's fallback", () => {
  const fallback = (fields: object, more: object = {}) => ({
    fallback: { failureThreshold: 3, replicas: 6, ...fields },
    ...more,
  });
  const ours = (failureDurationSeconds: number, behavior: string) => {
    const given = { fallback: { failureDurationSeconds, replicas: 6, behavior } };
    return { metrics: metrics(given, given) };
  };

  // prettier-ignore
  it.each<Row>([
    { shows: "lasts for its failures at the default interval", of: fallback({}),            spec: ours(90, "Static") },
    { shows: "lasts for its failures at the given interval", of: fallback({}, { pollingInterval: 10 }), spec: ours(30, "Static") },
    { shows: "begins after a second at the earliest", of: fallback({ failureThreshold: 0 }), spec: ours(1, "Static") },
    { shows: "begins after an hour at the latest",  of: fallback({ failureThreshold: 500 }), spec: ours(3600, "Static") },
    { shows: "that only adds",                      of: fallback({ behavior: "currentReplicasIfHigher" }), spec: ours(90, "CurrentIfHigher") },
    { shows: "that only removes",                   of: fallback({ behavior: "currentReplicasIfLower" }), spec: ours(90, "CurrentIfLower") },
    { shows: "that keeps the size is no fallback",  of: fallback({ behavior: "currentReplicas" }), spec: { metrics: metrics({}) } },
    { shows: "by a formula is lost",                of: fallback({ behavior: "scalingModifiers" }), spec: { metrics: metrics({}) }, lost: ["spec.fallback"] },
    { shows: "to 0 is lost",                        of: fallback({ replicas: 0 }),          spec: { metrics: metrics({}) }, lost: ["spec.fallback"] },
  ])("$shows", ({ of, spec, lost = [] }) => {
    const found = idlingOf(of);
    expect(found.spec).toMatchObject(spec);
    expect(found.lost).toEqual(lost);
  });
});

it.each([
  { type: "External", starts: true },
  { type: "Resource", starts: false },
  { type: "undefined", starts: false },
])("a metric of type $type can start a workload: $starts", ({ type, starts }) => {
  expect(canStart({ type })).toBe(starts);
});
