import * as structure from "./generated/proportional-case.validator.js";
import type { ProportionalCase, RecordedCluster } from "./generated/proportional-case.ts";
import type { ClusterProportionalAutoscalerSpec } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { decideProportional } from "../../engine/decide.ts";
import {
  err,
  formatFieldError,
  isError,
  ok,
  type Result,
} from "../../engine/model/values/result.ts";
import { emptyHistory } from "../../engine/model/history.ts";
import type { ClusterSize } from "../../engine/model/observation/node-tally.ts";
import { milliOrZero } from "../../engine/model/values/quantity.ts";
import { readCase } from "./check-case.ts";
import { parametersFromConfigMap } from "../../engine/proportional/config-map-parameters.ts";
import {
  type ConfigMapObservation,
  resolveParameters,
} from "../../engine/proportional/resolve-parameters.ts";
import type {
  ProportionalParameters,
  ProportionalProfile,
} from "../../engine/model/spec/proportional-parameters.ts";
import { proportionalBehavior } from "../../engine/spec/defaults.ts";
import { type Trace, traceOf } from "../../engine/model/decision.ts";
import { validateClusterProportionalAutoscaler } from "../../engine/validate/cluster-proportional-autoscaler.ts";

/** The outcome of a case: a size, or the reason why its parameters give none. */
export type CaseOutcome =
  | { readonly replicas: number; readonly trace: Trace }
  | { readonly error: string };

type Data = Readonly<Record<string, string>>;

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
  const { cluster, configMap, autoscaler } = read.value as ProportionalCase;
  if (!autoscaler && !configMap) {
    return err("configMap: is required if there is no autoscaler; write one of them");
  }
  // A ConfigMap without data exists and is empty.
  const data = configMap ? (configMap.data ?? {}) : null;
  const given = autoscaler ? ofAutoscaler(autoscaler["spec"], data) : ofUpstream(data ?? {});
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

function ofUpstream(data: Data): Result<Parameters, string> {
  const parameters = parametersFromConfigMap(data, "Upstream");
  return parameters.ok
    ? ok({ parameters: parameters.value, profile: "CPA-1.10" })
    : err(formatFieldError({ ...parameters.error, severity: "error" }));
}

function ofAutoscaler(raw: unknown, data: Data | null): Result<Parameters, string> {
  const errors = validateClusterProportionalAutoscaler(raw).filter(isError);
  if (errors.length > 0) return err(errors.map(formatFieldError).join("; "));

  const spec = raw as ClusterProportionalAutoscalerSpec;
  const configMap: ConfigMapObservation = data ? { kind: "present", data } : { kind: "absent" };
  const { parameters, state } = resolveParameters(spec, configMap, undefined);
  return parameters
    ? ok({ parameters, profile: spec.algorithm ?? "Trimtab-1" })
    : err(`spec.configMapRef: ${state.message}`);
}

function sizeOf(cluster: RecordedCluster): ClusterSize {
  const { pods, namespaces, resources, lostNodes } = cluster;
  return {
    nodes: cluster.totalNodes,
    schedulableNodes: cluster.schedulableNodes,
    cores: cluster.totalCores,
    schedulableCores: cluster.schedulableCores,
    ...(pods != null && { pods: ok(pods) }),
    ...(namespaces != null && { namespaces: ok(namespaces) }),
    ...(lostNodes != null && { lost: { nodes: lostNodes, of: cluster.totalNodes } }),
    resources: Object.entries(resources ?? {}).map(([name, { total, schedulable }]) => ({
      ...{ name, total: milliOrZero(total), schedulable: milliOrZero(schedulable) },
    })),
  };
}
