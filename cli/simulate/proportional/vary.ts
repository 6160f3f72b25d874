import type {
  ClusterProportionalAutoscalerSpec as Spec,
  Linear,
} from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import { formatFieldError } from "../../../engine/field-error.ts";
import { err, ok, type Result } from "../../../engine/result.ts";
import { validateClusterProportionalAutoscaler } from "../../../engine/validate/cluster-proportional-autoscaler.ts";
import { combinationsIn } from "../search/combinations.ts";
import { isError, type ProportionalManifest } from "./manifest.ts";

const ratios = [
  ...(["nodesPerReplica", "coresPerReplica", "podsPerReplica", "namespacesPerReplica"] as const),
  ...(["minReplicas", "maxReplicas"] as const),
] satisfies readonly (keyof Linear)[];

const windows = { scaleUpWindow: "scaleUp", scaleDownWindow: "scaleDown" } as const;

type Ratio = (typeof ratios)[number];
type Window = keyof typeof windows;

const isWindow = (variable: Ratio | Window): variable is Window => variable in windows;

const variables = [...ratios, ...(Object.keys(windows) as Window[])];

/**
 * All combinations of `nodesPerReplica=8,16,scaleDownWindow=60,300`, each as a variation of the object.
 *
 * Errors  a sentence about a part of the text.
 */
export function proportionalGrid(
  object: ProportionalManifest,
  text: string,
): Result<readonly ProportionalManifest[], string> {
  const { name, spec } = object;
  const combinations = combinationsIn(text, variables, variable => problemOf(object, variable));
  if (!combinations.ok) return combinations;
  const varied = combinations.value.map(changes => ({
    ...object,
    name: [name, ...changes.map(([variable, value]) => `${variable}=${value}`)].join(" "),
    spec: changes.reduce((begun, [variable, value]) => withValue(begun, variable, value), spec),
  }));
  for (const each of varied) {
    const problem = validateClusterProportionalAutoscaler(each.spec).find(isError);
    if (problem) return err(`--grid: ${each.name}: ${formatFieldError(problem)}`);
  }
  return ok(varied);
}

/** Why the object has no such value, as the end of a sentence; null: it has one. */
function problemOf({ name, spec }: ProportionalManifest, variable: Ratio | Window): string | null {
  if (isWindow(variable)) {
    return spec.algorithm === "CPA-1.10"
      ? `${name} has no ${variable}, because CPA-1.10 scales at once; write algorithm: Trimtab-1`
      : null;
  }
  return spec.linear
    ? null
    : `${name} has no linear parameters in its spec; vary scaleUpWindow and scaleDownWindow`;
}

function withValue(spec: Spec, variable: Ratio | Window, value: number): Spec {
  if (!isWindow(variable)) return { ...spec, linear: { ...spec.linear, [variable]: value } };
  const direction = windows[variable];
  const rules = { ...spec.behavior?.[direction], stabilizationWindowSeconds: value };
  return { ...spec, behavior: { ...spec.behavior, [direction]: rules } };
}
