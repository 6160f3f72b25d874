import type { MetricStatus } from "../recommend/metric-vote.ts";
import { MAX_ITEMS, readObjects } from "./recorded-lists.ts";
import { readAutoscalerSpec, type RecordedSpec } from "./recorded-spec.ts";
import type { ConditionDraft } from "../status/conditions.ts";
import type { Reader } from "../untrusted-reader.ts";

/** An Autoscaler or a HorizontalPodAutoscaler at its first appearance in a case. */
export interface RecordedObject {
  /** "namespace/name"; "" if the case has only one object. */
  readonly key: string;
  readonly kind: "Autoscaler" | "HorizontalPodAutoscaler";
  readonly spec: RecordedSpec;
  readonly status: RecordedStatus;
}

/** The part of a status that later syncs read or keep. */
export interface RecordedStatus {
  readonly conditions: readonly ConditionDraft[];
  readonly desiredReplicas: number;
  readonly currentMetrics: readonly MetricStatus[];
}

/** Each of several objects needs a kind, a namespace and a name; a single object does not. */
export function readObject(
  reader: Reader,
  raw: unknown,
  path: string,
  { isOneOfSeveral }: { readonly isOneOfSeveral: boolean },
): RecordedObject {
  const object = reader.object(raw, path);
  const kind =
    object["kind"] === "HorizontalPodAutoscaler" ? "HorizontalPodAutoscaler" : "Autoscaler";
  const spec = readAutoscalerSpec(reader, object, path);
  const status = readStatus(reader, object["status"], `${path}.status`);
  if (!isOneOfSeveral) return { key: "", kind, spec, status };
  if (object["kind"] !== kind) {
    reader.fail(`${path}.kind`, "is neither Autoscaler nor HorizontalPodAutoscaler");
  }
  const metadata = reader.object(object["metadata"], `${path}.metadata`);
  const part = (name: string): string => reader.text(metadata[name], `${path}.metadata.${name}`);
  return { key: `${part("namespace")}/${part("name")}`, kind, spec, status };
}

function readStatus(reader: Reader, raw: unknown, path: string): RecordedStatus {
  const status = reader.object(raw ?? {}, path);
  const conditions = reader
    .list(status["conditions"], `${path}.conditions`, MAX_ITEMS)
    .map(({ item, path: at }) => readCondition(reader, item, at));
  const desired = status["desiredReplicas"] ?? 0;
  const desiredReplicas = reader.integer(desired, `${path}.desiredReplicas`, 0);
  const metrics = status["currentMetrics"];
  const currentMetrics = readObjects<MetricStatus>(reader, metrics, `${path}.currentMetrics`);
  return { conditions, desiredReplicas, currentMetrics };
}

function readCondition(reader: Reader, raw: unknown, path: string): ConditionDraft {
  const condition = reader.object(raw, path);
  const status = condition["status"];
  if (status !== "True" && status !== "False" && status !== "Unknown") {
    reader.fail(`${path}.status`, "is not True, False or Unknown");
  }
  return {
    type: reader.text(condition["type"], `${path}.type`),
    status: status as ConditionDraft["status"],
    reason: reader.text(condition["reason"] ?? "", `${path}.reason`),
    message: reader.text(condition["message"] ?? "", `${path}.message`),
  };
}
