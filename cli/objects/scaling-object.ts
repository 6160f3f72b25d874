// cli/objects/: what the commands read of a cluster's objects, none of which is trusted.
// explain/, top/ and validate/ import it.

import type { Autoscaler, MonitoredCapacity } from "../../crds/generated/autoscaler.ts";
import type {
  ClusterProportionalAutoscaler,
  Condition as RawCondition,
  ObjectMeta,
  ScaleTargetRef,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { EpochMs } from "../../engine/result.ts";
import { type Fields, countOf, fieldsOf, listOf, textOf, timeOf } from "./untrusted-fields.ts";
import { clusterLoad, type Load, metricLoad } from "./observed-load.ts";
import { selectorText } from "./selector-text.ts";
import { decisionOf, type Decision } from "./status-decision.ts";

/** The names of the two kinds, as in `kubectl`. */
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
  readonly mode: string;
  /** True if the status belongs to the current spec; null: there is no status. */
  readonly isUpToDate: boolean | null;
  readonly load: Load;
  /** Without the conditions of one of several targets. */
  readonly conditions: readonly Condition[];
  readonly targets: readonly Target[];
}

/** One workload and its decision. */
export interface Target {
  /** Without a name: the selector matches no workload. */
  readonly ref: TargetRef;
  /** The labels of the selector; null: the spec names the target. */
  readonly selectedBy: string | null;
  /** All monitored objects, including this one; null: only this one. */
  readonly monitored: { readonly objects: number; readonly replicas: number } | null;
  readonly minReplicas: number | null;
  readonly maxReplicas: number | null;
  readonly currentReplicas: number | null;
  readonly desiredReplicas: number | null;
  readonly lastScaleTime: EpochMs | null;
  readonly conditions: readonly Condition[];
  readonly decision: Decision | null;
}

export interface TargetRef {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly lastTransitionTime: EpochMs | null;
}

/** Converts an object from an API server or a file; null: another kind. */
export function scalingObjectOf(raw: unknown): ScalingObject | null {
  const { apiVersion, kind } = fieldsOf<Autoscaler>(raw);
  if (!textOf(apiVersion).startsWith(`${group}/`)) return null;
  if (kind === "Autoscaler") return autoscalerOf(raw);
  return kind === "ClusterProportionalAutoscaler" ? proportionalOf(raw) : null;
}

function autoscalerOf(raw: unknown): ScalingObject {
  const object = fieldsOf<Autoscaler>(raw);
  const spec = fieldsOf<Autoscaler["spec"]>(object.spec);
  const status = fieldsOf<NonNullable<Autoscaler["status"]>>(object.status);
  const target = {
    ...workOf(status),
    ref: refOf(spec.scaleTargetRef ?? status.target ?? spec.targetSelector),
    selectedBy: spec.targetSelector === undefined ? null : selectorText(spec.targetSelector),
    monitored: monitoredOf(status.monitored),
    minReplicas: countOf(spec.minReplicas) ?? 1,
    maxReplicas: countOf(spec.maxReplicas),
    conditions: [],
  };
  return {
    ...identityOf("Autoscaler", object, spec.mode),
    load: metricLoad(listOf(spec.metrics), listOf(status.currentMetrics), {
      hasThresholds: listOf(spec.thresholds).length > 0,
    }),
    conditions: conditionsOf(status.conditions),
    targets: [target],
  };
}

type ProportionalSpec = ClusterProportionalAutoscaler["spec"];
type ProportionalStatus = NonNullable<ClusterProportionalAutoscaler["status"]>;
type RawTarget = NonNullable<ProportionalStatus["targets"]>[number];

function proportionalOf(raw: unknown): ScalingObject {
  const object = fieldsOf<ClusterProportionalAutoscaler>(raw);
  const spec = fieldsOf<ProportionalSpec>(object.spec);
  const status = fieldsOf<ProportionalStatus>(object.status);
  const bounds = proportionalBounds(spec, status);
  const reported = listOf(status.targets).map(target => fieldsOf<RawTarget>(target));
  // Without a reported target, the spec at least names the workloads.
  const named = reported.length > 0 ? reported : listOf(spec.scaleTargetRefs).map(ref => ({ ref }));
  return {
    ...identityOf("ClusterProportionalAutoscaler", object, spec.mode),
    load: clusterLoad(spec, status),
    conditions: conditionsOf(status.conditions),
    targets: named.map((target: Fields<RawTarget>) => ({
      ...workOf(target),
      ...bounds,
      ref: refOf(target.ref),
      ...{ selectedBy: null, monitored: null },
      conditions: conditionsOf(target.conditions),
    })),
  };
}

interface RawObject {
  readonly metadata?: unknown;
  readonly status?: unknown;
}

function identityOf(kind: Kind, { metadata, status }: RawObject, mode: unknown) {
  const { name, namespace, generation } = fieldsOf<ObjectMeta>(metadata);
  const observed = countOf(fieldsOf<ProportionalStatus>(status).observedGeneration);
  return {
    kind,
    namespace: textOf(namespace),
    name: textOf(name),
    mode: textOf(mode) || "Active",
    // The default in the CRDs is -1.
    isUpToDate: observed === null || observed < 0 ? null : observed >= (countOf(generation) ?? 0),
  };
}

/** The status fields of a workload that both kinds share. */
function workOf(status: Fields<Omit<RawTarget, "ref">>) {
  return {
    currentReplicas: countOf(status.currentReplicas),
    desiredReplicas: countOf(status.desiredReplicas),
    lastScaleTime: timeOf(status.lastScaleTime),
    decision: decisionOf(status.decision),
  };
}

/** From the spec or the ConfigMap. A ladder has no bounds, and the default is no bounds. */
function proportionalBounds(spec: Fields<ProportionalSpec>, status: Fields<ProportionalStatus>) {
  const inForce = fieldsOf<NonNullable<ProportionalStatus["parameters"]>>(status.parameters);
  const linear = spec.linear ?? inForce.linear;
  const { minReplicas, maxReplicas } = fieldsOf<NonNullable<ProportionalSpec["linear"]>>(linear);
  return {
    minReplicas: linear === undefined ? null : (countOf(minReplicas) ?? 1),
    maxReplicas: countOf(maxReplicas) === 0 ? null : countOf(maxReplicas),
  };
}

function monitoredOf(raw: unknown): Target["monitored"] {
  const { objects, replicas } = fieldsOf<MonitoredCapacity>(raw);
  const [count, sum] = [countOf(objects), countOf(replicas)];
  return count === null || sum === null ? null : { objects: count, replicas: sum };
}

function refOf(raw: unknown): TargetRef {
  const { apiVersion, kind, name } = fieldsOf<ScaleTargetRef>(raw);
  return { apiVersion: textOf(apiVersion), kind: textOf(kind), name: textOf(name) };
}

const conditionsOf = (raw: unknown): Condition[] =>
  listOf(raw).map(item => {
    const condition = fieldsOf<RawCondition>(item);
    return {
      type: textOf(condition.type),
      status: textOf(condition.status),
      reason: textOf(condition.reason),
      message: textOf(condition.message),
      lastTransitionTime: timeOf(condition.lastTransitionTime),
    };
  });
