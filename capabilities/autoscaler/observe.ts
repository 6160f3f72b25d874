import { oncePerObject } from "../../controller/once-per-object.ts";
import type { OwnKind, OwnObject } from "../../controller/own-objects.ts";
import type { PodMetrics } from "../../controller/pod-metrics.ts";
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
  readonly settings: Settings;
}

/** What an Autoscaler sees, and how its parts of the loop are done. */
export function autoscalerKind(
  ports: Ports,
): ScalingKind<StoredAutoscaler, SeenAutoscaler, Observation> {
  const { get, pods, metrics, settings } = ports;
  const see = oncePerObject((object: StoredAutoscaler) => seen(object, settings));
  return {
    apiVersion: `${gvk.group}/${gvk.version}`,
    kind: gvk.kind,
    path: ({ metadata: { namespace = "", name } }) => resourcePath({ ...gvk, namespace, name }),
    get,
    things: () => [],
    observe: object => Promise.resolve(see(object)),
    thingsOf: ({ wanted }, { namespace, state: { selector } }) => {
      if (!wanted) return [];
      const { periodSeconds } = wanted;
      return [
        pods.thing(namespace, selector),
        metrics.thing({ namespace, selector, periodSeconds }),
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
  return {
    refs: [scaleTargetRef],
    mode,
    due: null,
    periodMs: periodSeconds * 1000,
    errors,
    wanted: { spec, profile, periodSeconds },
  };
}

/** What is known of the target's pods and of what they use. */
function measure(
  { pods, metrics }: Ports,
  { wanted }: SeenAutoscaler,
  { namespace, state }: FoundTarget,
): Reading<Observation> | Incomplete {
  const { selector, replicas: specReplicas, statusReplicas } = state;
  const listed = pods.read(namespace, selector);
  if (!wanted || listed.kind === "waiting") return { kind: "incomplete" };
  const { periodSeconds, spec } = wanted;
  const used = metrics.read({ namespace, selector, periodSeconds });
  if (used.kind === "waiting") return { kind: "incomplete" };

  const known = listed.kind === "known" ? listed.pods : new Map<string, never>();
  const answer: RawAnswer =
    listed.kind === "refused"
      ? { kind: "Failed", message: listed.message }
      : used.kind === "failed"
        ? { kind: "Failed", message: used.message }
        : {
            kind: "PodMetrics",
            items: [...known.keys()].flatMap(pod => used.samples.get(pod) ?? []),
          };
  const raw: RawObservation = {
    scale: { specReplicas, statusReplicas, selector },
    pods: [...known.values()],
    answers: spec.metrics.map(() => answer),
  };
  return { kind: "measured", value: fromKubernetes(raw, spec.metrics), askedAt: used.askedAt };
}

function decide(
  settings: Settings,
  { wanted }: SeenAutoscaler,
  { measured: observation, history, now }: SeenTarget<Observation>,
): DecisionOutcome {
  if (!wanted) throw new Error("an invalid spec has no targets to decide about");
  const { spec, profile } = wanted;
  return decideAutoscaler({ now, spec, settings, profile, observation, history });
}
