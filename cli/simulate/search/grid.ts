// cli/simulate/search/: many simulations: a grid, an equal cost, and workers that share the work.
// cli/simulate/ imports it.

import { err, ok, type Result } from "../../../engine/result.ts";
import { type FieldError, formatFieldError } from "../../../engine/field-error.ts";
import type { AutoscalerSpec } from "../../../engine/spec/autoscaler-spec.ts";
import { autoscalerRules } from "../../../engine/validate/autoscaler.ts";
import { validateSpec } from "../../../engine/validate/validate-object.ts";
import type { SimulatedObject } from "../objects.ts";
import { targetOf, type Variable, variables, varied } from "./vary.ts";

type Axis = readonly [Variable, readonly number[]];

const mostCandidates = 2_000;

/**
 * All combinations of `target=40..90:5,scaleDownWindow=60,300`, each as a variation of the object.
 *
 * Errors  a sentence about a part of the text.
 */
export function gridOf(
  object: SimulatedObject,
  text: string,
): Result<readonly SimulatedObject[], string> {
  const axes: Axis[] = [];
  for (const part of text.split(/,(?=[A-Za-z])/)) {
    const [name = "", values = ""] = part.split("=", 2);
    const variable = variables.find(each => each === name);
    if (!variable) return err(`--grid: there is no "${name}"; write ${variables.join(", ")}`);
    const numbers = valuesIn(values);
    if (variable === "target" && targetOf(object.spec) === null) {
      return err(`--grid: ${object.name} has no metric with a target to vary`);
    }
    if (!numbers || (variable === "target" && numbers.includes(0)))
      return err(`--grid ${part}: write ${name}=40,60 or ${name}=40..90:5`);
    axes.push([variable, numbers]);
  }
  const size = axes.reduce((product, [, values]) => product * values.length, 1);
  if (size > mostCandidates)
    return err(`--grid: ${size} candidates are more than ${mostCandidates}`);
  const combinations = axes.reduce<(readonly [Variable, number])[][]>(
    (begun, [variable, values]) =>
      begun.flatMap(combination =>
        values.map(value => [...combination, [variable, value] as const]),
      ),
    [[]],
  );
  return valid(combinations.map(combination => varied(object, combination)));
}

function valid(candidates: readonly SimulatedObject[]): Result<readonly SimulatedObject[], string> {
  for (const { name, spec } of candidates) {
    const [problem] = problemsOf(spec);
    if (problem) return err(`--grid: ${name}: ${formatFieldError(problem)}`);
  }
  return ok(candidates);
}

/** Targets are finer than those of an object: the engine counts with hundredths of a percent. */
const problemsOf = (spec: AutoscalerSpec): FieldError[] =>
  validateSpec(autoscalerRules, spec).filter(
    ({ severity, path }) => severity === "error" && !path.startsWith("spec.metrics"),
  );

/** null: not a list of numbers and ranges. */
function valuesIn(text: string): readonly number[] | null {
  const values: number[] = [];
  for (const part of text.split(",")) {
    const [, from, to, step] =
      /^(\d+(?:\.\d+)?)(?:\.\.(\d+(?:\.\d+)?):(\d+(?:\.\d+)?))?$/.exec(part) ?? [];
    if (from === undefined || Number(step) === 0) return null;
    const [first, last, by] = [Number(from), Number(to ?? from), Number(step ?? 1)];
    const count = Math.min(mostCandidates + 1, Math.floor((last - first) / by + 1e-9) + 1);
    if (count < 1) return null;
    values.push(
      ...Array.from({ length: count }, (_, index) => Number((first + index * by).toFixed(6))),
    );
  }
  return values;
}
