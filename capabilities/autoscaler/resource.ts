// capabilities/autoscaler/: what is specific to Autoscalers. wiring.ts connects it to the controller.

import { CpuBudget } from "../../controller/workqueue/cpu-budget.ts";
import { oncePerObject } from "../../controller/memoize-by-object.ts";
import type { OwnKind } from "../../controller/resource-informer.ts";
import {
  nothingToScale,
  type ObservedTarget,
  type PassReport,
  withPauses,
  type Resource,
} from "../../controller/resource.ts";
import { earliest } from "../../engine/model/values/time.ts";
import type {
  AutoscalerSpec as StoredSpec,
  AutoscalerStatus,
} from "../../crds/generated/autoscaler.ts";
import { fromStoredSpec } from "../../engine/spec/autoscaler-fields.ts";
import { decideAutoscaler, isCorrection } from "../../engine/decide.ts";
import type { DecisionOutcome } from "../../engine/model/feature.ts";
import { countsOf } from "../../engine/features/monitored.ts";
import { type ObservedForecast, totalOf } from "../../engine/model/observation/observation.ts";
import type { EpochMs, FieldError } from "../../engine/model/values/result.ts";
import { boundsChangeAt, isOutOfBounds } from "../../engine/features/schedules/scheduled-bounds.ts";
import { withDefaults } from "../../engine/spec/defaults.ts";
import { profiles } from "../../engine/model/spec/profile.ts";
import type { Settings } from "../../engine/model/spec/settings.ts";
import {
  type AutoscalerReport,
  toAutoscalerStatus,
  viewAutoscalerStatus,
} from "../../engine/status/autoscaler-status.ts";
import { repetitionOf } from "../../engine/status/repeated-report.ts";
import { holdsClaim, modeOf } from "../../engine/status/targets/target-claim.ts";
import {
  checkRailsInParts,
  type GuardRails,
  isFinal,
  withinRails,
} from "../../engine/validate/guard-rails.ts";
import { errorsIn, isClaimReadable } from "../../engine/validate/validate-object.ts";
import { autoscalerRules } from "../../engine/validate/autoscaler.ts";
import type { Clock } from "../../kube/clock.ts";
import type { Forecasts } from "../../controller/forecasts/forecasts.ts";
import { objectKey } from "../../kube/watch/object.ts";
import type { Claimed } from "../../controller/claims/claim-index.ts";
import { monitoredWorkloads, partsOf } from "./monitored-workloads.ts";
import { measure, type MeasurePorts, needsPods } from "./observe.ts";
import type { ObservedAutoscaler, StoredAutoscaler } from "./observed-spec.ts";
import { select, type SelectPorts } from "./resolve-selectors.ts";

export const gvk: OwnKind = {
  group: "autoscaling.trimtab.dev",
  version: "v1alpha1",
  kind: "Autoscaler",
  plural: "autoscalers",
};

interface Ports extends MeasurePorts, SelectPorts {
  readonly forecasts: Pick<Forecasts, "of" | "peek" | "forget">;
  readonly settings: Settings;
  readonly rails: GuardRails;
  readonly clock: Pick<Clock, "now" | "monotonic">;
}

export function autoscalerResource(ports: Ports) {
  const { pods, pools, forecasts } = ports;
  const observedOf = oncePerObject((spec: StoredAutoscaler["spec"], namespace: string) =>
    observeSpec(spec, namespace, ports),
  );
  return {
    own: gvk,
    observe: async (object, previous, tracker, history) => {
      const { spec, metadata } = object;
      const own = withForecast(metadata, await observedOf(spec, metadata.namespace ?? ""));
      const known = { observed: own, previous, next: history?.nextTarget };
      const observed = await select(ports, object, known, tracker);
      if ("kind" in observed) return observed;
      const now = ports.clock.now();
      return withPauses(withBoundary(observed, now), object.metadata.annotations, now);
    },
    warm: ({ resolved }, target, tracker) => {
      if (!resolved || !needsPods(resolved.spec)) return;
      const parts = partsOf(resolved, target, monitoredWorkloads(pools, resolved, target) ?? []);
      for (const use of parts) pods.read(use, tracker);
    },
    measure: ({ resolved, claimed = [] }, target, tracker) =>
      resolved
        ? measure(ports, resolved, { ...target, candidates: claimed }, tracker)
        : { kind: "incomplete" },
    decide: (observed, target) => decide(ports, observed, target),
    toStatus: (observed, report, previous) =>
      toAutoscalerStatus(reportOf(forecasts, observed, report), previous),
    repetitionOf: (observed, report, saved) =>
      repetitionOf(reportOf(forecasts, observed, report), saved),
    view: (status, object) => viewAutoscalerStatus(status, targetOf(status, object)),
    // What was learned stays known while the spec asks for no forecast.
    forecastOf: (key, status) => status?.forecast && forecasts.peek(key)?.report,
    forget: key => forecasts.forget(key),
  } satisfies Resource<StoredAutoscaler, ObservedAutoscaler>;
}

const withForecast = oncePerObject(
  (metadata: StoredAutoscaler["metadata"], own: ObservedAutoscaler): ObservedAutoscaler => {
    if (!own.resolved?.spec.forecast) return own;
    const { uid, generation = 0 } = metadata;
    return { ...own, forecastFor: { key: objectKey(metadata), uid, generation } };
  },
);

