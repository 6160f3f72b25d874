import { type FieldReader, listed } from "../field-reader.ts";
import { checkSteps } from "./ladder-steps.ts";
import { checkResourceLadders, checkResourceRatios, refuseOthers } from "./other-dimensions.ts";

/** undefined: it is invalid. */
type Profile = string | undefined;

const ratios = [
  ...["coresPerReplica", "nodesPerReplica", "podsPerReplica"],
  ...["namespacesPerReplica", "resourcesPerReplica"],
];
const ladders = [
  ...["coresToReplicas", "nodesToReplicas", "podsToReplicas"],
  ...["namespacesToReplicas", "resourcesToReplicas"],
];

/**
 * Exactly one of `linear` and `ladder`, as in `configMapRef.default`.
 *
 * algorithm  Trimtab-1: bounds come last and must be consistent. CPA-1.10: upstream's arithmetic,
 *                with a warning
 */
export function checkDefaultParameters(parameters: FieldReader, algorithm: Profile): void {
  checkOneOf(parameters, ["linear", "ladder"], ", or leave default out");
  refuseOthers(parameters, "default");
  checkModes(parameters, algorithm);
}

/** Reports unless exactly one of the sources of parameters is there. */
export function checkOneOf(reader: FieldReader, sources: readonly string[], why: string): void {
  const present = sources.filter(source => reader.has(source));
  if (present.length === 0) {
    reader.report("", {
      code: "ParametersMissing",
      message: `one of ${listed(sources, "and")} is required`,
      remedy: `write linear: {nodesPerReplica: 16}${why}`,
    });
  }
  if (present.length > 1) {
    const [all, others] = sources.length === 2 ? ["both", "other"] : ["all three", "rest"];
    const which = present.length === sources.length ? all : present.join(" and ");
    reader.report("", {
      code: "ParametersAmbiguous",
      message: `only one of ${listed(sources, "and")} may be set, but ${which} are`,
      remedy: `keep one of them and remove the ${others}`,
    });
  }
}

export function checkParameters(parent: FieldReader, algorithm: Profile): void {
  if (algorithm === "CPA-1.10") refuseOthers(parent, "algorithm");
  checkModes(parent, algorithm);
}

function checkModes(parent: FieldReader, algorithm: Profile): void {
  const linear = parent.object("linear");
  if (linear !== undefined) checkLinear(linear, algorithm);
  const ladder = parent.object("ladder");
  if (ladder !== undefined) checkLadder(ladder);
}

function checkLinear(linear: FieldReader, algorithm: Profile): void {
  if (!ratios.some(ratio => linear.has(ratio))) {
    linear.report("", {
      code: "RatioMissing",
      message: "at least one ratio is required, such as nodesPerReplica",
      remedy: "write nodesPerReplica: 16 to run one replica for every 16 nodes",
    });
  }
  checkRatio(linear, "coresPerReplica");
  checkRatio(linear, "nodesPerReplica");
  checkResourceRatios(linear);
  const min = checkBound(linear, "minReplicas", "use ladder, which can go down to 0");
  const max = checkBound(linear, "maxReplicas", "leave the field out for no limit");
  checkBoundsAgree(linear, linear.has("minReplicas") ? min : 1, max);
  checkPrevention(linear, max, algorithm);
}

function checkRatio(linear: FieldReader, key: string): void {
  const ratio = linear.number(key);
  if (ratio === undefined || ratio > 0) return;
  linear.report(key, {
    code: "RatioNotPositive",
    message: `must be greater than 0, but is ${ratio}`,
    remedy: "write how much one replica serves, or leave the field out to give it no influence",
  });
}

function checkBound(linear: FieldReader, key: string, alternative: string): number | undefined {
  const bound = linear.number(key);
  if (bound === undefined || bound >= 1) return bound;
  linear.report(key, {
    code: "BoundTooSmall",
    message: `must be at least 1, but is ${bound}`,
    remedy: `write 1 or more, or ${alternative}`,
  });
  return undefined;
}

/** Upstream applies the prevention after the cap, so a maximum of 1 gives 2 replicas. */
function checkPrevention(linear: FieldReader, max: number | undefined, profile: Profile): void {
  if (linear.raw("preventSinglePointFailure") !== true || max !== 1) return;
  if (profile === "Trimtab-1") {
    linear.report("maxReplicas", {
      code: "MaxContradictsPrevention",
      message:
        "a maxReplicas of 1 contradicts preventSinglePointFailure, which asks for 2 replicas",
      remedy: "write maxReplicas: 2 or more, or preventSinglePointFailure: false",
    });
  }
  if (profile === "CPA-1.10") {
    linear.warn("maxReplicas", {
      code: "MaxExceeded",
      message: "with preventSinglePointFailure, 2 replicas run although maxReplicas is 1",
      remedy: "write maxReplicas: 2 or more, or preventSinglePointFailure: false",
    });
  }
}

function checkLadder(ladder: FieldReader): void {
  if (ladders.every(steps => ladder.isEmpty(steps))) {
    ladder.report("", {
      code: "LadderEmpty",
      message: "at least one step is required, such as one of nodesToReplicas",
      remedy: "write nodesToReplicas: [{nodes: 1, replicas: 1}, {nodes: 16, replicas: 2}]",
    });
  }
  checkSteps(ladder, "coresToReplicas", "cores");
  checkSteps(ladder, "nodesToReplicas", "nodes");
  checkSteps(ladder, "podsToReplicas", "pods");
  checkSteps(ladder, "namespacesToReplicas", "namespaces");
  checkResourceLadders(ladder);
}

/** For bounds that are valid individually; undefined: absent or invalid. */
export function checkBoundsAgree(
  bounds: FieldReader,
  min: number | undefined,
  max: number | undefined,
): void {
  if (min === undefined || max === undefined || max >= min) return;
  bounds.report("maxReplicas", {
    code: "MaxBelowMin",
    message: `maxReplicas ${max} is less than minReplicas ${min}`,
    remedy: `write maxReplicas: ${min} or more, or lower minReplicas`,
  });
}

/** Whether the size of the cluster may ask for no replicas. */
export function hasStepOfZero(ladder: FieldReader | undefined): boolean {
  const lists = ladders.flatMap(list => ladder?.objects(list) ?? []);
  const steps = lists.flatMap(step => [step, ...step.objects("steps")]);
  return steps.some(step => step.number("replicas") === 0);
}
