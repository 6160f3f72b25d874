import type { GivenAnswer, MetricAnswers } from "../../controller/metric-answers.ts";
import type { MetricsState } from "../../controller/namespace-metrics.ts";
import type { PodMetrics } from "../../controller/pod-metrics.ts";
import type { PodsQuestion } from "../../controller/pod-users.ts";
import type { Pods } from "../../controller/pods.ts";
import type { FoundTarget, Incomplete, Reading } from "../../controller/scaling-kind.ts";
import type { DefaultedSpec } from "../../engine/defaults.ts";
import {
  fromKubernetes,
  type Observation,
  type RawAnswer,
  type RawObservation,
} from "../../engine/observation/observation.ts";
import type { AutoscalerProfile } from "../../engine/profile.ts";
import { askedMetrics } from "../../engine/recommend/asked-metrics.ts";
import { questionOf, type MetricApis } from "./questions.ts";

/** What a valid Autoscaler asks for, its defaults filled in. */
export interface Wanted {
  readonly spec: DefaultedSpec;
  readonly profile: AutoscalerProfile;
  readonly periodSeconds: number;
  readonly target: Omit<PodsQuestion["target"], "uid">;
}

export interface MeasurePorts {
  readonly pods: Pods;
  readonly metrics: PodMetrics;
  readonly answers: MetricAnswers;
  readonly apis: MetricApis;
}

export const podsOf = (
  { target }: Wanted,
  { namespace, state: { uid, selector } }: FoundTarget,
): PodsQuestion => ({ namespace, selector, target: { ...target, uid } });

/** Where the answer to one metric comes from. */
interface Source {
  readonly thing: string;
  /** Null: the first answer takes a moment. */
  readonly read: (pods: ReadonlyMap<string, unknown>) => GivenAnswer | null;
}

/** One for each metric that is asked for, in its order. */
export function sourcesOf(
  { metrics, answers, apis }: MeasurePorts,
  { spec, periodSeconds }: Wanted,
  of: { readonly namespace: string; readonly selector: string },
): readonly Source[] {
  const { namespace, selector } = of;
  const consumers = { namespace, selector, periodSeconds };
  const use: Source = {
    thing: metrics.thing(consumers),
    read: pods => usedBy(pods, metrics.read(consumers)),
  };
  return askedMetrics(spec).map(metric => {
    const question = questionOf(apis, metric, of);
    if (!question) return use;
    const read = (): GivenAnswer | null => answers.read(question, periodSeconds);
    return { thing: answers.thing(question, periodSeconds), read };
  });
}

/** Of the pods' metrics, those of the target's pods. */
function usedBy(pods: ReadonlyMap<string, unknown>, state: MetricsState): GivenAnswer | null {
  switch (state.kind) {
    case "waiting":
      return null;
    case "failed":
      return { answer: { kind: "Failed", message: state.message }, askedAt: state.askedAt };
    case "known": {
      const items = [...pods.keys()].flatMap(pod => state.samples.get(pod) ?? []);
      return { answer: { kind: "PodMetrics", items }, askedAt: state.askedAt };
    }
  }
}

/** What is known of the target's pods and of what there is to go by. */
export function measure(
  ports: MeasurePorts,
  wanted: Wanted,
  target: FoundTarget,
): Reading<Observation> | Incomplete {
  const { selector, replicas: specReplicas, statusReplicas, rollout, zeroOf } = target.state;
  const question = podsOf(wanted, target);
  const listed = ports.pods.read(question);
  if (listed.kind === "waiting") return { kind: "incomplete" };
  const known = listed.kind === "known" ? listed.pods : new Map<string, never>();
  const given = sourcesOf(ports, wanted, question).map(({ read }) => read(known));
  if (given.some(answer => answer === null)) return { kind: "incomplete" };

  const answered = given.filter(answer => answer !== null);
  const refusal = listed.kind === "failed" ? failed(listed.message) : null;
  const raw: RawObservation = {
    scale: { specReplicas, statusReplicas, selector },
    pods: [...known.values()],
    sharedWith: listed.kind === "known" ? listed.sharedWith : null,
    rollouts: [rollout],
    zeroOf: zeroOf ?? null,
    answers: answered.map(({ answer }) => refusal ?? answer),
  };
  return {
    kind: "measured",
    value: fromKubernetes(raw, askedMetrics(wanted.spec)),
    askedAt: oldest(answered),
  };
}

/**
 * The oldest answer counts: those of one round belong together, and a decision waits for all. Not for
 * one that failed: it may want to be left alone for minutes, and the others have news meanwhile.
 */
function oldest(answers: readonly GivenAnswer[]): number {
  const given = answers.filter(({ answer }) => answer.kind !== "Failed");
  return Math.min(...(given.length > 0 ? given : answers).map(({ askedAt }) => askedAt));
}

const failed = (message: string): RawAnswer => ({ kind: "Failed", message });
