import type { Threshold } from "../../crds/generated/autoscaler.ts";
import type { MetricStatus } from "../../engine/recommend/metric-vote.ts";
import type { AutoscalerSpec } from "../../engine/spec/autoscaler-spec.ts";
import type { Annotations } from "../../engine/pause/pauses.ts";
import { toThreshold } from "../../engine/spec/autoscaler-fields.ts";
import type { ConditionDraft } from "../../engine/status/conditions.ts";
import type { Mode } from "../../engine/transition.ts";

/** An Autoscaler or a HorizontalPodAutoscaler at its first appearance in a case. */
export interface RecordedObject {
  /** "namespace/name"; "" if the case has only one object. */
  readonly key: string;
  readonly kind: "Autoscaler" | "HorizontalPodAutoscaler";
  readonly spec: RecordedSpec;
  readonly status: RecordedStatus;
}

/** A HorizontalPodAutoscaler is always Active and has no annotations. */
export interface RecordedSpec extends AutoscalerSpec {
  readonly mode: Mode;
  readonly annotations: Annotations;
}

/** The part of a status that later syncs read or keep. */
export interface RecordedStatus {
  readonly conditions: readonly ConditionDraft[];
  readonly desiredReplicas: number;
  readonly currentMetrics: readonly MetricStatus[];
}

export interface ObjectJson {
  readonly kind?: unknown;
  readonly metadata?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly annotations?: Annotations;
  };
  readonly spec: SpecJson;
  readonly status?: StatusJson;
}

interface SpecJson extends Omit<AutoscalerSpec, "thresholds"> {
  readonly thresholds?: readonly Threshold[];
  readonly mode?: RecordedSpec["mode"];
}

interface StatusJson extends Partial<Omit<RecordedStatus, "conditions">> {
  readonly conditions?: readonly (Pick<ConditionDraft, "type" | "status"> &
    Partial<ConditionDraft>)[];
}

/** @param isOneOfSeveral whether the objects of the case have names */
export function objectOf(json: ObjectJson, isOneOfSeveral: boolean): RecordedObject {
  const { namespace = "", name = "" } = json.metadata ?? {};
  return {
    key: isOneOfSeveral ? `${namespace}/${name}` : "",
    kind: json.kind === "HorizontalPodAutoscaler" ? json.kind : "Autoscaler",
    spec: specOf(json),
    status: statusOf(json.status),
  };
}

/** A HorizontalPodAutoscaler is decided as upstream does. */
export function specOf({ kind, metadata, spec }: ObjectJson): RecordedSpec {
  const { algorithm = "Trimtab-1", mode = "Active" } = spec;
  const read = { ...spec, thresholds: (spec.thresholds ?? []).map(toThreshold) };
  return kind === "HorizontalPodAutoscaler"
    ? { ...read, algorithm: "HPA-1.36", mode: "Active", annotations: null }
    : { ...read, algorithm, mode, annotations: metadata?.annotations };
}

const statusOf = ({
  conditions = [],
  desiredReplicas = 0,
  currentMetrics = [],
}: StatusJson = {}): RecordedStatus => ({
  conditions: conditions.map(condition => ({ reason: "", message: "", ...condition })),
  desiredReplicas,
  currentMetrics,
});
