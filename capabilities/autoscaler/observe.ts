import type { GivenAnswer, MetricAnswers } from "../../controller/metric-answers.ts";
import { oncePerObject } from "../../controller/once-per-object.ts";
import type { OwnKind, OwnObject } from "../../controller/own-objects.ts";
import type { MetricsState } from "../../controller/namespace-metrics.ts";
import type { PodMetrics } from "../../controller/pod-metrics.ts";
import type { PodsQuestion } from "../../controller/pod-users.ts";
import type { Pods } from "../../controller/pods.ts";
import type {
  FoundTarget,
  Incomplete,
  Reading,
  ScalingKind,
  Seen,
  SeenTarget,
} from "../../controller/scaling-kind.ts";
import type {
  AutoscalerSpec as StoredSpec,
  AutoscalerStatus,
  ScaleTargetRef,
} from "../../crds/generated/autoscaler.ts";
import { fromStoredSpec } from "../../engine/autoscaler-fields.ts";
import { decideAutoscaler, type DecisionOutcome } from "../../engine/decide.ts";
import { withDefaults, type DefaultedSpec } from "../../engine/defaults.ts";
import type { FieldError } from "../../engine/field-error.ts";
import {
  fromKubernetes,
  type Observation,
  type RawAnswer,
  type RawObservation,
} from "../../engine/observation/observation.ts";
import { profiles, type AutoscalerProfile } from "../../engine/profile.ts";
import type { Settings } from "../../engine/settings.ts";
import { toAutoscalerStatus, viewAutoscalerStatus } from "../../engine/status/autoscaler-status.ts";
import { validateAutoscaler } from "../../engine/validate/autoscaler.ts";
import { resourcePath } from "../../kube/object.ts";
import { questionOf, type MetricApis } from "./questions.ts";

export type StoredAutoscaler = OwnObject<StoredSpec, AutoscalerStatus>;

export interface SeenAutoscaler extends Seen {
  readonly errors: readonly FieldError[];
  /** Null where there are errors. */
  readonly wanted: Wanted | null;
}

interface Wanted {
  readonly spec: DefaultedSpec;
  readonly profile: AutoscalerProfile;
  readonly periodSeconds: number;
  readonly target: Omit<PodsQuestion["target"], "uid">;
}

export const gvk: OwnKind = {
  group: "autoscaling.trimtab.dev",
  version: "v1alpha1",
  kind: "Autoscaler",
  plural: "autoscalers",
};

interface Ports {
  readonly get: (key: string) => StoredAutoscaler | undefined;
  readonly pods: Pods;
  readonly metrics: PodMetrics;
  readonly answers: MetricAnswers;
  readonly apis: MetricApis;
  readonly settings: Settings;
}

/** What an Autoscaler sees, and how its parts of the loop are done. */
export function autoscalerKind(
  ports: Ports,
): ScalingKind<StoredAutoscaler, SeenAutoscaler, Observation> {
  const { get, pods, settings } = ports;
  const see = oncePerObject((object: StoredAutoscaler) => seen(object, settings));
  return {
    apiVersion: `${gvk.group}/${gvk.version}`,
    kind: gvk.kind,
    path: ({ metadata: { namespace = "", name } }) => resourcePath({ ...gvk, namespace, name }),
    get,
    things: () => [],
    observe: object => Promise.resolve(see(object)),
    thingsOf: ({ wanted }, target) => {
      if (!wanted) return [];
      const question = podsOf(wanted, target);
      return [
        ...pods.things(question),
        ...sourcesOf(ports, wanted, question).map(({ thing }) => thing),
      ];
    },
    measure: (what, target) => measure(ports, what, target),
    decide: (what, target) => decide(settings, what, target),
    toStatus: ({ errors }, { object, now, targets }, previous) => {
      const generation = object.metadata.generation ?? 0;
      return toAutoscalerStatus({ generation, now, errors, target: targets[0] ?? null }, previous);
    },
    view: (status, { spec }) => viewAutoscalerStatus(status, spec.scaleTargetRef),
  };
}

