import type { ClusterProportionalAutoscalerSpec } from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import {
  type FieldError,
  isError,
  err,
  ok,
  type Result,
} from "../../../engine/model/values/result.ts";
import { resolveParameters } from "../../../engine/proportional/resolve-parameters.ts";
import { proportionalBehavior } from "../../../engine/spec/defaults.ts";
import { validateClusterProportionalAutoscaler } from "../../../engine/validate/cluster-proportional-autoscaler.ts";
import { type Fields, isFields } from "../../../engine/model/values/json-values.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { cleanText } from "../../terminal/printable.ts";
import type { ProportionalObject } from "./cluster-model.ts";

const kind = "ClusterProportionalAutoscaler";

export interface ProportionalManifest {
  /** The file and the line of its spec. */
  readonly place: string;
  readonly name: string;
  readonly kind: typeof kind;
  /** undefined: the file has none. */
  readonly namespace: unknown;
  readonly spec: ClusterProportionalAutoscalerSpec;
}

/** null: another kind. Errors: what is wrong with the spec. */
export function readProportional(
  raw: unknown,
): Result<Omit<ProportionalManifest, "place">, FieldError> | null {
  const group = cleanText(valueAt(raw, ["apiVersion"])).split("/")[0];
  if (valueAt(raw, ["kind"]) !== kind || group !== "autoscaling.trimtab.dev") return null;
  const spec = valueAt(raw, ["spec"]);
  const error = validateClusterProportionalAutoscaler(spec).find(isError);
  if (error) return err(error);
  return ok({
    name: cleanText(valueAt(raw, ["metadata", "name"])),
    kind,
    namespace: valueAt(raw, ["metadata", "namespace"]),
    spec: spec as ClusterProportionalAutoscalerSpec,
  });
}

/**
 * With the parameters in force, which a ConfigMap of the input may have.
 *
 * Errors  a sentence with the place: there are no parameters.
 */
export function withParameters(
  { place, name, namespace, spec }: Omit<ProportionalManifest, "kind">,
  configMaps: readonly Fields[],
): Result<ProportionalObject, string> {
  const data = spec.configMapRef && configMapData(configMaps, spec.configMapRef.name, namespace);
  const { parameters, state } = resolveParameters(
    spec,
    data ? { kind: "present", data } : { kind: "absent" },
    undefined,
  );
  if (parameters === null) {
    const isAbsent = state.reason === "ConfigMapNotFound";
    const remedy = isAbsent ? "; for a simulation, add its file with -f" : "";
    return err(`${place}: ${state.message}${remedy}`);
  }
  const algorithm = spec.algorithm ?? "Trimtab-1";
  const behavior = proportionalBehavior(spec.behavior ?? {}, algorithm);
  return ok({ name, kind, algorithm, parameters, behavior });
}

/** The data of a ConfigMap among the objects of files, which may lack a namespace; null: it is not there. */
export function configMapData(objects: readonly Fields[], name: string, namespace: unknown) {
  const found = objects.find(
    ({ kind: found, metadata }) =>
      found === "ConfigMap" &&
      valueAt(metadata, ["name"]) === name &&
      [undefined, namespace].includes(valueAt(metadata, ["namespace"])),
  );
  const data = found?.["data"];
  return isFields(data) ? (data as Readonly<Record<string, string>>) : null;
}
