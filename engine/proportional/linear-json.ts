import { MAX_REPLICAS } from "../model/decision.ts";
import { err, ok } from "../model/values/result.ts";
import {
  goBool,
  goFloat,
  goInt,
  type GoJson,
  type MemberReaders,
  type ParameterError,
  readMembers,
  scalar,
} from "./go-json.ts";
import type { ConfigMapReader, LinearParameters } from "../model/spec/proportional-parameters.ts";

const ZERO: LinearParameters = {
  mode: "linear",
  coresPerReplica: 0,
  nodesPerReplica: 0,
  minReplicas: 0,
  maxReplicas: 0,
  preventSinglePointFailure: false,
  includeUnschedulableNodes: false,
};

const NUMBER = "write a number, such as 16 or 0.5";
const INTEGER = "write digits only, such as 3";
const BOOLEAN = "write true or false";

const FIELDS: MemberReaders<LinearParameters> = {
  coresPerReplica: scalar("coresPerReplica", goFloat, NUMBER),
  nodesPerReplica: scalar("nodesPerReplica", goFloat, NUMBER),
  min: scalar("minReplicas", goInt, INTEGER),
  max: scalar("maxReplicas", goInt, INTEGER),
  preventSinglePointFailure: scalar("preventSinglePointFailure", goBool, BOOLEAN),
  includeUnschedulableNodes: scalar("includeUnschedulableNodes", goBool, BOOLEAN),
};

/** Source  upstream linear_controller.go, linearParams and parseParams. */
export function linearFromJson(json: GoJson, path: string, reader: ConfigMapReader) {
  const read = readMembers(json, path, ZERO, FIELDS);
  if (!read.ok) return read;
  const problem = linearProblem(read.value, reader);
  if (problem !== null) return err({ ...problem, path: `${path}${problem.path}` });
  return ok({ ...read.value, minReplicas: Math.max(1, read.value.minReplicas) });
}

/** Problems that the types allow but that leave no valid size. The path begins after the mode. */
export function linearProblem(parameters: LinearParameters, reader: ConfigMapReader) {
  return ratioProblem(parameters) ?? boundsProblem(parameters, reader);
}

function ratioProblem(parameters: LinearParameters): ParameterError | null {
  const ratios = ["coresPerReplica", "nodesPerReplica"] as const;
  const negative = ratios.find(ratio => parameters[ratio] < 0);
  if (negative !== undefined) {
    const remedy = "write a number greater than 0, or leave it out";
    return { code: "RatioNotPositive", path: `.${negative}`, message: "is negative", remedy };
  }
  if (ratios.some(ratio => parameters[ratio] > 0)) return null;
  const message = "neither coresPerReplica nor nodesPerReplica is greater than 0";
  return { code: "RatioMissing", path: "", message, remedy: "give at least one of the two" };
}

function boundsProblem(
  { minReplicas, maxReplicas, preventSinglePointFailure }: LinearParameters,
  reader: ConfigMapReader,
): ParameterError | null {
  if (minReplicas < 0 || minReplicas > MAX_REPLICAS) {
    const message = `is not from 0 to ${MAX_REPLICAS}`;
    return { code: "Range", path: ".min", message, remedy: "write a number of replicas" };
  }
  if (maxReplicas !== 0 && maxReplicas < Math.max(1, minReplicas)) {
    const message = "is less than min, which is at least 1";
    const remedy = "write at least min, or 0 for no limit";
    return { code: "MaxBelowMin", path: ".max", message, remedy };
  }
  if (reader === "Trimtab-1" && maxReplicas === 1 && preventSinglePointFailure) {
    const message = "contradicts preventSinglePointFailure, which wants 2 replicas";
    const remedy = "raise max to 2, or drop preventSinglePointFailure";
    return { code: "MaxContradictsPrevention", path: ".max", message, remedy };
  }
  return null;
}