const errorsOf = oncePerObject(({ spec }: StoredAutoscaler): readonly FieldError[] =>
  validateAutoscaler(spec).filter(({ severity }) => severity === "error"),
);

/** Only an object that may write claims its target. */
export function claimedBy(object: StoredAutoscaler): readonly ScaleTargetRef[] {
  if (errorsOf(object).length > 0) return [];
  const { mode = "Active", scaleTargetRef } = object.spec;
  return mode === "Active" ? [scaleTargetRef] : [];
}

function seen(object: StoredAutoscaler, settings: Settings): SeenAutoscaler {
  const errors = errorsOf(object);
  if (errors.length > 0) {
    return { refs: [], mode: "Paused", due: null, periodMs: null, errors, wanted: null };
  }
  const { scaleTargetRef, mode = "Active", syncPeriodSeconds: periodSeconds = 15 } = object.spec;
  const given = fromStoredSpec(object.spec);
  const spec = withDefaults(given, settings);
  const profile = profiles[given.compatibility ?? "None"];
  const { kind, name } = scaleTargetRef;
  const target = { name: `${kind} ${name}`, isScaled: mode === "Active" };
  return {
    refs: [scaleTargetRef],
    mode,
    due: null,
    periodMs: periodSeconds * 1000,
    errors,
    wanted: { spec, profile, periodSeconds, target },
  };
}

const podsOf = (
  { target }: Wanted,
  { namespace, state: { uid, selector } }: FoundTarget,
): PodsQuestion => ({ namespace, selector, target: { ...target, uid } });

/** Where the answer to one metric comes from. */
interface Source {
  readonly thing: string;
  /** Null: the first answer takes a moment. */
  readonly read: (pods: ReadonlyMap<string, unknown>) => GivenAnswer | null;
}

/** One for each metric, in its order. */
function sourcesOf(
  { metrics, answers, apis }: Ports,
  { spec, periodSeconds }: Wanted,
  of: { readonly namespace: string; readonly selector: string },
): readonly Source[] {
  const { namespace, selector } = of;
  const consumers = { namespace, selector, periodSeconds };
  const use: Source = {
    thing: metrics.thing(consumers),
    read: pods => usedBy(pods, metrics.read(consumers)),
  };
  return spec.metrics.map(metric => {
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
function measure(
  ports: Ports,
  { wanted }: SeenAutoscaler,
  target: FoundTarget,
): Reading<Observation> | Incomplete {
  if (!wanted) return { kind: "incomplete" };
  const { selector, replicas: specReplicas, statusReplicas } = target.state;
  const question = podsOf(wanted, target);
  const listed = ports.pods.read(question);
  if (listed.kind === "waiting") return { kind: "incomplete" };
  const known = listed.kind === "known" ? listed.pods : new Map<string, never>();
  const given = sourcesOf(ports, wanted, question).map(({ read }) => read(known));
  if (given.some(answer => answer === null)) return { kind: "incomplete" };

  const answered = given.filter(answer => answer !== null);
  const refusal = listed.kind === "failed" ? failed(listed.message) : null;
  const { metrics } = wanted.spec;
  const raw: RawObservation = {
    scale: { specReplicas, statusReplicas, selector },
    pods: [...known.values()],
    sharedWith: listed.kind === "known" ? listed.sharedWith : null,
    answers: answered.map(({ answer }) => refusal ?? answer),
  };
  return { kind: "measured", value: fromKubernetes(raw, metrics), askedAt: oldest(answered) };
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

function decide(
  settings: Settings,
  { wanted }: SeenAutoscaler,
  { measured, history, now, toldAt = now, isAgain = false }: SeenTarget<Observation>,
): DecisionOutcome {
  if (!wanted) throw new Error("an invalid spec has no targets to decide about");
  const { spec, profile } = wanted;
  const observation = { ...measured, toldAt, isAgain };
  return decideAutoscaler({ now, spec, settings, profile, observation, history });
}
