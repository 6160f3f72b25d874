// cli/simulate/search/: many simulations: a grid, an equal cost, and workers that share the work.

import type {
  ClusterProportionalAutoscalerSpec as ProportionalSpec,
  Linear,
} from "../../../crds/generated/cluster-proportional-autoscaler.ts";
import type { AutoscalerSpec } from "../../../engine/model/spec/autoscaler-spec.ts";
import {
  type FieldError,
  formatFieldError,
  isError,
  err,
  ok,
  type Result,
} from "../../../engine/model/values/result.ts";
import { autoscalerRules } from "../../../engine/validate/autoscaler.ts";
import { validateClusterProportionalAutoscaler } from "../../../engine/validate/cluster-proportional-autoscaler.ts";
import { validateSpec } from "../../../engine/validate/validate-object.ts";
import { allOrError } from "../all-or-error.ts";
import type { SimulatedObject } from "../objects.ts";
import type { ProportionalManifest } from "../proportional/manifest.ts";
import { targetOf, withTargets } from "./equal-cost.ts";

type Vary<Spec> = (spec: Spec, value: number) => Spec;

/** What a grid may vary of a spec. */
interface Grid<Spec> {
  readonly variations: Readonly<Record<string, Vary<Spec>>>;
  /** Why the object has no such variable, as the end of a sentence; null: it has. */
  readonly problemOf: (variable: string) => string | null;
  readonly errorsIn: (spec: Spec) => readonly FieldError[];
}

const mostCandidates = 2_000;

const withWindow =
  (direction: "scaleUp" | "scaleDown") =>
  <Spec extends AutoscalerSpec | ProportionalSpec>(spec: Spec, window: number): Spec => {
    const rules = { ...spec.behavior?.[direction], stabilizationWindowSeconds: window };
    return { ...spec, behavior: { ...spec.behavior, [direction]: rules } };
  };

const windows = { scaleUpWindow: withWindow("scaleUp"), scaleDownWindow: withWindow("scaleDown") };

/** Errors: a sentence about a part of the text. */
export const gridOf = (object: SimulatedObject, text: string) =>
  variationsOf<AutoscalerSpec, SimulatedObject>(object, text, {
    variations: {
      target: (spec, value) => withTargets(spec, value / (targetOf(spec) ?? value)),
      minReplicas: (spec, minReplicas) => ({ ...spec, minReplicas }),
      maxReplicas: (spec, maxReplicas) => ({ ...spec, maxReplicas }),
      ...windows,
      syncPeriod: (spec, syncPeriodSeconds) => ({ ...spec, syncPeriodSeconds }),
    },
    problemOf: variable =>
      variable === "target" && targetOf(object.spec) === null
        ? `${object.name} has no metric with a target to vary`
        : null,
    // Targets are finer than those of an object: the engine counts with hundredths of a percent.
    errorsIn: spec =>
      validateSpec(autoscalerRules, spec).filter(({ path }) => !path.startsWith("spec.metrics")),
  });

const withRatio =
  (ratio: keyof Linear): Vary<ProportionalSpec> =>
  (spec, value) => ({ ...spec, linear: { ...spec.linear, [ratio]: value } });

/** The same for a ClusterProportionalAutoscaler. */
export const proportionalGrid = (object: ProportionalManifest, text: string) =>
  variationsOf<ProportionalSpec, ProportionalManifest>(object, text, {
    variations: {
      nodesPerReplica: withRatio("nodesPerReplica"),
      coresPerReplica: withRatio("coresPerReplica"),
      podsPerReplica: withRatio("podsPerReplica"),
      namespacesPerReplica: withRatio("namespacesPerReplica"),
      minReplicas: withRatio("minReplicas"),
      maxReplicas: withRatio("maxReplicas"),
      ...windows,
    },
    problemOf: variable => {
      const { name, spec: given } = object;
      if (variable in windows) {
        return given.algorithm === "CPA-1.10"
          ? `${name} has no ${variable}, because CPA-1.10 scales at once; write algorithm: Trimtab-1`
          : null;
      }
      return given.linear
        ? null
        : `${name} has no linear parameters in its spec; vary scaleUpWindow and scaleDownWindow`;
    },
    errorsIn: validateClusterProportionalAutoscaler,
  });

/** All combinations of `target=40..90:5,scaleDownWindow=60,300`, each as a variation of the object. */
function variationsOf<Spec, Varied extends { readonly name: string; readonly spec: Spec }>(
  object: Varied,
  text: string,
  grid: Grid<Spec>,
): Result<readonly Varied[], string> {
  const axes = allOrError(text.split(/,(?=[A-Za-z])/).map(part => axisIn(part, grid)));
  if (!axes.ok) return err(`--grid${axes.error}`);
  const size = axes.value.reduce((product, { values }) => product * values.length, 1);
  if (size > mostCandidates)
    return err(`--grid: ${size} candidates are more than ${mostCandidates}`);
  let all: readonly Varied[] = [object];
  for (const { name, vary, values } of axes.value) {
    all = all.flatMap(each =>
      values.map(value => ({
        ...{ ...each, name: `${each.name} ${name}=${value}`, spec: vary(each.spec, value) },
      })),
    );
  }
  for (const { name, spec } of all) {
    const error = grid.errorsIn(spec).find(isError);
    if (error) return err(`--grid: ${name}: ${formatFieldError(error)}`);
  }
  return ok(all);
}

function axisIn<Spec>(part: string, { variations, problemOf }: Grid<Spec>) {
  const [name = "", text = ""] = part.split("=", 2);
  const vary = Object.hasOwn(variations, name) ? variations[name] : undefined;
  if (!vary) return err(`: there is no "${name}"; write ${Object.keys(variations).join(", ")}`);
  const problem = problemOf(name);
  if (problem !== null) return err(`: ${problem}`);
  const values = valuesIn(text);
  // A target of 0 has no multiple.
  const isValid = values !== null && !(name === "target" && values.includes(0));
  return isValid
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
