import { oncePerObject } from "../../controller/once-per-object.ts";
import type { OwnKind, OwnObject } from "../../controller/own-objects.ts";
import type { ScalingKind, Seen, SeenTarget } from "../../controller/scaling-kind.ts";
import type {
  AutoscalerSpec as StoredSpec,
  AutoscalerStatus,
  ScaleTargetRef,
} from "../../crds/generated/autoscaler.ts";
import { fromStoredSpec } from "../../engine/autoscaler-fields.ts";
import { decideAutoscaler, type DecisionOutcome } from "../../engine/decide.ts";
import { withDefaults } from "../../engine/defaults.ts";
import type { FieldError } from "../../engine/field-error.ts";
import type { Observation } from "../../engine/observation/observation.ts";
import { profiles } from "../../engine/profile.ts";
import type { Settings } from "../../engine/settings.ts";
import { toAutoscalerStatus, viewAutoscalerStatus } from "../../engine/status/autoscaler-status.ts";
import {
  checkGuardRails,
  type GuardRails,
  isFinal,
  withinRails,
} from "../../engine/validate/guard-rails.ts";
import { validateAutoscaler } from "../../engine/validate/autoscaler.ts";
import { resourcePath } from "../../kube/object.ts";
import { measure, type MeasurePorts, podsOf, sourcesOf, type Wanted } from "./measure.ts";

export type StoredAutoscaler = OwnObject<StoredSpec, AutoscalerStatus>;

export interface SeenAutoscaler extends Seen {
  readonly errors: readonly FieldError[];
  /** Where the installation's guard rails hold in the place of what the spec says. */
  readonly limits: readonly FieldError[];
  /** Null where there are errors. */
  readonly wanted: Wanted | null;
}

export const gvk: OwnKind = {
  group: "autoscaling.trimtab.dev",
  version: "v1alpha1",
  kind: "Autoscaler",
  plural: "autoscalers",
};

interface Ports extends MeasurePorts {
  readonly get: (key: string) => StoredAutoscaler | undefined;
  readonly settings: Settings;
  readonly rails: GuardRails;
}

/** What an Autoscaler sees, and how its parts of the loop are done. */
export function autoscalerKind(
  ports: Ports,
): ScalingKind<StoredAutoscaler, SeenAutoscaler, Observation> {
  const { get, pods, settings } = ports;
  const see = oncePerObject((object: StoredAutoscaler) => seen(object, ports));
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
    warm: ({ wanted }, target) => {
      if (!wanted) return [];
      const question = podsOf(wanted, target);
      pods.read(question);
      return pods.things(question);
    },
    measure: ({ wanted }, target) =>
      wanted ? measure(ports, wanted, target) : { kind: "incomplete" },
    decide: (what, target) => decide(settings, what, target),
    toStatus: ({ errors, limits }, { object, now, targets }, previous) => {
      const generation = object.metadata.generation ?? 0;
      const target = targets[0] ?? null;
      return toAutoscalerStatus({ generation, now, errors, limits, target }, previous);
    },
    view: (status, object) => viewAutoscalerStatus(status, targetOf(object)),
  };
}

/** Stored before the schema asked for one, an object may have no spec at all. */
const targetOf = ({ spec }: { readonly spec?: StoredSpec | null }): ScaleTargetRef =>
  spec?.scaleTargetRef ?? { apiVersion: "", kind: "", name: "" };

const errorsOf = oncePerObject(({ spec }: StoredAutoscaler): readonly FieldError[] =>
  validateAutoscaler(spec).filter(({ severity }) => severity === "error"),
);

/** Only an object that may write claims its target. */
export function claimedBy(object: StoredAutoscaler): readonly ScaleTargetRef[] {
  if (errorsOf(object).length > 0) return [];
  const { mode = "Active", scaleTargetRef } = object.spec;
  return mode === "Active" ? [scaleTargetRef] : [];
}

function seen(
  object: StoredAutoscaler,
  { settings, rails }: Pick<Ports, "settings" | "rails">,
): SeenAutoscaler {
  const wrong = errorsOf(object);
  const beyond = wrong.length > 0 ? [] : beyondRails(object, rails);
  const errors = [...wrong, ...beyond.filter(isFinal)];
  if (errors.length > 0) {
    return {
      refs: [],
      mode: "Paused",
      due: null,
      periodMs: null,
      errors,
      limits: [],
      wanted: null,
    };
  }
  const { scaleTargetRef, mode = "Active", syncPeriodSeconds = 15 } = object.spec;
  const periodSeconds = Math.max(syncPeriodSeconds, rails.leastSyncPeriodSeconds);
  const given = fromStoredSpec(object.spec);
  const spec = {
    ...withinRails(withDefaults(given, settings), rails),
    syncPeriodSeconds: periodSeconds,
  };
  const profile = profiles[given.compatibility ?? "None"];
  const { kind, name } = scaleTargetRef;
  const target = { name: `${kind} ${name}`, isScaled: mode === "Active" };
  return {
    refs: [scaleTargetRef],
    mode,
    due: null,
    periodMs: periodSeconds * 1000,
    errors,
    limits: beyond,
    wanted: { spec, profile, periodSeconds, target },
  };
}

/** Of a valid object. */
const beyondRails = ({ spec }: StoredAutoscaler, rails: GuardRails): FieldError[] =>
  checkGuardRails(spec, [{ path: "spec.scaleTargetRef", ref: spec.scaleTargetRef }], rails);

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
