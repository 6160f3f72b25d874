import { resourceOf } from "../../engine/sources/metric-name.ts";
import { askedMetrics } from "../../engine/recommend/asked-metrics.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import type { Algorithm, AutoscalerSpec } from "../../engine/spec/autoscaler-spec.ts";
import { fromStoredSpec } from "../../engine/spec/autoscaler-fields.ts";
import { defaultSyncPeriodSeconds, withDefaults } from "../../engine/spec/defaults.ts";
import type { MeteredResource } from "../../engine/spec/metric.ts";
import { upstreamSettings } from "../../engine/spec/settings.ts";
import { autoscalerRules } from "../../engine/validate/autoscaler.ts";
import { type FieldError, formatFieldError, isError } from "../../engine/field-error.ts";
import { valueAt } from "../../engine/validate/structure.ts";
import { type Fields, isFields } from "../../engine/json-values.ts";
import { validateSpec } from "../../engine/validate/validate-object.ts";
import type { AutoscalerSpec as StoredSpec } from "../../crds/generated/autoscaler.ts";
import { objectsIn } from "../objects/read-objects.ts";
import { cleanText } from "../terminal/printable.ts";
import { splitDocuments } from "../validate/documents.ts";
import { lineAndColumn, Positions } from "../validate/yaml/positions.ts";
import { readYaml } from "../validate/yaml/read-yaml.ts";
import {
  isProportional,
  type ProportionalManifest,
  readProportional,
} from "./proportional/manifest.ts";
import { plainName } from "./world/metric-plan.ts";

/** An object to simulate, as plain data. */
export interface SimulatedObject {
  /** The file and the line of its metrics. */
  readonly place: string;
  readonly name: string;
  readonly kind: string;
  readonly algorithm: Algorithm;
  readonly spec: AutoscalerSpec;
  readonly periodSeconds: number;
  /** The resources whose usage it measures. */
  readonly measured: readonly MeteredResource[];
  /** The names of all its metrics. */
  readonly asked: readonly string[];
}

export interface Found {
  readonly objects: readonly SimulatedObject[];
  readonly proportional: readonly ProportionalManifest[];
  /** Those that may have the parameters of a ClusterProportionalAutoscaler. */
  readonly configMaps: readonly Fields[];
  /** What the simulation leaves out, as sentences. */
  readonly notes: readonly string[];
}

/**
 * The objects of a file that can be simulated, and ConfigMaps; others are skipped.
 *
 * Errors  a sentence with the line number: invalid YAML, an invalid object, or no object at all.
 */
export function simulatedObjectsIn(file: string, text: string): Result<Found, string> {
  const objects: SimulatedObject[] = [];
  const proportional: ProportionalManifest[] = [];
  const configMaps: Fields[] = [];
  const notes: string[] = [];
  const documents = splitDocuments(text);
  let others = 0;
  for (const document of documents) {
    const yaml = readYaml(document.text);
    const lineOf = (offset: number): number =>
      lineAndColumn(document.text, offset, document.line).line;
    if (!("root" in yaml)) return err(`${file}:${lineOf(yaml.offset)}: ${yaml.message}`);
    const places = new Positions(yaml);
    for (const { raw, root } of objectsIn(yaml.value)) {
      const at = (path: string): string => `${file}:${lineOf(places.offsetOf(path, root))}`;
      const read = isProportional(raw) ? readProportional(raw) : readObject(raw);
      if (read === null) {
        configMaps.push(...configMapIn(raw));
        others += 1;
        continue;
      }
      if (!read.ok) return err(`${at(read.error.path)}: ${formatFieldError(read.error)}`);
      if ("namespace" in read.value) proportional.push({ ...read.value, place: at("spec") });
      else objects.push({ ...read.value, place: at("spec.metrics") });
      notes.push(...notesOn(raw).map(([path, note]) => `${at(path)}: ${note}`));
    }
  }
  if (objects.length + proportional.length + configMaps.length > 0) {
    return ok({ objects, proportional, configMaps, notes });
  }
  return err(`${file}: ${otherObjects(others)}: ${needed}`);
}

export const needed =
  "an Autoscaler, a HorizontalPodAutoscaler or a ClusterProportionalAutoscaler is needed";

