import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { AutoscalerSpec, MetricSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import { withDefaults } from "../../engine/spec/defaults.ts";
import type { Settings } from "../../engine/model/spec/settings.ts";
import { boundsOf } from "../../engine/testing/autoscaler-world.ts";
import { runs } from "../../engine/testing/runs.ts";
import { World } from "../world/world.ts";
import { type Feature, features, loadOf, metrics } from "./features.ts";
import { travel } from "./journey.ts";
import { complaints } from "./oracle.ts";
import { type Walking, walksWith } from "./walk.ts";

const none = fc.constant({});
const base = fc
  .tuple(boundsOf(1), fc.subarray([...metrics], { minLength: 1 }))
  .map(([bounds, asked]): AutoscalerSpec => ({ ...bounds, metrics: asked }));

/** A world in which both features of a pair are on. */
const worldOf = (pair: readonly Feature[]) =>
  fc.record({
    base,
    specs: fc.tuple(...pair.map(({ spec }) => spec ?? none)),
    settings: fc.tuple(...pair.map(({ settings }) => settings ?? none)),
    replicas: fc.nat(8),
    beside: fc.tuple(...pair.map(({ beside }) => beside ?? none)),
    startSeconds: fc.constantFrom(0, 20, 90),
    walk: walksWith(Object.assign({}, ...pair.map(({ walking }) => walking)) as Walking),
  });

type Drawn = ReturnType<typeof worldOf> extends fc.Arbitrary<infer T> ? T : never;

function journeyOf(drawn: Drawn) {
  const spec = drawn.specs.reduce(merged, drawn.base);
  const settings = drawn.settings.reduce<Partial<Settings>>((all, more) => ({ ...all, ...more }), {
    downscaleStabilizationSeconds: 60,
  });
  const { replicas, startSeconds, beside } = drawn;
  const workloads = beside.reduce((all, more) => ({ ...all, ...more }), { web: replicas });
  const load = { cpu: 0, rps: 0, queue: 0 };
  const world = new World({ spec, settings, workloads, startSeconds, load });
  return { spec, world, passages: travel(world, drawn.walk) };
}

/** Combines the thresholds of both. */
const merged = (spec: AutoscalerSpec, more: Partial<AutoscalerSpec>): AutoscalerSpec =>
  acceptable({
    ...spec,
    ...more,
    thresholds: [...(spec.thresholds ?? []), ...(more.thresholds ?? [])],
  });

/** The metrics of a spec with names for expressions, and those of the other loads. */
const namedIn = ({ metrics: drawn }: AutoscalerSpec): readonly MetricSpec[] =>
  metrics.map(metric => {
    const name = loadOf(metric);
    return { ...(drawn?.find(one => loadOf(one) === name) ?? metric), name };
  });

/**
 * What admission would refuse is changed: the metrics of expressions have names and no forecast, and a total has no
 * groups.
 */
function acceptable({ replicaMultiple, ...spec }: AutoscalerSpec): AutoscalerSpec {
  const named = spec.combine ? { ...spec, metrics: namedIn(spec), forecast: null } : spec;
  if (!replicaMultiple || (spec.monitorSelectors ?? []).length > 0) return named;
  const thresholds = (spec.thresholds ?? []).map(threshold => {
    if (threshold.type !== "Value" || threshold.value.increment > 0) return threshold;
    return { ...threshold, value: { ...threshold.value, increment: -replicaMultiple } };
  });
  return { ...named, replicaMultiple, thresholds };
}

/** For each pair; `make pairs` tries more. */
const worlds = Number(process.env["WORLDS"] ?? 5);

const names = Object.keys(features);
const pairs = names.flatMap((a, index) => names.slice(index + 1).map(b => [a, b] as const));

describe("every two features together", () => {
  it.each(pairs)("%s and %s: I1, I2, I3, I5 and I7 hold", (...both) => {
    const pair = both.map(name => features[name] ?? {});
    const property = fc.property(worldOf(pair), drawn => {
      const { spec, world, passages } = journeyOf(drawn);
      const { behavior } = withDefaults(spec, world.settings);
      expect(passages.map(passage => complaints(passage, spec, behavior!)).flat()).toEqual([]);
    });
    fc.assert(property, runs(worlds));
  });
});
