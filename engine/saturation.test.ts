import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

import { MAX_INT32 } from "./model/values/casts.ts";
import { emptyHistory, type History } from "./model/history.ts";
import { parseHistory, serializeHistory } from "./memory.ts";
import { beginScale, completeScale } from "./history/scale-record.ts";
import type { Answer } from "./model/observation/observation.ts";
import { decideAutoscaler, decideProportional } from "./decide.ts";
import type { Decision } from "./model/decision.ts";
import type { DecisionOutcome } from "./model/feature.ts";
import { replay } from "./replay.ts";
import { ok } from "./model/values/result.ts";
import type { AutoscalerSpec, BehaviorSpec } from "./model/spec/autoscaler-spec.ts";
import { proportionalBehavior, withDefaults } from "./spec/defaults.ts";
import { profiles } from "./model/spec/profile.ts";
import { upstreamSettings } from "./model/spec/settings.ts";
import { runs } from "./testing/runs.ts";

interface Schema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Crd {
  readonly spec: {
    readonly versions: readonly [
      {
        readonly schema: {
          readonly openAPIV3Schema: { readonly properties: { readonly spec: Schema } };
        };
      },
    ];
  };
}

/** The limits of all integer fields of a CRD's spec, by path. */
function limitsIn(plural: string): Map<string, readonly [number, number]> {
  const file = `../crds/${plural}.autoscaling.trimtab.dev.yaml`;
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  const crd = parse(text, { maxAliasCount: -1 }) as Crd;
  const found = new Map<string, readonly [number, number]>();
  const walk = (node: Schema, path: string): void => {
    const { type, minimum = 1, maximum = MAX_INT32, properties = {}, items } = node;
    if (type === "integer") found.set(path, [minimum, maximum]);
    for (const [key, child] of Object.entries(properties))
      walk(child, path ? `${path}.${key}` : key);
    if (items) walk(items, `${path}[]`);
  };
  walk(crd.spec.versions[0].schema.openAPIV3Schema.properties.spec, "");
  return found;
}

/** Draws fields from the limits of the schema, and remembers which. */
class Fields {
  readonly drawn = new Set<string>();
  readonly #limits: ReadonlyMap<string, readonly [number, number]>;

  constructor(plural: string) {
    this.#limits = limitsIn(plural);
  }

  at(path: string): fc.Arbitrary<number> {
    const [min, max] = this.#limits.get(path)!;
    this.drawn.add(path);
    const middle = Math.max(min, 0) + 1;
    return fc.constantFrom(...new Set([min, middle, Math.min(max, 50), max - 1, max]));
  }

