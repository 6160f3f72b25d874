import { canonicalJson, type Fields, fieldsOf } from "../../../engine/model/values/json-values.ts";
import { timeOrNull } from "../../../engine/model/values/time.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import { listed } from "../../../engine/model/values/short-text.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { textAt } from "../../objects/read-objects.ts";
import { cleanText } from "../../terminal/printable.ts";
import { spanText } from "../../terminal/times.ts";
import { amountOf, fieldsIn } from "../inventory/workloads.ts";
import type { FleetObject, Workload } from "../model/inventory.ts";

/** An autoscaler with what its rules read. */
export interface Subject {
  readonly object: FleetObject;
  /** null: it was not read, or is another kind. */
  readonly workload: Workload | null;
  readonly min: Bound;
  readonly max: Bound;
  readonly metrics: readonly Metric[];
  /** Of the HPA, and of the ScaledObject. */
  readonly conditions: ReadonlyMap<string, Condition>;
  /** From the status; null: not known. */
  readonly currentReplicas: number | null;
}

interface Bound {
  readonly field: string;
  readonly value: number;
}

export interface Condition {
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** null: not known. */
  readonly since: EpochMs | null;
}

export interface Metric {
  readonly type: string;
  /** `cpu`, `memory`, or any other. */
  readonly name: string;
  /** null: all containers, or none. */
  readonly container: string | null;
  /** For a message. */
  readonly label: string;
  /** The target in percent of the request; null: it is no utilization. */
  readonly utilization: number | null;
  /** The target as an average of the pods; null: it is none. */
  readonly average: number | null;
  /** Whether the status has a value of it. */
  readonly hasValue: boolean;
  /** The current value by the target; null: not known. */
  readonly ratio: number | null;
}

export function subjectOf(object: FleetObject, workload: Workload | null): Subject {
  const { manifest, hpa, kind } = object;
  const spec = fieldsOf(manifest["spec"]);
  const [min, max] =
    kind === "ScaledObject"
      ? [boundOf(spec, "minReplicaCount", 0), boundOf(spec, "maxReplicaCount", 100)]
      : [boundOf(spec, "minReplicas", 1), boundOf(spec, "maxReplicas", 1)];
  const status = fieldsOf(hpa?.["status"]);
  const listed = [status, fieldsOf(manifest["status"])].flatMap(each =>
    fieldsIn(each["conditions"]),
  );
  return {
    ...{ object, workload, min, max },
    metrics: metricsOf(hpa ?? {}),
    conditions: new Map(listed.map(each => [textAt(each, "type"), conditionOf(each)])),
    currentReplicas: amountOf(status["currentReplicas"]),
  };
}

const boundOf = (spec: Fields, field: string, absent: number): Bound => ({
  ...{ field, value: amountOf(spec[field]) ?? absent },
});

const conditionOf = (raw: Fields): Condition => ({
  status: textAt(raw, "status"),
  reason: cleanText(raw["reason"]),
  message: cleanText(raw["message"]).slice(0, 300),
  since: timeOrNull(textAt(raw, "lastTransitionTime")),
});

function metricsOf(hpa: Fields): Metric[] {
  const current = fieldsIn(valueAt(hpa, ["status", "currentMetrics"]));
  const values = new Map(
    current.map(each => [identityOf(each), fieldsOf(sourceOf(each)["current"])]),
  );
  return fieldsIn(valueAt(hpa, ["spec", "metrics"])).map(metric => {
    const source = sourceOf(metric);
    const name = textAt(source, "name") || textAt(source, "metric", "name");
    const container = textAt(source, "container") || null;
    const target = fieldsOf(source["target"]);
    const value = values.get(identityOf(metric)) ?? {};
    return {
      ...{ type: textAt(metric, "type"), name, container },
      label: cleanText(container === null ? name : `${name} of container ${container}`),
      utilization: amountOf(target["averageUtilization"]),
      average: amountOf(target["averageValue"]),
      hasValue: forms.some(form => amountOf(value[form]) !== null),
      ratio: ratioOf(value, target),
    };
  });
}

const forms = ["averageUtilization", "averageValue", "value"];

function ratioOf(value: Fields, target: Fields): number | null {
  const form = forms.find(each => amountOf(target[each]) !== null) ?? "";
  const [now, wanted] = [value, target].map(each => amountOf(each[form]) ?? NaN);
  const ratio = (now ?? NaN) / (wanted ?? NaN);
  return Number.isFinite(ratio) ? ratio : null;
}

/** What a metric and its value in the status have in common. */
function identityOf(metric: Fields): string {
  const { name, container, metric: identifier, describedObject } = sourceOf(metric);
  return canonicalJson([metric["type"], name, container, identifier, describedObject]);
}

/** Of type `ContainerResource`: its field containerResource. */
function sourceOf(metric: Fields): Fields {
  const type = textAt(metric, "type");
  return fieldsOf(metric[type.charAt(0).toLowerCase() + type.slice(1)]);
}

/** The metric that asks for the most; null: no value is known. */
export function decidingMetric({ metrics }: Subject): (Metric & { readonly ratio: number }) | null {
  const known = metrics.filter(({ ratio }) => ratio !== null) as (Metric & { ratio: number })[];
  return known.toSorted((a, b) => b.ratio - a.ratio)[0] ?? null;
}

/** However little the load is, as its spec says. */
export const neverScalesDown = ({ min, max, object }: Subject): boolean =>
  min.value >= max.value ||
  valueAt(object.hpa, ["spec", "behavior", "scaleDown", "selectPolicy"]) === "Disabled";

/** `a, b and 2 more`. */
export function someOf(names: readonly string[]): string {
  const [shown, more] = [names.slice(0, 5).map(cleanText), names.length - 5];
  return listed(more > 0 ? [...shown, `${more} more`] : shown, "and");
}

/** ` for 3 hours`; empty: not known. */
export const lasting = ({ since }: Condition, now: EpochMs): string =>
  since === null ? "" : ` for ${spanText(now - since)}`;

/** `Deployment web`. */
export const targetText = ({ target }: FleetObject): string =>
  cleanText(`${target.kind} ${target.name}`);