function otherObjects(count: number): string {
  if (count === 0) return "has no objects";
  if (count === 1) return "its only object is another kind";
  return `all of its ${count} objects are other kinds`;
}

const configMapIn = (raw: unknown): readonly Fields[] =>
  isFields(raw) && raw["kind"] === "ConfigMap" ? [raw] : [];

/** null: another kind. */
function readObject(raw: unknown): Result<Omit<SimulatedObject, "place">, FieldError> | null {
  const kind = valueAt(raw, ["kind"]);
  const group = cleanText(valueAt(raw, ["apiVersion"])).split("/")[0];
  const spec = valueAt(raw, ["spec"]);
  const isHpa = kind === "HorizontalPodAutoscaler" && group === "autoscaling";
  if (!isHpa && !(kind === "Autoscaler" && group === "autoscaling.trimtab.dev")) return null;
  const stored = isHpa ? storedSpecOf(spec) : spec;
  const error = validateSpec(autoscalerRules, stored).find(isError);
  if (error) return { ok: false, error };
  const engineSpec = fromStoredSpec(stored as StoredSpec);
  return ok({
    name: cleanText(valueAt(raw, ["metadata", "name"])),
    kind,
    algorithm: engineSpec.algorithm ?? "Trimtab-1",
    ...derivedFrom(engineSpec),
  });
}

/** What follows from a spec: it changes with the spec. */
export function derivedFrom(spec: AutoscalerSpec) {
  const metrics = askedMetrics(withDefaults(spec, upstreamSettings));
  return {
    spec,
    periodSeconds: spec.syncPeriodSeconds ?? defaultSyncPeriodSeconds,
    measured: metrics.flatMap(metric => resourceOf(metric) ?? []),
    asked: metrics.map(plainName),
  };
}

/** A HorizontalPodAutoscaler, v1 or v2, is decided as upstream does. */
function storedSpecOf(spec: unknown): unknown {
  if (typeof spec !== "object" || spec === null) return spec;
  const { targetCPUUtilizationPercentage: percent, ...rest } = spec as Record<string, unknown>;
  const target = { type: "Utilization", averageUtilization: percent };
  const metrics = [{ type: "Resource", resource: { name: "cpu", target } }];
  return { ...(percent == null ? {} : { metrics }), ...rest, algorithm: "HPA-1.36" };
}

type Note = readonly [path: string, note: string];

/** What of the object the simulation does not follow, with its path. */
function notesOn(raw: unknown): readonly Note[] {
  const field = (name: string): unknown => valueAt(raw, ["spec", name]);
  const has = (name: string): boolean => field(name) !== undefined;
  const [mode, targets, metrics] = ["mode", "scaleTargetRefs", "metrics"].map(field);
  const isPushed =
    Array.isArray(metrics) &&
    metrics.some(each => valueAt(each, ["externalScaler", "push"]) === true);
  const oneWorkload = "the workloads of a selector are simulated as one";
  const notes: readonly (readonly [isSo: boolean, ...Note])[] = [
    [mode === "DryRun" || mode === "Paused", "mode", `mode ${String(mode)} is simulated as Active`],
    [has("nodes"), "nodes", "the nodes of the load are those that count"],
    [
      Array.isArray(targets) && targets.length > 1,
      "scaleTargetRefs",
      "all targets get the same size; one is counted",
    ],
    [has("targetSelector"), "targetSelector", oneWorkload],
    [has("monitorSelectors"), "monitorSelectors", oneWorkload],
    [
      field("selectionStrategy") === "OwnerReference",
      "selectionStrategy",
      "every simulated pod is the workload's own",
    ],
    [
      has("healthGate"),
      "healthGate",
      "no simulated container crashes; a pod fails if it starts for too long",
    ],
    [
      has("scaleDownOrder"),
      "scaleDownOrder",
      "simulated pods share the load evenly, and the youngest go first",
    ],
    [isPushed, "metrics", "a simulated scaler announces nothing before a sync"],
  ];
  return notes.flatMap(([isSo, name, note]) => (isSo ? [[`spec.${name}`, note] as const] : []));
}
