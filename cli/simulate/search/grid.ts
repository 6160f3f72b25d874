// cli/simulate/search/: many simulations: a grid, an equal cost, and workers that share the work.
// cli/simulate/ imports it.

import { err, ok, type Result } from "../../../engine/result.ts";
import { formatFieldError } from "../../../engine/field-error.ts";
import { autoscalerRules } from "../../../engine/validate/autoscaler.ts";
import { validateSpec } from "../../../engine/validate/validate-object.ts";
import type { SimulatedObject } from "../objects.ts";
import { combinationsIn } from "./combinations.ts";
import { targetOf, variables, varied } from "./vary.ts";

/**
 * All combinations of `target=40..90:5,scaleDownWindow=60,300`, each as a variation of the object.
 *
 * Errors  a sentence about a part of the text.
 */
export function gridOf(
  object: SimulatedObject,
  text: string,
): Result<readonly SimulatedObject[], string> {
  const hasTarget = targetOf(object.spec) !== null;
  const combinations = combinationsIn(
    text,
    variables,
    variable =>
      variable === "target" && !hasTarget
        ? `${object.name} has no metric with a target to vary`
        : null,
    (variable, value) => variable !== "target" || value > 0,
  );
  if (!combinations.ok) return combinations;
  const candidates = combinations.value.map(combination => varied(object, combination));
  for (const { name, spec } of candidates) {
    // Targets are finer than those of an object: the engine counts with hundredths of a percent.
    const problem = validateSpec(autoscalerRules, spec).find(
      ({ severity, path }) => severity === "error" && !path.startsWith("spec.metrics"),
    );
    if (problem) return err(`--grid: ${name}: ${formatFieldError(problem)}`);
  }
  return ok(candidates);
}
