import { stringify } from "yaml";

import { autoscalerFeatures } from "../../engine/features/features.ts";
import {
  err,
  ok,
  type Result,
  type FieldError,
  formatFieldError,
  isError,
} from "../../engine/model/values/result.ts";
import type { Algorithm, AutoscalerSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import { fromStoredSpec } from "../../engine/spec/autoscaler-fields.ts";
import { autoscalerRules } from "../../engine/validate/autoscaler.ts";
import { valueAt } from "../../engine/schema/structure.ts";
import { type Fields, isFields, listOf } from "../../engine/model/values/json-values.ts";
import { validateSpec } from "../../engine/validate/validate-object.ts";
import type { AutoscalerSpec as StoredSpec } from "../../crds/generated/autoscaler.ts";
import { fieldText } from "../convert/conversion.ts";
import { hpaV1, hpaV2beta1 } from "../convert/kinds/hpa.ts";
import { hpaOfKeda } from "../convert/prove/keda-hpa.ts";
import { objectsIn } from "../objects/read-objects.ts";
import { kindKey } from "../validate/claims.ts";
import { splitDocuments } from "../validate/documents.ts";
import { identityOf } from "../validate/findings.ts";
import { lineAndColumn, Positions } from "../validate/yaml/positions.ts";
import { readYaml } from "../validate/yaml/read-yaml.ts";
import { type ProportionalManifest, readProportional } from "./proportional/manifest.ts";

/** An object to simulate, as plain data. */
export interface SimulatedObject {
  /** The file and the line of its metrics. */
  readonly place: string;
  readonly name: string;
  readonly kind: string;
  readonly algorithm: Algorithm;
  readonly spec: AutoscalerSpec;
}

export interface Found {
  readonly objects: readonly SimulatedObject[];
  readonly proportional: readonly ProportionalManifest[];
  /** Those that may have the parameters of a ClusterProportionalAutoscaler. */
  readonly configMaps: readonly Fields[];
  /** What the simulation leaves out, as sentences. */
  readonly notes: readonly string[];
  /** The objects as they are in the file, in YAML. */
  readonly manifests: readonly string[];
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
  const manifests: string[] = [];
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
      const read = readProportional(raw) ?? readObject(raw);
      if (read === null) {
        configMaps.push(...configMapIn(raw));
        others += 1;
        continue;
      }
      if (!read.ok) return err(`${at(read.error.path)}: ${formatFieldError(read.error)}`);
      if ("namespace" in read.value) proportional.push({ ...read.value, place: at("spec") });
      else objects.push({ ...read.value, place: at("spec.metrics") });
      manifests.push(manifestOf(file, raw));
      notes.push(...notesOn(raw).map(([path, note]) => `${at(path)}: ${note}`));
    }
  }
  if (objects.length + proportional.length + configMaps.length > 0) {
    return ok({ objects, proportional, configMaps, notes, manifests });
  }
  return err(`${file}: ${otherObjects(others)}: ${needed}`);
}

function manifestOf(file: string, raw: unknown): string {
  const [apiVersion, kind, spec] = ["apiVersion", "kind", "spec"].map(key => valueAt(raw, [key]));
  const [name, namespace] = ["name", "namespace"].map(key => valueAt(raw, ["metadata", key]));
  return `# ${file}\n${stringify({ apiVersion, kind, metadata: { name, namespace }, spec }, { lineWidth: 0 })}`;
}

export const needed =
  "an Autoscaler, a HorizontalPodAutoscaler, a ScaledObject or a ClusterProportionalAutoscaler is needed";

function otherObjects(count: number): string {
  if (count === 0) return "has no objects";
  if (count === 1) return "its only object is another kind";
  return `all of its ${count} objects are other kinds`;
}

const configMapIn = (raw: unknown): readonly Fields[] =>
  isFields(raw) && raw["kind"] === "ConfigMap" ? [raw] : [];