  get undrawn(): string[] {
    return [...this.#limits.keys()].filter(path => !this.drawn.has(path));
  }

  rules(direction: "scaleUp" | "scaleDown") {
    const base = `behavior.${direction}`;
    const policy = fc.record({
      type: fc.constantFrom("Pods" as const, "Percent" as const),
      value: this.at(`${base}.policies[].value`),
      periodSeconds: this.at(`${base}.policies[].periodSeconds`),
    });
    return fc.record({
      stabilizationWindowSeconds: this.at(`${base}.stabilizationWindowSeconds`),
      selectPolicy: fc.constantFrom("Max" as const, "Min" as const),
      policies: fc.array(policy, { minLength: 1, maxLength: 2 }),
    });
  }

  behavior(): fc.Arbitrary<BehaviorSpec> {
    return fc.record({ scaleUp: this.rules("scaleUp"), scaleDown: this.rules("scaleDown") });
  }
}

const START = Date.parse("2026-01-05T12:00:00Z");
const counts = fc.constantFrom(0, 1, 50, 101, 2 ** 30, MAX_INT32 - 1, MAX_INT32);
const waits = fc.constantFrom(1, 15, 60, 1800, 90_000);

/** How many replicas the load needs. `return` says something only where it takes some back. */
const askedIn = ({ steps }: Pick<Decision, "steps">): number | undefined =>
  steps.findLast(
    ({ step, before, after }) =>
      ["combine", "forecast"].includes(step) || (step === "return" && after < before),
  )?.after;

/** What must hold whatever the numbers are. */
function isSound({ decision, history }: DecisionOutcome, bounds: { min: number; max: number }) {
  const { from, to, steps } = decision;
  const numbers = steps.flatMap(({ before, after, atLeast = 0, atMost = 0 }) => [
    before,
    after,
    atLeast,
    atMost,
  ]);
  for (const number of [from, to, ...numbers]) {
    expect(
      Number.isInteger(number) && number >= 0 && number <= MAX_INT32,
      JSON.stringify(steps),
    ).toBe(true);
  }
  expect(replay(decision)).toEqual(ok(to));
  const asked = askedIn(decision) ?? from;
  if (asked >= from) expect(to).toBeGreaterThanOrEqual(Math.min(from, bounds.max));
  if (asked <= from) expect(to).toBeLessThanOrEqual(Math.max(from, bounds.min));
  const saved: unknown = JSON.parse(JSON.stringify(serializeHistory(history)));
  expect(parseHistory(saved, decision.time)).toMatchObject({ ok: true });
}

const written = (history: History, from: number, to: number, time: number): History =>
  from === to ? history : completeScale(beginScale(history, { from, to, time }), time);

describe("no overflow changes a direction", () => {
  const fields = new Fields("autoscalers");
  const policy = fields.behavior();
  const specs: fc.Arbitrary<AutoscalerSpec> = fc
    .record(
      {
        minReplicas: fields.at("minReplicas"),
        maxReplicas: fields.at("maxReplicas"),
        replicaMultiple: fields.at("replicaMultiple"),
        syncPeriodSeconds: fields.at("syncPeriodSeconds"),
        cpuInitializationPeriodSeconds: fields.at("cpuInitializationPeriodSeconds"),
        initialReadinessDelaySeconds: fields.at("initialReadinessDelaySeconds"),
        metrics: fc
          .record({
            type: fc.constant("External" as const),
            maxAgeSeconds: fields.at("metrics[].maxAgeSeconds"),
            external: fc.constant({ metric: { name: "queue" }, target: { averageValue: "1" } }),
            fallback: fc.record({
              failureDurationSeconds: fields.at("metrics[].fallback.failureDurationSeconds"),
              replicas: fields.at("metrics[].fallback.replicas"),
            }),
          })
          .map(metric => [metric]),
        thresholds: fc
          .record({
            metric: fc.constant({
              type: "External" as const,
              external: { metric: { name: "age" } },
            }),
            comparison: fc.constantFrom("GreaterThan" as const, "LessThan" as const),
            value: fc.constant("5"),
            durationSeconds: fields.at("thresholds[].value.durationSeconds"),
            increment: fields.at("thresholds[].value.increment"),
          })
          .chain(value => {
            const fallback = fc.record({
              failureDurationSeconds: fields.at("thresholds[].fallback.failureDurationSeconds"),
              replicas: fields.at("thresholds[].fallback.replicas"),
            });
            return fallback.map(one => [
              { name: "old", type: "Value" as const, value, fallback: one },
            ]);
          }),
        behavior: policy,
        schedules: fc
          .record({
            name: fc.constant("day"),
            timeZone: fc.constant("UTC"),
            start: fc.constant("0 8 * * *"),
            end: fc.constant("0 20 * * *"),
            minReplicas: fields.at("schedules[].minReplicas"),
            maxReplicas: fields.at("schedules[].maxReplicas"),
          })
          .map(window => [
            { ...window, maxReplicas: Math.max(window.minReplicas, window.maxReplicas) },
          ]),
        cooldown: fc.record({ scaleUpSeconds: fields.at("cooldown.scaleUpSeconds") }),
        idle: fc.record({ afterSeconds: fields.at("idle.afterSeconds") }),
        rollout: fc.record({
          scaleDown: fc.constant("Hold" as const),
          maxHoldSeconds: fields.at("rollout.maxHoldSeconds"),
        }),
        healthGate: fc.record({
          startSeconds: fields.at("healthGate.startSeconds"),
          maxHoldSeconds: fields.at("healthGate.maxHoldSeconds"),
        }),
        forecast: fc.record({
          mode: fc.constant("Active" as const),
          maxExtraPercent: fields.at("forecast.maxExtraPercent"),
          leadSeconds: fields.at("forecast.leadSeconds"),
        }),
      },
      { requiredKeys: ["minReplicas", "maxReplicas", "metrics"] },
    )
    .map(spec => ({ ...spec, maxReplicas: Math.max(spec.minReplicas, spec.maxReplicas) }));

  const amounts = fc.constantFrom(0n, 1n, 80_000n, 2n ** 31n * 1000n, 2n ** 62n, 10n ** 40n);
  const answers = fc.oneof(
    { weight: 5, arbitrary: amounts.map((value): Answer => ({ kind: "Values", values: [value] })) },
    { weight: 1, arbitrary: fc.constant<Answer>({ kind: "Failed", message: "away" }) },
  );
  const others = fc.option(counts, { freq: 4 });
  const expected = fc
    .constantFrom(0, 80, 2 ** 31, 2 ** 62, 1e300)
    .map(load => ({ metric: 0, load, message: "on the last 4 Mondays" }));
  const forecast = fc.record({
    expected: fc.array(expected, { maxLength: 1 }),
    without: fc.option(counts, { freq: 3 }),
  });
  const step = fc.record({ wait: waits, answers: fc.tuple(answers, answers), others, forecast });

  it("of an Autoscaler", () => {
    const property = fc.property(
      specs,
      counts,
      fc.array(step, { minLength: 1, maxLength: 8 }),
      (spec, first, steps) => {
        const defaulted = withDefaults(spec, upstreamSettings);
        let current = first;
        let now = START;
        let history: History = { ...emptyHistory("uid"), scaledToZero: true };
        for (const { wait, answers: given, others: beside, forecast: foreseen } of steps) {
          now += wait * 1000;
          const many =
            beside === null || spec.replicaMultiple !== undefined
              ? 0
              : Math.min(beside, MAX_INT32 - current);
          const outcome = decideAutoscaler({
            ...{
              now,
              spec: defaulted,
              settings: upstreamSettings,
              profile: profiles["Trimtab-1"],
              history,
            },
            observation: {
              scale: { specReplicas: current, statusReplicas: current },
              ...(many > 0 && { others: { specReplicas: many, statusReplicas: many } }),
              ...{ pods: ok([]), answers: given, forecast: foreseen },
            },
          });
          const { from, to, steps: taken } = outcome.decision;
          const bound = taken.findLast(({ step: name }) => name === "bound");
          const [least = 0, most = MAX_INT32] = [bound?.atLeast, bound?.atMost];
          const moved = many > 0 ? { min: MAX_INT32, max: 0 } : { min: least, max: most };
          isSound(outcome, moved);
          current = to;
          history = written(outcome.history, from, to, now);
        }
      },
    );
    fc.assert(property, runs(500));
  });

  it("of a ClusterProportionalAutoscaler", () => {
    const cluster = new Fields("clusterproportionalautoscalers");
    const sizes = fc.constantFrom(0, 1, 50, MAX_INT32);
    const ladderStep = fc.record({
      size: cluster.at("ladder.nodesToReplicas[].nodes"),
      replicas: cluster.at("ladder.nodesToReplicas[].replicas"),
    });
    const parameters = fc.oneof(
      fc.array(ladderStep, { minLength: 1, maxLength: 4 }).map(nodesToReplicas => ({
        ...{
          mode: "ladder" as const,
          coresToReplicas: [],
          nodesToReplicas,
          includeUnschedulableNodes: true,
        },
      })),
      fc
        .record({
          mode: fc.constant("linear" as const),
          coresPerReplica: fc.constantFrom(0, 1),
          nodesPerReplica: fc.constantFrom(1, 1e-9, MAX_INT32),
          minReplicas: cluster.at("linear.minReplicas"),
          maxReplicas: cluster.at("linear.maxReplicas"),
          preventSinglePointFailure: fc.boolean(),
          includeUnschedulableNodes: fc.constant(true),
        })
        .map(linear => ({
          ...linear,
          maxReplicas: Math.max(linear.minReplicas, linear.maxReplicas),
        })),
    );
    const walk = fc.array(fc.record({ wait: waits, nodes: sizes, cores: sizes }), {
      minLength: 1,
      maxLength: 8,
    });
    const property = fc.property(
      parameters,
      cluster.behavior(),
      counts,
      walk,
      (given, behavior, first, steps) => {
        let current = first;
        let now = START;
        let history = emptyHistory("uid");
        const min = given.mode === "linear" ? given.minReplicas : 0;
        const max = given.mode === "linear" ? given.maxReplicas : MAX_INT32;
        for (const { wait, nodes, cores } of steps) {
          now += wait * 1000;
          const outcome = decideProportional({
            ...{ now, parameters: given, profile: "Trimtab-1", history, currentReplicas: current },
            size: { nodes, cores, schedulableNodes: nodes, schedulableCores: cores },
            behavior: proportionalBehavior(behavior, "Trimtab-1"),
          });
          isSound(outcome, { min, max });
          const { from, to } = outcome.decision;
          current = to;
          history = written(outcome.history, from, to, now);
        }
      },
    );
    fc.assert(property, runs(500));
  });

  it("draws every integer field of an Autoscaler, except percentages of requests", () => {
    // Any value of cooldown.scaleDownSeconds is refused.
    const others = /\.averageUtilization$|^cooldown\.scaleDownSeconds$/;
    expect(fields.undrawn.filter(path => !others.test(path))).toEqual([]);
  });

  // prettier-ignore
  it.each<{ when: string; sign: 1 | -1 }>([
    { when: "on the way up", sign: 1 },
    { when: "on the way down", sign: -1 },
  ])("a larger policy never allows less $when", ({ sign }) => {
    const value = fields.at("behavior.scaleUp.policies[].value");
    const type = fc.constantFrom("Pods" as const, "Percent" as const);
    const property = fc.property(fc.tuple(type, value, value), counts, counts, ([kind, one, other], from, wanted) => {
      const toWith = (limit: number): number => {
        const policies = [{ type: kind, value: limit, periodSeconds: 60 }];
        const rules = { stabilizationWindowSeconds: 0, policies };
        const spec = withDefaults(
          { minReplicas: 1, maxReplicas: MAX_INT32, metrics: [queue], behavior: { scaleUp: rules, scaleDown: rules } },
          upstreamSettings,
        );
        const values = [BigInt(wanted) * 1000n];
        return decideAutoscaler({
          ...{ now: START, spec, settings: upstreamSettings, profile: profiles["Trimtab-1"], history: emptyHistory("uid") },
          observation: { scale: { specReplicas: from, statusReplicas: from }, pods: ok([]), answers: [{ kind: "Values", values }] },
        }).decision.to;
      };
      fc.pre(sign * (wanted - from) > 0);
      const [small, large] = [toWith(Math.min(one, other)), toWith(Math.max(one, other))];
      expect(sign * (large - small)).toBeGreaterThanOrEqual(0);
    });
    fc.assert(property, runs(300));
  });
});

const queue = {
  type: "External" as const,
  external: { metric: { name: "queue" }, target: { averageValue: "1" } },
};
