import type { ObjectJson } from "../../cli/evaluate/recorded-step.ts";
import type { EventName } from "./world/events.ts";
import {
  cpu,
  type Feature,
  type FeatureName,
  featureNames,
  featureOf,
  type SpecJson,
  type Surroundings,
} from "./features.ts";

/** One feature or two; none: a plain Autoscaler. */
export interface Combination {
  readonly name: string;
  readonly features: readonly FeatureName[];
}

const bounds = { minReplicas: 2, maxReplicas: 60 };
const target = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const separator = " + ";

export const combinationOf = (features: readonly FeatureName[]): Combination => ({
  ...{ name: features.length === 0 ? "plain" : features.join(separator), features },
});

/** A plain Autoscaler, each feature, and each two that can be combined. */
export function allCombinations(): Combination[] {
  const inPairs = featureNames.filter(name => !featureOf(name).isAlone);
  const pairs = inPairs.flatMap((a, index) =>
    inPairs
      .slice(index + 1)
      .filter(b => !excludes(a, b) && !excludes(b, a))
      .map(b => [a, b]),
  );
  return [[], ...featureNames.map(name => [name]), ...pairs].map(combinationOf);
}

const excludes = (a: FeatureName, b: FeatureName): boolean =>
  (featureOf(a).without ?? []).includes(b);

const partsOf = ({ features }: Combination): Feature[] => features.map(featureOf);

export const eventsOf = (combination: Combination): EventName[] =>
  partsOf(combination).flatMap(({ events = [] }) => events);

export const surroundingsOf = (combination: Combination): Surroundings =>
  partsOf(combination).reduce<Surroundings>(
    (all, { surroundings }) => ({ ...all, ...surroundings }),
    {},
  );

export function specOf(combination: Combination): SpecJson {
  const parts = partsOf(combination);
  const base = parts.some(({ isInstead }) => isInstead) ? {} : { metrics: [cpu] };
  return parts.map(({ spec }) => spec).reduce<SpecJson>(merged, { ...bounds, ...base });
}

/** Both sync at the same pace. */
export const periodOf = (combination: Combination): number =>
  specOf(combination).syncPeriodSeconds ?? 15;

/** The Autoscaler, at a second of the run. */
export function autoscalerAt(combination: Combination, seconds: number): ObjectJson {
  const annotations = partsOf(combination)
    .flatMap(({ annotations: one }) => (one && seconds >= one.from ? [one.all] : []))
    .reduce((all, more) => ({ ...all, ...more }), {});
  const spec = specOf(combination);
  const scaleTargetRef = "targetSelector" in spec ? {} : { scaleTargetRef: target };
  return {
    kind: "Autoscaler",
    metadata: { namespace: "shop", name: "web", annotations },
    spec: { ...scaleTargetRef, ...spec },
  };
}

/** Fields of a metric that a HorizontalPodAutoscaler does not have. */
const ownFields: ReadonlySet<string> = new Set(["fallback", "activation", "name", "maxAgeSeconds"]);

/** The HorizontalPodAutoscaler of the same purpose; null: it is switched off at that second. */
export function hpaAt(combination: Combination, seconds: number): ObjectJson | null {
  const { minReplicas = 2, maxReplicas, metrics, behavior } = specOf(combination);
  const asked = (metrics ?? []).map(({ type, ...rest }) => {
    const source = Object.entries(rest).filter(([field]) => !ownFields.has(field));
    return { type, ...Object.fromEntries(source) };
  });
  const plain = { minReplicas, maxReplicas, metrics: asked, ...(behavior && { behavior }) };
  let spec = plain as unknown as SpecJson;
  for (const { hpa } of partsOf(combination)) {
    const changes = hpa?.(seconds);
    if (changes === null) return null;
    if (changes) spec = merged(spec, changes);
  }
  return { kind: "HorizontalPodAutoscaler", metadata: { namespace: "shop", name: "web" }, spec };
}

/** Lists grow, and a metric gets the fields of both. Otherwise, the later one counts. */
function merged(spec: SpecJson, more: Partial<SpecJson>): SpecJson {
  const all = { ...spec, ...more };
  return {
    ...all,
    ...(all.metrics && { metrics: mergedMetrics(spec.metrics ?? [], more.metrics ?? []) }),
    ...(all.thresholds && { thresholds: joined(spec.thresholds, more.thresholds) }),
    ...(all.schedules && { schedules: joined(spec.schedules, more.schedules) }),
    ...(all.behavior && { behavior: mergedBehavior(spec.behavior, more.behavior) }),
  };
}

type List<Item> = readonly Item[] | null | undefined;

const joined = <Item>(list: List<Item>, more: List<Item>): Item[] => [
  ...(list ?? []),
  ...(more ?? []),
];

type Behavior = SpecJson["behavior"];

const mergedBehavior = (behavior: Behavior, more: Behavior): NonNullable<Behavior> => ({
  scaleUp: mergedRules(behavior?.scaleUp ?? {}, more?.scaleUp ?? {}),
  scaleDown: mergedRules(behavior?.scaleDown ?? {}, more?.scaleDown ?? {}),
});

type Rules = NonNullable<NonNullable<Behavior>["scaleUp"]>;

function mergedRules(rules: Rules, more: Rules): Rules {
  const policies = joined(rules.policies, more.policies);
  return { ...rules, ...more, ...(policies.length > 0 && { policies }) };
}

type Metrics = NonNullable<SpecJson["metrics"]>;

function mergedMetrics(metrics: Metrics, more: Metrics): Metrics {
  const byType = new Map(metrics.map(metric => [metric.type, metric]));
  for (const metric of more) {
    byType.set(metric.type, { ...byType.get(metric.type), ...metric });
  }
  return [...byType.values()];
}
