import fc from "fast-check";

import { isObject, type Json, type JsonObject, withValue } from "./json-edit.ts";
import type { Mutation } from "./mutation.ts";
import { notReadable, readable } from "./mutations.ts";
import { metricOf, type MetricType, validSpec } from "./valid-specs.ts";

/** An object that both kinds can be created from. */
export interface ParityCase {
  readonly name: string;
  readonly spec: JsonObject;
  readonly mutations: readonly Mutation[];
}

/** About two fifths of all specs are valid, for any number of hits of each rule. */
const validFor = (hits: number): number => 200 + 25 * hits;
const MIXED_PER_HIT = 15;

/**
 * The same seed produces the same cases: valid ones, each mutation with each value, and several at once;
 * enough to hit every rule of upstream `hits` times.
 */
export function parityCases({ seed, hits }: { seed: number; hits: number }): ParityCase[] {
  let salt = 0;
  const sample = (mutations: fc.Arbitrary<readonly Mutation[]>, numRuns: number) =>
    fc.sample(mutated(mutations), { seed: seed + salt++, numRuns });
  const single = [...readable, notReadable].flatMap(({ mutations, times }) =>
    mutations.flatMap(mutation =>
      mutation.values.flatMap(value =>
        sample(
          fc.constant([{ ...mutation, values: [value] }]),
          Math.ceil((times * hits) / mutation.values.length),
        ),
      ),
    ),
  );
  const any = fc.constantFrom(...readable.flatMap(({ mutations }) => mutations));
  const several = fc.uniqueArray(any, { minLength: 2, maxLength: 4 });
  return [
    ...sample(fc.constant([]), validFor(hits)),
    ...single,
    ...sample(several, MIXED_PER_HIT * hits),
  ];
}

const mutated = (mutations: fc.Arbitrary<readonly Mutation[]>): fc.Arbitrary<ParityCase> =>
  fc
    .tuple(validSpec, mutations)
    .chain(([spec, chosen]) =>
      chosen.reduce<fc.Arbitrary<ParityCase>>(
        (cases, mutation) => cases.chain(before => mutate(before, mutation)),
        fc.constant({ name: "case", spec, mutations: chosen }),
      ),
    );

function mutate(before: ParityCase, mutation: Mutation): fc.Arbitrary<ParityCase> {
  const { of, at, values } = mutation;
  return fc.constantFrom(...values).chain(value => {
    if (of === "metadata") return fc.constant({ ...before, name: value as string });
    return placesFor(before.spec, of).map(({ spec, path }) => ({
      ...before,
      spec: withValue(spec, `${path}${at}`, value) as JsonObject,
    }));
  });
}

interface Place {
  readonly spec: Json;
  readonly path: string;
}

/** Where the mutation applies, in a spec that has such a place. */
function placesFor(spec: JsonObject, of: Exclude<Mutation["of"], "metadata">): fc.Arbitrary<Place> {
  if (of === "spec") return fc.constant({ spec, path: "" });
  if (of === "pods") return fc.constant({ spec: withMetricsOfPods(spec), path: "" });
  if (of !== "rules" && of !== "policy") return placesOfMetric(spec, of);
  return fc.constantFrom("scaleUp", "scaleDown").map(name => {
    const path = `behavior.${name}`;
    if (of === "rules") return { spec, path: `${path}.` };
    const policy = { type: "Pods", value: 4, periodSeconds: 60 };
    return {
      spec: withValue(spec, `${path}.policies`, [policy]),
      path: `${path}.policies.0.`,
    };
  });
}

/** An existing metric of this type, or a new one. */
function placesOfMetric(spec: JsonObject, type: MetricType): fc.Arbitrary<Place> {
  const list: readonly Json[] = Array.isArray(spec["metrics"]) ? (spec["metrics"] as Json[]) : [];
  const found = list.flatMap((metric, index) =>
    isObject(metric) && metric["type"] === type ? [index] : [],
  );
  if (found.length > 0) {
    return fc.constantFrom(...found).map(index => ({ spec, path: `metrics.${index}.` }));
  }
  return metricOf(type).map(metric => ({
    spec: withValue(spec, "metrics", [...list, metric]),
    path: `metrics.${list.length}.`,
  }));
}

function withMetricsOfPods(spec: JsonObject): Json {
  const list: readonly Json[] = Array.isArray(spec["metrics"]) ? (spec["metrics"] as Json[]) : [];
  const outside: readonly unknown[] = ["Object", "External"];
  const kept = list.filter(metric => !isObject(metric) || !outside.includes(metric["type"]));
  return withValue(withValue(spec, "metrics", kept), "minReplicas", 1);
}
