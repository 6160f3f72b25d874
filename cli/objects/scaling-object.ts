// cli/objects/: what the commands read of a cluster's objects, none of which is trusted.
// explain/, top/ and validate/ import it.

import type {
  Autoscaler,
  AutoscalerSpec,
  Condition as RawCondition,
  MonitoredCapacity,
  ScheduleStatus,
} from "../../crds/generated/autoscaler.ts";
import type {
  ClusterProportionalAutoscaler,
  Linear,
  TargetRef,
  TargetStatus,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { formatFieldError } from "../../engine/field-error.ts";
import { type Annotations, pickPauses } from "../../engine/pause/pauses.ts";
import { validateAutoscaler } from "../../engine/validate/autoscaler.ts";
import { valueAt } from "../../engine/validate/structure.ts";
import { cleanText } from "../terminal/printable.ts";
import { rfc3339 } from "../terminal/times.ts";
import { clusterLoad, type Load, metricLoad } from "./observed-load.ts";
import { selectorText } from "./selector-text.ts";
import { decisionOf, type Decision } from "./status-decision.ts";
import { present, readAutoscaler, readProportional, type WellTyped } from "./well-typed.ts";

export const kinds = {
  Autoscaler: { short: "asc", plural: "autoscalers" },
  ClusterProportionalAutoscaler: { short: "cpa", plural: "clusterproportionalautoscalers" },
} as const;

export type Kind = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as readonly Kind[];

export const group = "autoscaling.trimtab.dev";

/** An object of either kind with its status, limited to what the command line displays. */
export interface ScalingObject {
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** What validation says of schedules without effect. It takes milliseconds. */
  readonly scheduleWarnings: () => readonly string[];
  /** The windows in force now and next, from the status; null: it has no schedules. */
  readonly schedule: ShownSchedule | null;
  /** Of its annotations, those that pause it. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly mode: string;
  /** True if the status belongs to the current spec; null: there is no status. */
  readonly isUpToDate: boolean | null;
  readonly load: Load;
  /** The periods for pods that start, as far as its spec sets them; absent: it sets none. */
  readonly startup?: StartupFields;
  /** Without the conditions of one of several targets. */
  readonly conditions: readonly Condition[];
  readonly targets: readonly Target[];
}

export type StartupFields = Readonly<
  Partial<Pick<AutoscalerSpec, "cpuInitializationPeriodSeconds" | "initialReadinessDelaySeconds">>
>;

type Count = "minReplicas" | "maxReplicas" | "currentReplicas" | "desiredReplicas";

/** One workload and its decision. Times are RFC 3339. */
export interface Target extends Readonly<Record<Count, number | null>> {
  /** Without a name: the selector matches no workload. */
  readonly ref: TargetRef;
  /** The labels of the selector; null: the spec names the target. */
  readonly selectedBy: string | null;
  /** All monitored objects, including this one; null: only this one. */
  readonly monitored: Readonly<MonitoredCapacity> | null;
  /** How many pods that its selector matches do not count, because it does not control them; null: all count. */
  readonly podsLeftOut: number | null;
  readonly lastScaleTime: string | null;
  readonly conditions: readonly Condition[];
  readonly decision: Decision | null;
}

export interface Condition extends Readonly<Pick<RawCondition, "type" | "reason" | "message">> {
  readonly status: string;
  readonly lastTransitionTime: string | null;
}

/** Converts an object from an API server or a file; null: another kind. */
export function scalingObjectOf(raw: unknown): ScalingObject | null {
  if (!cleanText(valueAt(raw, ["apiVersion"])).startsWith(`${group}/`)) return null;
  const [kind, spec] = [valueAt(raw, ["kind"]), valueAt(raw, ["spec"])];
  const metadata = {
    uid: cleanText(valueAt(raw, ["metadata", "uid"])),
    annotations: pickPauses(valueAt(raw, ["metadata", "annotations"]) as Annotations) ?? {},
    scheduleWarnings: () => (kind === "Autoscaler" ? scheduleWarnings(spec) : []),
  };
  if (kind === "Autoscaler") return { ...autoscalerOf(readAutoscaler(raw)), ...metadata };
  if (kind !== "ClusterProportionalAutoscaler") return null;
  return { ...proportionalOf(readProportional(raw)), ...metadata };
}

const scheduleWarnings = (spec: unknown): string[] =>
  validateAutoscaler(spec)
    .filter(({ code, severity }) => code.startsWith("Schedule") && severity === "warning")
    .map(warning => cleanText(formatFieldError(warning)));

type WithoutMetadata = Omit<ScalingObject, "uid" | "annotations" | "scheduleWarnings">;

function autoscalerOf(object: WellTyped<Autoscaler>): WithoutMetadata {
  const { spec = {}, status = {} } = object;
  const { scaleTargetRef, targetSelector, minReplicas = 1, maxReplicas = null } = spec;
  const target = {
    ...workOf(status),
    ref: refOf(scaleTargetRef ?? status.target ?? targetSelector),
    selectedBy: targetSelector ? selectorText(targetSelector) : null,
    monitored: monitoredOf(status.monitored),
    podsLeftOut: status.pods?.leftOut ?? null,
    ...boundsInForce({ minReplicas, maxReplicas }, object),
    conditions: [],
  };
  return {
    kind: "Autoscaler",
    ...sharedFieldsOf(object),
    schedule: shownScheduleOf(object),
    load: metricLoad(object),
    ...startupOf(spec),
    targets: [target],
  };
}

function startupOf(spec: WellTyped<AutoscalerSpec>): Pick<ScalingObject, "startup"> {
  const names = ["cpuInitializationPeriodSeconds", "initialReadinessDelaySeconds"] as const;
  const given = names.flatMap(name => (spec[name] === undefined ? [] : [[name, spec[name]]]));
  return given.length === 0 ? {} : { startup: Object.fromEntries(given) as StartupFields };
}

function proportionalOf(object: WellTyped<ClusterProportionalAutoscaler>): WithoutMetadata {
  const { spec = {}, status = {} } = object;
  const bounds = boundsOf(spec.linear ?? status.parameters?.linear);
  const reported = present(status.targets);
  // Without a reported target, the spec at least names the workloads.
  const named: readonly WellTyped<TargetStatus>[] =
    reported.length > 0 ? reported : present(spec.scaleTargetRefs).map(ref => ({ ref }));
  return {
    kind: "ClusterProportionalAutoscaler",
    ...sharedFieldsOf(object),
    schedule: null,
    load: clusterLoad(object),
    targets: named.map(target => ({
      ...workOf(target),
      ...bounds,
      ref: refOf(target.ref),
      ...{ selectedBy: null, monitored: null, podsLeftOut: null },
      conditions: conditionsOf(target.conditions),
    })),
  };
}

function sharedFieldsOf(object: WellTyped<Autoscaler | ClusterProportionalAutoscaler>) {
  const { metadata = {}, spec, status } = object;
  const { generation } = metadata;
  // The default in the CRDs is -1.
  const observed = status?.observedGeneration ?? -1;
  // Nothing checks the fields that the API server writes.
  const isOutdated = typeof generation === "number" && observed < generation;
  return {
    namespace: metadata.namespace ?? "",
    name: metadata.name ?? "",
    mode: spec?.mode ?? "Active",
    isUpToDate: observed < 0 ? null : !isOutdated,
    conditions: conditionsOf(status?.conditions),
  };
}

type Work = "currentReplicas" | "desiredReplicas" | "lastScaleTime" | "decision";

const workOf = (status: Pick<WellTyped<TargetStatus>, Work>) => ({
  currentReplicas: status.currentReplicas ?? null,
  desiredReplicas: status.desiredReplicas ?? null,
  lastScaleTime: rfc3339(status.lastScaleTime),
  decision: decisionOf(status.decision),
});

/** From the spec or the ConfigMap. A ladder has no bounds, and the default is no bounds. */
const boundsOf = (linear: WellTyped<Linear> | undefined) => ({
  minReplicas: linear ? (linear.minReplicas ?? 1) : null,
  maxReplicas: linear?.maxReplicas === 0 ? null : (linear?.maxReplicas ?? null),
});

const monitoredOf = ({ objects, replicas }: WellTyped<MonitoredCapacity> = {}) =>
  objects === undefined || replicas === undefined ? null : { objects, replicas };

function refOf(ref: WellTyped<TargetRef> = {}): TargetRef {
  const { apiVersion = "", kind = "", name = "" } = ref;
  return { apiVersion, kind, name };
}

const conditionsOf = (list: WellTyped<RawCondition[]> | undefined): Condition[] =>
  present(list).map(({ lastTransitionTime: time, ...condition }) => {
    const { type = "", status = "", reason = "", message = "" } = condition;
    return { type, status, reason, message, lastTransitionTime: rfc3339(time) };
  });

/** The windows in force now and next, by name. Times are RFC 3339; null: none, or not known. */
export type ShownSchedule = Readonly<Record<keyof ScheduleStatus, string | null>>;

type Shown = Pick<WellTyped<Autoscaler>, "spec" | "status">;

/** null: the object has no schedules, or the operator has not looked at them yet. */
function shownScheduleOf({ spec, status }: Shown): ShownSchedule | null {
  const { schedule } = status ?? {};
  if (schedule === undefined || present(spec?.schedules).length === 0) return null;
  const { active = null, until, next = null, nextAt } = schedule;
  return { active, until: rfc3339(until), next, nextAt: rfc3339(nextAt) };
}

type Bounds = Pick<Target, "minReplicas" | "maxReplicas">;

/** The bounds of a spec, and in place of them those of the window that the status names. */
function boundsInForce(bounds: Bounds, { spec, status }: Shown): Bounds {
  const active = status?.schedule?.active;
  const window = active && present(spec?.schedules).find(({ name }) => name === active);
  if (!window) return bounds;
  const { minReplicas = bounds.minReplicas, maxReplicas = bounds.maxReplicas } = window;
  return { minReplicas, maxReplicas };
}
