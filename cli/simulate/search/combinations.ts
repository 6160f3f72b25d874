// cli/simulate/search/: many simulations: a grid, an equal cost, and workers that share the work.
// cli/simulate/ imports it.

import { type FieldError, formatFieldError } from "../../../engine/field-error.ts";
import { err, ok, type Result } from "../../../engine/result.ts";

/** What a grid may vary of a spec. */
interface Grid<Spec> {
  readonly variations: Readonly<Record<string, (spec: Spec, value: number) => Spec>>;
  /** Why a variable cannot have these values, as the end of a sentence; null: it can. */
  readonly problemOf: (variable: string) => string | null;
  /** Absent: a variable may have any value. */
  readonly isValid?: (variable: string, value: number) => boolean;
  readonly errorIn: (spec: Spec) => FieldError | undefined;
}

interface Axis<Spec> {
  readonly name: string;
  readonly vary: (spec: Spec, value: number) => Spec;
  readonly values: readonly number[];
}

const mostCandidates = 2_000;

/**
 * All combinations of `target=40..90:5,scaleDownWindow=60,300`, each as a variation of the object.
 *
 * Errors  a sentence about a part of the text.
 */
export function variationsOf<Spec, Varied extends { readonly name: string; readonly spec: Spec }>(
  object: Varied,
  text: string,
  grid: Grid<Spec>,
): Result<readonly Varied[], string> {
  const axes: Axis<Spec>[] = [];
  for (const part of text.split(/,(?=[A-Za-z])/)) {
    const axis = axisIn(part, grid);
    if (!axis.ok) return err(`--grid${axis.error}`);
    axes.push(axis.value);
  }
  const size = axes.reduce((product, { values }) => product * values.length, 1);
  if (size > mostCandidates)
    return err(`--grid: ${size} candidates are more than ${mostCandidates}`);
  const all = axes.reduce<readonly Varied[]>(
    (begun, { name, vary, values }) =>
      begun.flatMap(each =>
        values.map(value => ({
          ...each,
          ...{ name: `${each.name} ${name}=${value}`, spec: vary(each.spec, value) },
        })),
      ),
    [object],
  );
  for (const { name, spec } of all) {
    const error = grid.errorIn(spec);
    if (error) return err(`--grid: ${name}: ${formatFieldError(error)}`);
  }
  return ok(all);
}

function axisIn<Spec>(part: string, grid: Grid<Spec>): Result<Axis<Spec>, string> {
  const { variations, problemOf, isValid = () => true } = grid;
  const [name = "", text = ""] = part.split("=", 2);
  const vary = Object.hasOwn(variations, name) ? variations[name] : undefined;
  if (!vary) return err(`: there is no "${name}"; write ${Object.keys(variations).join(", ")}`);
  const problem = problemOf(name);
  if (problem !== null) return err(`: ${problem}`);
  const values = valuesIn(text);
  return values?.every(value => isValid(name, value))
    ? ok({ name, vary, values })
    : err(` ${part}: write ${name}=40,60 or ${name}=40..90:5`);
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

/** A spec of either kind. */
interface Windowed {
  readonly behavior?: Readonly<Partial<Record<"scaleUp" | "scaleDown", object | null>>> | null;
}

const withWindow =
  (direction: "scaleUp" | "scaleDown") =>
  <Spec extends Windowed>(spec: Spec, stabilizationWindowSeconds: number): Spec => {
    const rules = { ...spec.behavior?.[direction], stabilizationWindowSeconds };
    return { ...spec, behavior: { ...spec.behavior, [direction]: rules } };
  };

export const windows = {
  scaleUpWindow: withWindow("scaleUp"),
  scaleDownWindow: withWindow("scaleDown"),
};
