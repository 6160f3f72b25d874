import type { Inactivity } from "../model/decision.ts";
import type {
  ClusterProportionalAutoscalerSpec,
  ConfigMapRef,
  ParametersInForce,
} from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { err, ok, type Result } from "../model/values/result.ts";

import { parametersFromConfigMap } from "./config-map-parameters.ts";
import { fromInForce, toInForce } from "./parameters-in-force.ts";
import type {
  ProportionalParameters,
  ProportionalProfile,
} from "../model/spec/proportional-parameters.ts";
import { parametersFromSpec } from "./spec-parameters.ts";

/** Whether the parameters in force are current. */
export interface ParametersState extends Inactivity {
  readonly available: boolean;
  /** The parameters that the status must store; null if they are in the spec. */
  readonly inForce: ParametersInForce | null;
  readonly current: boolean;
}

/**
 * The result of reading the ConfigMap in `configMapRef`. Refused: the operator may not read it.
 * Unreadable: reading failed, so it is unknown whether the ConfigMap exists.
 */
export type ConfigMapObservation =
  | { readonly kind: "present"; readonly data: Readonly<Record<string, string>> }
  | { readonly kind: "absent" }
  | { readonly kind: "refused" | "unreadable"; readonly message: string };

export interface ResolvedParameters {
  readonly parameters: ProportionalParameters | null;
  readonly state: ParametersState;
}

interface Trouble {
  readonly reason:
    | "ConfigMapNotFound"
    | "InvalidConfigMap"
    | "ConfigMapForbidden"
    | "ConfigMapUnreadable";
  readonly message: string;
}

/**
 * The parameters in force, from the spec, or from the ConfigMap while it is valid. While the
 * ConfigMap is absent, `default` applies; otherwise the last good parameters stay, whatever their
 * source (upstream stops scaling instead). The operator never writes the ConfigMap.
 *
 * @param lastGood `.status.parameters`, used only if it is from this ConfigMap
 */
export function resolveParameters(
  spec: ClusterProportionalAutoscalerSpec,
  configMap: ConfigMapObservation,
  lastGood: ParametersInForce | undefined,
): ResolvedParameters {
  const { configMapRef } = spec;
  if (!configMapRef) {
    const message = "the parameters of the spec are in force";
    return inForceNow(parametersFromSpec(spec), null, { reason: "InSpec", message });
  }
  const profile = spec.algorithm ?? "Trimtab-1";
  const read = readConfigMap(configMapRef, configMap, profile);
  if (read.ok) {
    const inForce = toInForce(read.value, "ConfigMap", configMapRef.name);
    const message = `the parameters of ConfigMap ${configMapRef.name} are in force`;
    return inForceNow(read.value, inForce, { reason: "ConfigMapRead", message });
  }
  const fallback = ofDefault(spec, configMapRef);
  if (read.error.reason === "ConfigMapNotFound" && fallback) return fallback;
  // The default is only for a known state; a short outage must not change the size.
  const other = read.error.reason === "ConfigMapUnreadable" ? null : fallback;
  const known = lastGood?.configMapName === configMapRef.name ? lastGood : null;
  return keepLastGood(read.error, known, profile, other);
}

const inForceNow = (
  parameters: ProportionalParameters | null,
  inForce: ParametersInForce | null,
  because: { reason: string; message: string },
): ResolvedParameters => ({
  parameters,
  state: { available: true, current: true, permanent: false, inForce, ...because },
});

function readConfigMap(
  { name }: ConfigMapRef,
  configMap: ConfigMapObservation,
  profile: ProportionalProfile,
): Result<ProportionalParameters, Trouble> {
  if (configMap.kind === "absent") {
    const message = `there is no ConfigMap ${name}; create it, or set configMapRef.default`;
    return err({ reason: "ConfigMapNotFound", message });
  }
  if (configMap.kind !== "present") {
    const isRefused = configMap.kind === "refused";
    const reason = isRefused ? "ConfigMapForbidden" : "ConfigMapUnreadable";
    return err({ reason, message: configMap.message });
  }
  const read = parametersFromConfigMap(configMap.data, profile);
  if (read.ok) return ok(read.value);
  const { path, message, remedy } = read.error;
  const text = `ConfigMap ${name}: ${path}: ${message}; ${remedy}`;
  return err({ reason: "InvalidConfigMap", message: text });
}

function ofDefault(
  spec: ClusterProportionalAutoscalerSpec,
  { name, default: fallback }: ConfigMapRef,
): ResolvedParameters | null {
  if (!fallback) return null;
  const parameters = parametersFromSpec({ ...spec, ...fallback });
  if (!parameters) return null;
  const message = `ConfigMap ${name} does not exist; configMapRef.default is in force`;
  const inForce = toInForce(parameters, "Default", name);
  return inForceNow(parameters, inForce, { reason: "DefaultInForce", message });
}

function keepLastGood(
  trouble: Trouble,
  lastGood: ParametersInForce | null,
  profile: ProportionalProfile,
  fallback: ResolvedParameters | null,
): ResolvedParameters {
  const kept = lastGood && fromInForce(lastGood, profile);
  const parameters = kept ?? fallback?.parameters ?? null;
  const inForce = (kept ? lastGood : fallback?.state.inForce) ?? null;
  const which = kept ? "the last good parameters stay" : "configMapRef.default is";
  return {
    parameters,
    state: {
      available: parameters !== null,
      current: false,
      permanent: parameters === null && trouble.reason === "InvalidConfigMap",
      inForce,
      reason: trouble.reason,
      message: parameters ? `${trouble.message} (${which} in force)` : trouble.message,
    },
  };
}
