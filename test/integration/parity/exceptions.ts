import { isObject, type Json, type JsonObject } from "./json-edit.ts";

/** Something that Trimtab rejects although a HorizontalPodAutoscaler may have it. */
export interface Exception {
  /** The name in the table in docs/autoscaler-and-hpa.md, which gives the reason. */
  readonly what: string;
  readonly covers: (field: string, value: Json | undefined, spec: JsonObject) => boolean;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isWritten = (value: unknown, pattern: RegExp): boolean =>
  isText(value) && pattern.test(value);
const isTarget = (field: string, key: string): boolean => field === `spec.scaleTargetRef.${key}`;
const isAmount = (field: string): boolean => /[.](value|averageValue)$/.test(field);
const isTolerance = (field: string): boolean => field.endsWith(".tolerance");

const isDescribed = (field: string, key: string): boolean =>
  field.endsWith(`.describedObject.${key}`);
const isReferred = (field: string, key: string): boolean =>
  isTarget(field, key) || isDescribed(field, key);

/** Absent or empty is v1. */
const describedVersion = /^(([a-z0-9]([-.a-z0-9]*[a-z0-9])?[/])?[a-z]([-a-z0-9]*[a-z0-9])?)?$/;
const groupVersion = /^[a-z0-9]([-.a-z0-9]*[a-z0-9])?[/][a-z]([-a-z0-9]*[a-z0-9])?$/;

/** Maximum number of characters, entries or labels. */
const limits: readonly (readonly [RegExp, number])[] = [
  [/^spec[.]metrics$/, 32],
  [/[.]policies$/, 16],
  [/[.]matchLabels$/, 32],
  [/[.]matchLabels[.]\w+$/, 63],
  [/[.]metric[.]name$/, 512],
  [/[.]describedObject[.]kind$/, 63],
  [/[.]describedObject[.]name$/, 253],
  [/[.]resource[.]name$/, 317],
];

const sizeOf = (value: Json | undefined): number =>
  isText(value) || Array.isArray(value) ? value.length : Object.keys(value ?? {}).length;

/** In the order in which upstream looks for the one source that it reads. */
const sourceOrder = ["object", "external", "pods", "resource", "containerResource"];

/** Sources in addition to the one that upstream reads, such as `spec.metrics[0].pods`. */
export function laterSources(spec: JsonObject): string[] {
  const metrics: Json | undefined = spec["metrics"];
  return (Array.isArray(metrics) ? (metrics as readonly Json[]) : []).flatMap((metric, index) => {
    const given = sourceOrder.filter(key => isObject(metric) && isObject(metric[key]));
    return given.slice(1).map(key => `spec.metrics[${index}].${key}`);
  });
}

export const exceptions: readonly Exception[] = [
  {
    what: "an invalid API version",
    covers: (field, value, spec) =>
      (isDescribed(field, "apiVersion") && !isWritten(value ?? "", describedVersion)) ||
      (isTarget(field, "apiVersion") &&
        (isReplicationController(spec) ? value !== "v1" : !isWritten(value, groupVersion))),
  },
  {
    what: "an invalid kind",
    covers: (field, value) =>
      isReferred(field, "kind") && !isWritten(value, /^[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?$/),
  },
  {
    what: "an invalid name",
    covers: (field, value) =>
      isReferred(field, "name") && !isWritten(value, /^[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?$/),
  },
  {
    what: "a metric that stands for all",
    covers: (field, value) => field.endsWith(".metric.name") && value === "*",
  },
  {
    what: "a fraction without quotes",
    covers: (field, value) =>
      isAmount(field) && typeof value === "number" && !Number.isInteger(value),
  },
  {
    what: "an oddly written quantity",
    covers: (field, value) =>
      (isAmount(field) || isTolerance(field)) &&
      isText(value) &&
      (/^\s|\s$|^\D*$|[eE]\d{2,}$/.test(value) || value.length > 64),
  },
  {
    what: "an endless tolerance",
    covers: (field, value) => isTolerance(field) && Number(value) > 2_147_483_647,
  },
  {
    what: "no scale-up from 0",
    covers: (field, value) =>
      field === "spec.behavior.scaleUp.selectPolicy" && value === "Disabled",
  },
  {
    what: "too much of anything",
    covers: (field, value) =>
      limits.some(([pattern, most]) => pattern.test(field) && sizeOf(value) > most),
  },
  { what: "`null` in a list", covers: (field, value) => field.endsWith("]") && value === null },
  {
    what: "mistakes in every source",
    covers: (field, _, spec) => laterSources(spec).some(source => field.startsWith(`${source}.`)),
  },
];

/** A rejection by the schema: the rules did not run, so it names fewer fields than upstream. */
export const schemaFirst: Exception = { what: "the schema comes first", covers: () => false };

const isReplicationController = (spec: JsonObject): boolean =>
  valueAt(spec, "spec.scaleTargetRef.kind") === "ReplicationController";

/** The value at a field such as `spec.metrics[0].type`. */
export function valueAt(spec: JsonObject, field: string): Json | undefined {
  let value: Json | undefined = spec;
  for (const [, key = ""] of field.replace(/^spec[.]?/, "").matchAll(/([^.[\]]+)/g)) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(key)];
    else value = isObject(value) ? value[key] : undefined;
  }
  return value;
}
