import { autoscalerFeatures } from "../../engine/features/features.ts";
import type { CachedAnswer, MetricCache } from "../../controller/metrics/metric-cache.ts";
import { oncePerObject } from "../../controller/memoize-by-object.ts";
import { activityOf, type ScalerUser } from "../../controller/metric-sources/scaler-question.ts";
import type { MetricsState } from "../../controller/metrics/namespace-pod-metrics.ts";
import type { PodMetrics } from "../../controller/metrics/pod-metrics-cache.ts";
import type { PodInformers } from "../../controller/pods/pod-informers.ts";
import type { SelectedTargets } from "../../controller/targets/selected-targets.ts";
import type { FoundTarget, Incomplete, Reading } from "../../controller/resource.ts";
import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import type {
  RawAnswer,
  RawObservation,
  RawScale,
} from "../../engine/model/observation/observation.ts";
import {
  areTooMany,
  askedMetrics,
  followsMinimum,
  mostQuestions,
} from "../../engine/votes/asked-metrics.ts";
import { fromKubernetes } from "../../engine/sources/from-kubernetes.ts";
import { asksEachWorkload, withSource } from "../../engine/sources/registry.ts";
import type { DefaultedSpec } from "../../engine/spec/defaults.ts";
import type { Pod } from "../../engine/model/observation/pod.ts";
import type { GuardRails } from "../../engine/validate/guard-rails.ts";
import type { Metric } from "../../engine/model/spec/metric.ts";
import type { Clock } from "../../kube/clock.ts";
import type { ScaleState } from "../../kube/api/scale.ts";
import type { ResolvedSpec } from "./observed-spec.ts";
import {
  controlledPods,
  isSameObject,
  joined,
  latestPush,
  listPods,
  monitoredWorkloads,
  ownershipOf,
  ownSamples,
  partsOf,
} from "./monitored-workloads.ts";
import { type MetricApis, questionOf } from "./metric-queries.ts";
import type { SelectorUse } from "../../controller/pods/selector-users.ts";
import type { Topic, Tracker } from "../../controller/workqueue/subscriptions.ts";

type Rails = Pick<GuardRails, "permitted">;

export interface MeasurePorts {
  readonly pools: Pick<SelectedTargets, "read" | "peek">;
  readonly pods: PodInformers;
  readonly metrics: PodMetrics;
  readonly answers: MetricCache;
  readonly apis: MetricApis;
  readonly rails: Rails;
  readonly clock: Pick<Clock, "now" | "monotonic">;
}

/** Where the answer for one metric comes from. */
interface Source {
  /** Null: nothing is requested, so no answer will wake the object. */
  readonly topic: Topic | null;
  /** Null: the first answer has not arrived yet. */
  readonly read: (pods: ReadonlyMap<string, unknown>, tracker: Tracker) => CachedAnswer | null;
}

/** The same object in each pass, for which a question is made once. */
const queryOf = oncePerObject((metric: Metric) =>
  withSource(metric, (source, fields) => source.query(fields)),
);

const askedOf = oncePerObject(askedMetrics);

/** The pod metrics of one workload, which serve all metrics that read them. */
const podMetricsOf = oncePerObject(
  (use: SelectorUse, metrics: PodMetrics, periodSeconds: number): Source => {
    const { namespace, selector } = use;
    const consumers = { namespace, selector, periodSeconds };
    return {
      topic: metrics.topic(consumers),
      read: (pods, tracker) => usedBy(pods, metrics.read(consumers, tracker)),
    };
  },
);

/** Who asks about a workload, besides where it is. */
interface Asker extends Omit<ScalerUser, "namespace" | "activity"> {
  readonly workloads: number;
  readonly activity: () => ScalerUser["activity"];
}

/** One source per requested metric, in the same order. */
function sourcesOf(
  { metrics, answers, apis, clock }: MeasurePorts,
  { spec, periodSeconds }: ResolvedSpec,
  use: SelectorUse,
  asker: Asker,
): readonly Source[] {
  const asked = askedOf(spec);
  const refused = (why: string): Source => ({
    topic: null,
    read: () => ({ answer: failed(why), askedAt: clock.monotonic() }),
  });
  return asked.map(metric => {
    const query = queryOf(metric);
    if (!query || query.kind === "PodMetrics") return podMetricsOf(use, metrics, periodSeconds);
    const { owner, isScaled, workloads } = asker;
    const user = { ...use, owner, isScaled, activity: asker.activity() };
    const asking = questionOf(apis, query, user);
    if (!asking.ok) return refused(asking.error);
    const question = asking.value;
    if (asksEachWorkload(metric.type) && areTooMany(asked, workloads)) {
      return refused(tooMuch(workloads));
    }
    return {
      topic: answers.topic(question, periodSeconds),
      read: (_, tracker) => answers.read(question, periodSeconds, tracker),
    };
  });
}