/** By API group and kind: the spec of an Autoscaler that decides in the same way. */
const readers: ReadonlyMap<string, (raw: Fields) => Result<unknown, FieldError>> = new Map([
  ["autoscaling.trimtab.dev/Autoscaler", ({ spec }) => ok(spec)],
  ["autoscaling/HorizontalPodAutoscaler", storedSpecOf],
  ["keda.sh/ScaledObject", kedaSpecOf],
]);

/** null: another kind. */
export function readObject(
  raw: unknown,
): Result<Omit<SimulatedObject, "place">, FieldError> | null {
  const { kind, name } = identityOf(raw);
  const read = readers.get(kindKey(raw));
  if (!isFields(raw) || !read) return null;
  const stored = read(raw);
  if (!stored.ok) return stored;
  const error = validateSpec(autoscalerRules, stored.value).find(isError);
  if (error) return { ok: false, error };
  const engineSpec = fromStoredSpec(stored.value as StoredSpec);
  return ok({ name, kind, algorithm: engineSpec.algorithm ?? "Trimtab-1", spec: engineSpec });
}

/** A HorizontalPodAutoscaler of any version, which is decided as upstream does. */
export function storedSpecOf(raw: Fields): Result<unknown, FieldError> {
  const context = { objects: [], keepsArithmetic: true };
  const older = [hpaV1, hpaV2beta1].find(version => version.matches(raw))?.convert(raw, context);
  const lost = older?.fields.find(({ verdict }) => verdict === "lost");
  if (lost) return refused(fieldText(lost.from ?? []), lost.reason, "remove it");
  const spec = older ? valueAt(older.object, ["spec"]) : raw["spec"];
  return ok(isFields(spec) ? { ...spec, algorithm: "HPA-1.36" } : spec);
}

/** The HorizontalPodAutoscaler that KEDA creates, which decides every size from 1 upward. */
function kedaSpecOf(raw: Fields): Result<unknown, FieldError> {
  const isEmpty = listOf(valueAt(raw, ["spec", "triggers"])).length === 0;
  const hpa = isEmpty ? "it has no triggers" : hpaOfKeda(raw);
  if (typeof hpa !== "string") return storedSpecOf(hpa);
  return refused("spec", hpa, "simulate the Autoscaler that trimtab convert makes of it");
}

const refused = (path: string, message: string, remedy: string): Result<unknown, FieldError> =>
  err({ path, code: "UnknownField", severity: "error", message, remedy });

type Note = readonly [path: string, note: string];

/** What of the object the simulation does not follow, with its path. */
function notesOn(raw: unknown): readonly Note[] {
  const field = (name: string): unknown => valueAt(raw, ["spec", name]);
  const has = (name: string): boolean => field(name) !== undefined;
  const [mode, targets, metrics] = ["mode", "scaleTargetRefs", "metrics"].map(field);
  const isPushed = listOf(metrics).some(each => valueAt(each, ["externalScaler", "push"]) === true);
  const notes: readonly (readonly [isSo: boolean, ...Note])[] = [
    [mode === "DryRun" || mode === "Paused", "mode", `mode ${String(mode)} is simulated as Active`],
    [has("nodes"), "nodes", "the nodes of the load are those that count"],
    [
      listOf(targets).length > 1,
      "scaleTargetRefs",
      "all targets get the same size; one is counted",
    ],
    [has("targetSelector"), "targetSelector", "the workloads of a selector are simulated as one"],
    [
      field("selectionStrategy") === "OwnerReference",
      "selectionStrategy",
      "every simulated pod is the workload's own",
    ],
    ...autoscalerFeatures.flatMap(({ field, inSimulation }) =>
      field && inSimulation ? [[has(field), field, inSimulation] as const] : [],
    ),
    [isPushed, "metrics", "a simulated scaler announces nothing before a sync"],
    [
      has("triggers"),
      "triggers",
      "the HorizontalPodAutoscaler that KEDA creates is simulated, without the step to 0 and back",
    ],
  ];
  return notes.flatMap(([isSo, name, note]) => (isSo ? [[`spec.${name}`, note] as const] : []));
}
