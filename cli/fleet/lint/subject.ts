import { canonicalJson, type Fields, fieldsOf } from "../../../engine/model/values/json-values.ts";
import { timeOrNull } from "../../../engine/model/values/time.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { textAt } from "../../objects/read-objects.ts";
import { cleanText } from "../../terminal/printable.ts";
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
  readonly target: Amounts;
  /** null: the status has no value of it. */
  readonly current: Amounts | null;
  /** The current value by the target; null: not known. */
  readonly ratio: number | null;
}

interface Amounts {
  /** Percent. */
  readonly utilization: number | null;
  readonly average: number | null;
  readonly value: number | null;
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
  const values = new Map(
    fieldsIn(valueAt(hpa, ["status", "currentMetrics"])).map(each => [
      identityOf(each),
      amountsOf(sourceOf(each)["current"]),
    ]),
  );
  return fieldsIn(valueAt(hpa, ["spec", "metrics"])).map(metric => {
    const source = sourceOf(metric);
    const name = textAt(source, "name") || textAt(source, "metric", "name");
    const container = textAt(source, "container") || null;
    const target = amountsOf(source["target"]);
    const current = values.get(identityOf(metric)) ?? null;
    const label = cleanText(container === null ? name : `${name} of container ${container}`);
    return {
      type: textAt(metric, "type"),
      name,
      container,
      label,
      target,
      current,
      ratio: ratioOf(current, target),
    };
  });
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

function amountsOf(raw: unknown): Amounts {
  const { averageUtilization, averageValue, value } = fieldsOf(raw);
  return {
    utilization: amountOf(averageUtilization),
    average: amountOf(averageValue),
    value: amountOf(value),
  };
}

function ratioOf(current: Amounts | null, target: Amounts): number | null {
  for (const key of ["utilization", "average", "value"] as const) {
    const [now, wanted] = [current?.[key] ?? null, target[key]];
    if (wanted !== null) return now === null || wanted === 0 ? null : now / wanted;
  }
  return null;
}

/** The metric that asks for the most; null: no value is known. */
export function decidingMetric({ metrics }: Subject): (Metric & { readonly ratio: number }) | null {
  const known = metrics.filter(({ ratio }) => ratio !== null) as (Metric & { ratio: number })[];
  return known.toSorted((a, b) => b.ratio - a.ratio)[0] ?? null;
}

export const isBlank = (amounts: Amounts): boolean =>
  amounts.utilization === null && amounts.average === null && amounts.value === null;

/** `3 h`, `2 d`: how long ago. */
export function ageOf(since: EpochMs, now: EpochMs): string {
  const minutes = Math.floor((now - since) / 60_000);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}

/** `Deployment web`. */
export const targetText = ({ target }: FleetObject): string =>
  cleanText(`${target.kind} ${target.name}`);