/** Of a namespace's pod metrics, those of the given pods. */
function usedBy(pods: ReadonlyMap<string, unknown>, state: MetricsState): CachedAnswer | null {
  if (state.kind === "waiting") return null;
  const { askedAt } = state;
  if (state.kind === "failed") return { answer: failed(state.message), askedAt };
  const items = Array.from(pods.keys()).flatMap(pod => state.samples.get(pod) ?? []);
  return { answer: { kind: "PodMetrics", items }, askedAt };
}

/** An object that follows the minimum of its schedules reads pods only for other fields. */
export const needsPods = (spec: DefaultedSpec): boolean =>
  !followsMinimum(spec) || autoscalerFeatures.some(feature => feature.needsPods?.(spec));

/** A feature without its right would have no use for the answer. */
const asksControllers = (spec: DefaultedSpec, pods: readonly Pod[], { permitted }: Rails) =>
  autoscalerFeatures.some(
    ({ field, permission, needsControllers }) =>
      (!permission || (field && permitted.has(field))) && needsControllers?.(spec, pods),
  );

/** The pods of the target and of all monitored objects, and the answers for all metrics. */
export function measure(
  ports: MeasurePorts,
  resolved: ResolvedSpec,
  target: FoundTarget & { readonly candidates: readonly ScaleTargetRef[] },
  tracker: Tracker,
): Reading | Incomplete {
  const others = monitoredWorkloads(ports.pools, resolved, target);
  if (!others) return { kind: "incomplete" };
  const parts = needsPods(resolved.spec) ? partsOf(resolved, target, others) : [];
  const listed = listPods(ports.pods, parts, tracker);
  if (listed.kind === "waiting") return { kind: "incomplete" };
  const { isScaled, spec } = resolved;
  const isAsked = asksControllers(spec, listed.pods, ports.rails);
  const controlled = controlledPods({ pods: ports.pods, isAsked }, target, tracker);
  const counted = [target.state, ...others.map(({ state }) => state)];
  const asker: Asker = {
    ...{ owner: target.owner, isScaled, workloads: parts.length },
    activity: () => activityOf(spec, counted, ports.clock.now()),
  };
  const byUse = new Map<SelectorUse, readonly Source[]>();
  for (const use of parts) {
    const from = sourcesOf(ports, resolved, use, asker);
    byUse.set(use, from);
    // A workload without pods is not asked about, and keeps its latest answers until its pods are back.
    for (const { topic } of from) if (topic) tracker.add(topic);
  }
  const sources = listed.asked.map(part => ({ part, from: byUse.get(part.use) ?? [] }));
  const given = sources.map(({ part, from }) =>
    from.map(({ read }) => {
      const answer = read(part.pods, tracker);
      return answer && ownSamples(answer, part);
    }),
  );
  if ([controlled, ...given.flat()].includes(null)) return { kind: "incomplete" };

  const answers = given.map(each => each.filter(answer => answer !== null));
  const asked = askedOf(spec);
  const answered = asked.map((_, index) => joined(answers.flatMap(each => each[index] ?? [])));
  const refusal = listed.failure === null ? null : failed(listed.failure);
  const scaleIn = ({ ref, state }: Pick<FoundTarget, "ref" | "state">): RawScale => ({
    ...scaleOf(state),
    ...(target.candidates.some(candidate => isSameObject(candidate, ref)) && { uid: state.uid }),
  });
  const raw: RawObservation = {
    scale: scaleIn(target),
    ...(resolved.monitors.length > 0 ? { others: others.map(scaleIn) } : {}),
    pods: listed.pods,
    ...ownershipOf(listed),
    ...controlled,
    sharedWith: listed.sharedWith,
    rollouts: counted.map(({ rollout }) => rollout),
    zeroOf: target.state.zeroOf ?? null,
    answers: answered.map(({ answer }) => refusal ?? answer),
  };
  return {
    kind: "measured",
    value: fromKubernetes(raw, asked),
    askedAt: answered.length > 0 ? oldest(answered) : ports.clock.now(),
    ...latestPush(answered),
    isUnasked: sources.every(({ from }) => from.every(({ topic }) => topic === null)),
  };
}

/**
 * The oldest answer counts: the answers of one round belong together, and a decision waits for all of them. A
 * failed answer does not count: its server may ask to be left alone for minutes, while others have newer
 * answers.
 */
function oldest(answers: readonly CachedAnswer[]): number {
  const given = answers.filter(({ answer }) => answer.kind !== "Failed");
  return Math.min(...(given.length > 0 ? given : answers).map(({ askedAt }) => askedAt));
}

const scaleOf = ({ selector, replicas, statusReplicas, isServing }: ScaleState): RawScale => ({
  ...{ specReplicas: replicas, statusReplicas, selector },
  ...(isServing && { isServing }),
});

const tooMuch = (workloads: number): string =>
  `the metrics of pods are asked for by workload, and ${workloads} workloads with all of them are more than ${mostQuestions} questions in a period; let monitorSelectors match fewer, or write fewer metrics and thresholds of pods`;

const failed = (message: string): RawAnswer => ({ kind: "Failed", message });
