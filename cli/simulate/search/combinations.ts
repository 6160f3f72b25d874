import { err, ok, type Result } from "../../../engine/result.ts";

/** A value for each variable. */
export type Combination<Variable> = readonly (readonly [Variable, number])[];

const mostCandidates = 2_000;

/**
 * All combinations of `target=40..90:5,scaleDownWindow=60,300`.
 *
 * problemOf  why a variable cannot have these values, as the end of a sentence; null: it can
 * Errors     a sentence about a part of the text
 */
export function combinationsIn<Variable extends string>(
  text: string,
  variables: readonly Variable[],
  problemOf: (variable: Variable) => string | null,
  isValid: (variable: Variable, value: number) => boolean = () => true,
): Result<readonly Combination<Variable>[], string> {
  const axes: (readonly [Variable, readonly number[]])[] = [];
  for (const part of text.split(/,(?=[A-Za-z])/)) {
    const [name = "", values = ""] = part.split("=", 2);
    const variable = variables.find(each => each === name);
    if (!variable) return err(`--grid: there is no "${name}"; write ${variables.join(", ")}`);
    const problem = problemOf(variable);
    if (problem !== null) return err(`--grid: ${problem}`);
    const numbers = valuesIn(values);
    if (!numbers?.every(value => isValid(variable, value)))
      return err(`--grid ${part}: write ${name}=40,60 or ${name}=40..90:5`);
    axes.push([variable, numbers]);
  }
  const size = axes.reduce((product, [, values]) => product * values.length, 1);
  if (size > mostCandidates)
    return err(`--grid: ${size} candidates are more than ${mostCandidates}`);
  return ok(
    axes.reduce<Combination<Variable>[]>(
      (begun, [variable, values]) =>
        begun.flatMap(combination =>
          values.map(value => [...combination, [variable, value] as const]),
        ),
      [[]],
    ),
  );
}

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
