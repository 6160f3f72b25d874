import type { RawScale, ScaleCounts } from "../../engine/observation/observation.ts";
import type { RolloutState } from "../../engine/observation/rollout.ts";
import type { ZeroOwner } from "../../engine/observation/zero-owner.ts";
import type { RawPod } from "../../engine/observation/pod.ts";
import type { RecordedMetrics } from "./recorded-metrics.ts";
import {
  type ObjectJson,
  objectOf,
  type RecordedObject,
  type RecordedSpec,
  specOf,
} from "./recorded-object.ts";
import type { EpochMs } from "../../engine/result.ts";

/** A scale, with the rollout and zero owner that its object shows. */
interface RecordedScale extends RawScale {
  readonly rollout: RolloutState | null;
  readonly zeroOf: ZeroOwner | null;
}

export interface RecordedStep extends Required<
  Pick<StepJson, "conflicts" | "errors" | "pods" | "metrics">
> {
  readonly now: EpochMs;
  readonly events: readonly RecordedEvent[];
  readonly key: string;
  /** null: the spec has not changed since the previous sync. */
  readonly spec: RecordedSpec | null;
  /** null: the scale could not be read. */
  readonly scale: RecordedScale | null;
  /** The scales of the other monitored objects; null: none are monitored. */
  readonly monitored: readonly RecordedScale[] | null;
}

/**
 * Restarted  the controller restarts and loses its memory
 * Deleted    the object is deleted; the controller keeps its state until Forgotten
 * Forgotten  the controller notices that the object is gone
 * Created    the object is created, without a status
 */
export type RecordedEvent =
  | { readonly type: "Restarted" }
  | { readonly type: "Deleted" | "Forgotten"; readonly key: string }
  | { readonly type: "Created"; readonly object: RecordedObject };

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
}

type EventJson =
  | { readonly type: "Restarted" }
  | { readonly type: "Deleted" | "Forgotten"; readonly object?: string }
  | { readonly type: "Created"; readonly autoscaler: ObjectJson };

type ScaleJson = ScaleCounts & Partial<RecordedScale>;

export function stepOf(json: StepJson, isOneOfSeveral: boolean): RecordedStep {
  const { now, events = [], object = "", autoscaler, scale, monitored, errors = [] } = json;
  const isReadable = !errors.includes("getScale");
  return {
    now: Date.parse(now),
    events: events.map(event => eventOf(event, isOneOfSeveral)),
    key: isOneOfSeveral ? object : "",
    spec: autoscaler ? specOf(autoscaler) : null,
    scale: scale && isReadable ? scaleOf(scale) : null,
    monitored: monitored ? monitored.map(scaleOf) : null,
    conflicts: json.conflicts ?? 0,
    errors,
    pods: json.pods ?? [],
    metrics: json.metrics ?? {},
  };
}

function eventOf(event: EventJson, isOneOfSeveral: boolean): RecordedEvent {
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