function reportOf(
  forecasts: Pick<Forecasts, "peek">,
  { errors, limits, selected, pauses, resolved, forecastFor }: ObservedAutoscaler,
  { object, now, targets }: PassReport<StoredAutoscaler>,
): AutoscalerReport {
  const generation = object.metadata.generation ?? 0;
  const target = targets[0] ?? null;
  const schedules = resolved?.spec.schedules;
  const about = { generation, mode: modeOf(object), pauses, now };
  const forecast = forecastFor && (forecasts.peek(forecastFor.key)?.report ?? "Pending");
  return { ...about, errors, limits, target, selected, schedules, forecast };
}

/** An object that was stored before the schema required a spec may have none. */
function targetOf({ target }: AutoscalerStatus, { spec }: { readonly spec?: StoredSpec | null }) {
  const { apiVersion = "", kind = "", name = "" } = spec?.scaleTargetRef ?? target ?? {};
  return { apiVersion, kind, name };
}

const errorsOf = oncePerObject((spec: StoredAutoscaler["spec"]): readonly FieldError[] =>
  errorsIn(autoscalerRules, spec),
);

const claimFields = ["mode", "scaleTargetRef", "targetSelector"];

/**
 * Active and Paused objects claim a target, even if other fields are invalid. A selector claims all its matches.
 */
export function claimedBy(object: StoredAutoscaler): readonly Claimed[] {
  if (!isClaimReadable(errorsOf(object.spec), claimFields)) return [];
  const { mode = "Active", scaleTargetRef, targetSelector } = object.spec;
  const claimed = scaleTargetRef ?? targetSelector;
  const { generation } = object.metadata;
  const stored = { generation, conditions: object.status?.conditions };
  return claimed && holdsClaim(mode, stored) ? [claimed] : [];
}

/** What an object with a claim counts besides its target, each with the target's bounds and metrics. */
export function monitoredBy(object: StoredAutoscaler): readonly Claimed[] {
  const { monitorSelectors: monitors = [] } = isClaimReadable(errorsOf(object.spec), monitorFields)
    ? object.spec
    : {};
  return monitors.length > 0 && claimedBy(object).length > 0 ? monitors : [];
}

const monitorFields = ["monitorSelectors"];

async function observeSpec(
  stored: StoredAutoscaler["spec"],
  namespace: string,
  { settings, rails }: Pick<Ports, "settings" | "rails">,
): Promise<ObservedAutoscaler> {
  const wrong = errorsOf(stored);
  const isValid = wrong.length === 0;
  const parts = checkRailsInParts(stored, rails, namespace);
  const beyond = isValid ? (await new CpuBudget(Infinity).itemsOf(parts)).items : [];
  const errors = [...wrong, ...beyond.filter(isFinal)];
  if (errors.length > 0) {
    return { ...nothingToScale, errors, limits: [], resolved: null, selected: null };
  }
  const { scaleTargetRef, mode = "Active", monitorSelectors: monitors = [] } = stored;
  const given = fromStoredSpec(stored);
  const defaulted = withDefaults(given, settings);
  const periodSeconds = Math.max(defaulted.syncPeriodSeconds, rails.leastSyncPeriodSeconds);
  const spec = { ...withinRails(defaulted, rails), syncPeriodSeconds: periodSeconds };
  const profile = profiles[given.algorithm ?? "Trimtab-1"];
  return {
    // With a selector, the target is added once it has been chosen.
    refs: scaleTargetRef ? [scaleTargetRef] : [],
    ...(monitors.length > 0 ? { isTotal: true } : {}),
    mode,
    due: null,
    periodMs: periodSeconds * 1000,
    errors,
    limits: beyond,
    resolved: { spec, profile, periodSeconds, isScaled: mode === "Active", monitors },
    selected: null,
  };
}

/** The pass at the next boundary of the schedules is due by itself. */
function withBoundary(observed: ObservedAutoscaler, now: EpochMs): ObservedAutoscaler {
  const due = observed.resolved && boundsChangeAt(observed.resolved.spec, now);
  return due === null ? observed : { ...observed, due: earliest([observed.due, due]) };
}

function decide(
  { settings, forecasts }: Pick<Ports, "settings" | "forecasts">,
  { resolved, pauses, forecastFor }: ObservedAutoscaler,
  { uid, measured, history, now, askedAt = now, onlyCorrects = false }: ObservedTarget,
): DecisionOutcome | null {
  const isOut = () =>
    resolved && measured && isOutOfBounds(resolved.spec, history, countsOf(measured), now);
  if (onlyCorrects && isOut() !== true) return null;
  if (!resolved || !measured) throw new Error("an invalid spec has no targets to decide about");
  const { spec, profile } = resolved;
  const object = { spec, settings, profile };
  const decideWith = (forecast?: ObservedForecast): DecisionOutcome => {
    const observation = { ...measured, askedAt, ...(forecast && { forecast }) };
    return decideAutoscaler({ ...object, now, observation, history, pauses });
  };
  if (onlyCorrects) {
    const outcome = decideWith();
    return isCorrection(outcome) ? outcome : null;
  }
  if (!forecastFor) return decideWith();
  const count = totalOf(measured).specReplicas;
  const read = { object, count, isWritten: resolved.isScaled, target: uid };
  const forecaster = forecasts.of({ ...forecastFor, ...read });
  if (!forecaster) return decideWith();
  const outcome = decideWith(forecaster.observe(now, count));
  forecaster.decided(outcome);
  return outcome;
}
