import type { ClusterProportionalAutoscalerSpec } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { decideProportional } from "../../engine/pipeline/decide.ts";
import { formatFieldError, isError } from "../../engine/field-error.ts";
import * as structure from "./generated/proportional-case.validator.js";
import { emptyHistory } from "../../engine/history/history.ts";
import type { ClusterSize } from "../../engine/observation/cluster-size.ts";
import { milliUnits } from "../../engine/observation/values/quantity.ts";
import { readCase } from "./read-case.ts";
import { parametersFromConfigMap } from "../../engine/recommend/proportional/config-map/config-map-parameters.ts";
import type {
  ConfigMapReader,
  ProportionalParameters,
  ProportionalProfile,
} from "../../engine/recommend/proportional/parameters.ts";
import { parametersFromSpec } from "../../engine/recommend/proportional/spec-parameters.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import { proportionalBehavior } from "../../engine/spec/defaults.ts";
import { type Trace, traceOf } from "../../engine/pipeline/trace.ts";
import { validateClusterProportionalAutoscaler } from "../../engine/validate/cluster-proportional-autoscaler.ts";

/** The outcome of a case: a size, or the reason why its parameters give none. */
export type CaseOutcome =
  | { readonly replicas: number; readonly trace: Trace }
  | { readonly error: string };

type Data = Readonly<Record<string, string>>;

/** As in proportional-case.schema.yaml. */
interface CaseJson {
  readonly cluster: {
    readonly totalNodes: number;
    readonly schedulableNodes: number;
    readonly totalCores: number;
    readonly schedulableCores: number;
    readonly pods?: number;
    readonly namespaces?: number;
    readonly lostNodes?: number;
    readonly resources?: Readonly<Record<string, { total: string; schedulable: string }>>;
  };
  readonly configMap?: { readonly data?: Data };
  readonly autoscaler?: { readonly spec?: unknown };
}

interface Parameters {
  readonly parameters: ProportionalParameters;
  readonly profile: ProportionalProfile;
}

/**
 * Decides a recorded case: a `cluster` with either the `configMap` of an upstream autoscaler (under
 * CPA-1.10) or an `autoscaler` of Trimtab with its own algorithm (and the `configMap` if it
 * refers to one). There is no earlier size that `behavior` could hold or limit, so the result is the
 * size that the cluster asks for.
 *
 * Errors  a sentence if the input is not such a case; rejected parameters are an outcome.
 */
export function decideProportionalCase(raw: unknown): Result<CaseOutcome, string> {
  const read = readCase(structure, raw);
  if (!read.ok) return read;
  const { cluster, configMap, autoscaler } = read.value as CaseJson;
  if (!autoscaler && !configMap) {
    return err("configMap: is required if there is no autoscaler; write one of them");
  }
  // A ConfigMap without data exists and is empty.
  const data = configMap ? (configMap.data ?? {}) : null;
  const given = autoscaler
    ? fromSpec(autoscaler.spec, data)
    : fromConfigMap(data ?? {}, "Upstream");
  return ok(given.ok ? decide(given.value, sizeOf(cluster)) : { error: given.error });
}

function decide({ parameters, profile }: Parameters, size: ClusterSize): CaseOutcome {
  const history = emptyHistory("");
  const behavior = proportionalBehavior({}, profile);
  const input = { now: 0, size, parameters, profile, behavior, currentReplicas: 0, history };
  const { decision } = decideProportional(input);
  const failed = decision.votes.find(vote => vote.type === "Failed");
  if (failed !== undefined) return { error: `${failed.source}: ${failed.message}` };
  return { replicas: decision.to, trace: traceOf(decision) };
}

function fromConfigMap(data: Data, reader: ConfigMapReader): Result<Parameters, string> {
  const parameters = parametersFromConfigMap(data, reader);
  const profile = reader === "Trimtab-1" ? reader : "CPA-1.10";
  return parameters.ok
    ? ok({ parameters: parameters.value, profile })
    : err(formatFieldError({ ...parameters.error, severity: "error" }));
}

function fromSpec(raw: unknown, data: Data | null): Result<Parameters, string> {
  const found = validateClusterProportionalAutoscaler(raw);
  const errors = found.filter(isError);
  if (errors.length > 0) return err(errors.map(formatFieldError).join("; "));

  const spec = raw as ClusterProportionalAutoscalerSpec;
  const profile = spec.algorithm ?? "Trimtab-1";
  if (spec.configMapRef && data !== null) return fromConfigMap(data, profile);
  const inline = spec.configMapRef ? { ...spec, ...spec.configMapRef.default } : spec;
  const parameters = parametersFromSpec(inline);
  return parameters === null
    ? err("spec.configMapRef: the ConfigMap is missing and there is no default")
    : ok({ parameters, profile });
}

function sizeOf({
  pods,
  namespaces,
  resources,
  lostNodes,
  ...cluster
}: CaseJson["cluster"]): ClusterSize {
  return {
    nodes: cluster.totalNodes,
    schedulableNodes: cluster.schedulableNodes,
    cores: cluster.totalCores,
    schedulableCores: cluster.schedulableCores,
    ...(pods != null && { pods: ok(pods) }),
    ...(namespaces != null && { namespaces: ok(namespaces) }),
    ...(lostNodes != null && { lost: { nodes: lostNodes, of: cluster.totalNodes } }),
    resources: Object.entries(resources ?? {}).map(([name, { total, schedulable }]) => ({
      ...{ name, total: milliOf(total), schedulable: milliOf(schedulable) },
    })),
  };
}

/** The schema has refused anything that is not a quantity. */
function milliOf(quantity: string): bigint {
  const milli = milliUnits(quantity);
  return milli.ok ? milli.value : 0n;
}
