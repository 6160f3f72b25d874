import {
  type ObservedForecast,
  type RawScale,
  type ScaleCounts,
  type ZeroOwner,
} from "../../engine/model/observation/observation.ts";
import type { RolloutState } from "../../engine/model/observation/rollout.ts";
import type { RawPod } from "../../engine/model/observation/pod.ts";
import type { RecordedMetrics } from "./recorded-metrics.ts";
import type { Threshold } from "../../crds/generated/autoscaler.ts";
import type { MetricStatus } from "../../engine/model/metric-vote.ts";
import type { AutoscalerSpec, Mode } from "../../engine/model/spec/autoscaler-spec.ts";
import type { Annotations } from "../../engine/model/pauses.ts";
import { toThreshold } from "../../engine/spec/autoscaler-fields.ts";
import type { ConditionDraft } from "../../engine/status/targets/conditions.ts";

/** A scale, with the rollout and zero owner that its object shows. */
interface RecordedScale extends RawScale {
  readonly rollout: RolloutState | null;
  readonly zeroOf: ZeroOwner | null;
}

export type RecordedStep = ReturnType<typeof stepOf>;

/**
 * Restarted  the controller restarts and loses its memory
 * Deleted    the object is deleted; the controller keeps its state until Forgotten
 * Forgotten  the controller notices that the object is gone
 * Created    the object is created, without a status
 */
export type RecordedEvent = ReturnType<typeof eventOf>;

export interface StepJson {
  readonly now: string;
  readonly events?: readonly EventJson[];
  readonly object?: string;
  readonly autoscaler?: ObjectJson;
  readonly scale?: ScaleJson;
  readonly monitored?: readonly ScaleJson[];
  /** How many writes of the count fail with a conflict. */
  readonly conflicts?: number;
  /** The calls that fail: getScale, updateScale, updateStatus. */
  readonly errors?: readonly string[];
  readonly pods?: readonly RawPod[];
  readonly metrics?: RecordedMetrics;
  readonly forecast?: ObservedForecast;
}

type EventJson =
  | { readonly type: "Restarted" }
  | { readonly type: "Deleted" | "Forgotten"; readonly object?: string }
  | { readonly type: "Created"; readonly autoscaler: ObjectJson };

type ScaleJson = ScaleCounts & Partial<RecordedScale>;

export function stepOf(json: StepJson, isOneOfSeveral: boolean) {
  const { now, events = [], object = "", autoscaler, scale, monitored, errors = [] } = json;
  const isReadable = !errors.includes("getScale");
  return {
    now: Date.parse(now),
    events: events.map(event => eventOf(event, isOneOfSeveral)),
    key: isOneOfSeveral ? object : "",
    /** null: the spec has not changed since the previous sync. */
    spec: autoscaler ? specOf(autoscaler) : null,
    /** null: the scale could not be read. */
    scale: scale && isReadable ? scaleOf(scale) : null,
    /** The scales of the other monitored objects; null: none are monitored. */
    monitored: monitored ? monitored.map(scaleOf) : null,
    conflicts: json.conflicts ?? 0,
    errors,
    pods: json.pods ?? [],
    metrics: json.metrics ?? {},
    forecast: json.forecast,
  };
}

function eventOf(event: EventJson, isOneOfSeveral: boolean) {
  switch (event.type) {
    case "Restarted":
      return { type: event.type };
    case "Created":
      return { type: event.type, object: objectOf(event.autoscaler, isOneOfSeveral) };
    case "Deleted":
    case "Forgotten":
      return { type: event.type, key: isOneOfSeveral ? (event.object ?? "") : "" };
  }
}

const scaleOf = (json: ScaleJson): RecordedScale => ({
  ...{ selector: "", rollout: null, zeroOf: null, ...json },
});

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
function specOf({ kind, metadata, spec }: ObjectJson): RecordedSpec {
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
