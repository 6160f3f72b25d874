// cli/objects/: what the commands read of a cluster's objects, none of which is trusted.

import type {
  Autoscaler,
  AutoscalerSpec,
  ForecastStatus,
  ScheduleStatus,
  MonitoredCapacity,
} from "../../crds/generated/autoscaler.ts";
import type {
  TargetDecision,
  TargetStep,
  TargetVote,
  Condition,
} from "../../crds/generated/shared.ts";
import type {
  ClusterProportionalAutoscaler,
  Linear,
  TargetRef,
  TargetStatus,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { formatFieldError } from "../../engine/model/values/result.ts";
import { type Annotations, pickPauses } from "../../engine/model/pauses.ts";
import { formatSelector } from "../../engine/model/selectors/selector-text.ts";
import { validateAutoscaler } from "../../engine/validate/autoscaler.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { cleanText } from "../terminal/printable.ts";
import { rfc3339 } from "../terminal/times.ts";
import { clusterLoad, type Load, metricLoad } from "./load.ts";
import { readAutoscaler, readProportional } from "./well-typed.ts";
import { replay, toVote } from "../../engine/replay.ts";
import { winnerOf } from "../../engine/model/decision.ts";

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
  /** RFC 3339; null: not known. */
  readonly createdAt: string | null;
  /** What validation says of schedules without effect. It takes milliseconds. */
  readonly scheduleWarnings: () => readonly string[];
  /** The windows in force now and next, from the status; null: it has no schedules. */
  readonly schedule: ShownSchedule | null;
  /** null: the object asks for no forecast, or the operator has not looked at it yet. */
  readonly forecast: Readonly<ReturnType<typeof shownForecast>> | null;
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

/** Converts an object from an API server or a file; null: another kind. */
export function scalingObjectOf(raw: unknown): ScalingObject | null {
  if (!cleanText(valueAt(raw, ["apiVersion"])).startsWith(`${group}/`)) return null;
  const [kind, spec] = [valueAt(raw, ["kind"]), valueAt(raw, ["spec"])];
  const metadata = {
    uid: cleanText(valueAt(raw, ["metadata", "uid"])),
    createdAt: rfc3339(cleanText(valueAt(raw, ["metadata", "creationTimestamp"]))),
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

function autoscalerOf(object: Autoscaler) {
  const { spec, status = {} } = object;
  const { scaleTargetRef, targetSelector, minReplicas = 1, maxReplicas } = spec;
  const bounds = { minReplicas, maxReplicas: maxReplicas === 0 ? null : maxReplicas };
  const target = {
    ...workOf(status),
    ref: refOf(scaleTargetRef ?? status.target ?? targetSelector),
    selectedBy: targetSelector ? formatSelector(targetSelector.selector ?? {}) : null,
    monitored: status.monitored ?? null,
    podsLeftOut: status.pods?.leftOut ?? null,
    ...boundsOfWindow(bounds, object),
    conditions: [],
  };
  return {
    kind: "Autoscaler" as const,
    ...sharedFieldsOf(object),
    schedule: shownScheduleOf(object),
    forecast: status.forecast ? shownForecast(status.forecast) : null,
    load: metricLoad(object),
    ...startupOf(spec),
    targets: [target],
  };
}

function startupOf(spec: AutoscalerSpec): Pick<ScalingObject, "startup"> {
  const names = ["cpuInitializationPeriodSeconds", "initialReadinessDelaySeconds"] as const;
  const given = names.flatMap(name => (spec[name] === undefined ? [] : [[name, spec[name]]]));
  return given.length === 0 ? {} : { startup: Object.fromEntries(given) as StartupFields };
}

function proportionalOf(object: ClusterProportionalAutoscaler) {
  const { spec, status = {} } = object;
  const { targets: reported = [] } = status;
  // Without a reported target, the spec at least names the workloads.
  const named: readonly TargetStatus[] =
    reported.length > 0 ? reported : spec.scaleTargetRefs.map(ref => ({ ref }));
  return {
    kind: "ClusterProportionalAutoscaler" as const,
    ...sharedFieldsOf(object),
    ...{ schedule: null, forecast: null },
    load: clusterLoad(object),
    targets: named.map(target => ({
      ...workOf(target),
      ...boundsOf(spec.linear ?? status.parameters?.linear),
      ref: refOf(target.ref),
      ...{ selectedBy: null, monitored: null, podsLeftOut: null },
      conditions: target.conditions ?? [],
    })),
  };
}

function sharedFieldsOf({ metadata, spec, status }: Autoscaler | ClusterProportionalAutoscaler) {
  const { namespace = "", name = "", generation } = metadata ?? {};
  // The default in the CRDs is -1.
  const observed = status?.observedGeneration ?? -1;
  // Nothing checks the fields that the API server writes.
  const isOutdated = typeof generation === "number" && observed < generation;
  return {
    ...{ namespace, name },
    mode: spec.mode ?? "Active",
    isUpToDate: observed < 0 ? null : !isOutdated,
    conditions: status?.conditions ?? [],
  };
}

const workOf = (status: Omit<TargetStatus, "ref">) => ({
  currentReplicas: status.currentReplicas ?? null,
  desiredReplicas: status.desiredReplicas ?? null,
  lastScaleTime: rfc3339(status.lastScaleTime),
  decision: decisionOf(status.decision),
});

/** From the spec or the ConfigMap. A ladder has no bounds, and the default is no bounds. */
const boundsOf = (linear: Linear | undefined) => ({
  minReplicas: linear ? (linear.minReplicas ?? 1) : null,
  maxReplicas: linear?.maxReplicas === 0 ? null : (linear?.maxReplicas ?? null),
});

function refOf(ref: Partial<TargetRef> = {}): TargetRef {
  const { apiVersion = "", kind = "", name = "" } = ref;
  return { apiVersion, kind, name };
}

/** The windows in force now and next, by name. Times are RFC 3339; null: none, or not known. */
export type ShownSchedule = Readonly<Record<keyof ScheduleStatus, string | null>>;

/** null: the object has no schedules, or the operator has not looked at them yet. */
function shownScheduleOf({ spec, status }: Autoscaler): ShownSchedule | null {
  const { schedule } = status ?? {};
  if (schedule === undefined || (spec.schedules ?? []).length === 0) return null;
  const { active = null, until, next = null, nextAt } = schedule;
  return { active, until: rfc3339(until), next, nextAt: rfc3339(nextAt) };
}

/** Without the time of an expectation, which changes although nothing else does. */
const shownForecast = ({ expected, ...forecast }: ForecastStatus) => ({
  ...{ ...forecast, expectedReplicas: expected?.replicas ?? null },
});

type Bounds = Pick<Target, "minReplicas" | "maxReplicas">;

/** The bounds of a spec, and in place of them those of the window that the status names. */
function boundsOfWindow(bounds: Bounds, { spec, status }: Autoscaler): Bounds {
  const active = status?.schedule?.active;
  const window = active && (spec.schedules ?? []).find(({ name }) => name === active);
  if (!window) return bounds;
  const { minReplicas = bounds.minReplicas, maxReplicas = bounds.maxReplicas } = window;
  return { minReplicas, maxReplicas };
}

/** A decision from a status, and what it comes to. */
export interface Decision extends TargetDecision {
  /** The vote that determined the count, by the engine's own rule; null: the count was held. */
  readonly winner: TargetVote | null;
  /** Set if the stages do not lead from the votes to the count; null: they do. */
  readonly contradiction: string | null;
}

/** True for a stage that only adds or subtracts other objects. */
export const isShift = ({ step }: Pick<TargetStep, "step">): boolean =>
  step === "monitor" || step === "target";

/** Null: no decision yet. */
function decisionOf(decision: TargetDecision | undefined): Decision | null {
  if (decision === undefined) return null;
  const { votes, steps } = decision;
  const counts = votes.map(toVote);
  const hasWinner = steps.some(({ reason }) => reason === "LargestVote");
  const winner = hasWinner ? winnerOf(counts) : null;
  const replayed = replay(decision);
  return {
    ...decision,
    winner: (winner && votes[counts.indexOf(winner)]) ?? null,
    contradiction: replayed.ok ? null : replayed.error,
  };
}
