import { parseFormula } from "../../../../engine/formula/parse-formula.ts";
import { isFields } from "../../../../engine/model/values/json-values.ts";
import type { Path } from "../../../../engine/schema/object-schema.ts";
import type { Draft } from "../../conversion.ts";
import { canStart, idlesAtZero } from "./sizes.ts";
import type { Triggers } from "./triggers.ts";

/**
 * KEDA's formula takes the place of all triggers but cpu and memory. If an expression does exactly
 * the same, it becomes combine. Returns whether it does.
 *
 * Source  KEDA 2.21.0: controllers/keda/hpa.go, getScaledObjectMetricSpecs, and
 *         pkg/scaling/scale_handler.go, where the formula also decides whether the workload is active.
 */
export function convertFormula(draft: Draft, triggers: Triggers, from: Path): boolean {
  const modifiers = draft.at(...from);
  if (!isFields(modifiers)) return false;
  const { formula, target, metricType = "AverageValue", activationTarget } = modifiers;
  const equivalent = expressionOf(textOf(formula), textOf(target));
  if (metricType !== "AverageValue" || equivalent === null) {
    draft.lose(from, metricType === "AverageValue" ? noOperators : perPodOnly);
    return false;
  }
  const idles = idlesAtZero(draft);
  const difference = differenceOf(equivalent, triggers, idles);
  if (difference !== null) {
    draft.lose(from, difference);
    return false;
  }
  const at = (key: string): Path => [...from, key];
  const { expression } = equivalent;
  draft.change(at("formula"), ["spec", "combine", "expression"], expression, overValues);
  draft.omit(at("target"), "the expression divides by it");
  draft.omit(at("metricType"), "as here");
  if (idles && Number(activationTarget ?? 0) !== 0)
    draft.lose(at("activationTarget"), "an expression has no activation: any result above 0 starts the workload"); // prettier-ignore
  else draft.omit(at("activationTarget"), idles ? "0 is the activation here" : "the workload never idles"); // prettier-ignore
  return true;
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

const perPodOnly =
  "only a formula of metricType AverageValue does not depend on the number of ready pods";
const noOperators = "combine.expression has no such operators and functions";
const overValues = "a replica count, from the same values";

/** Why the expression, over the metrics that the triggers have become, would decide differently; null: it would not. */
function differenceOf(
  { expression, names }: Equivalent,
  { metrics, crons }: Triggers,
  idles: boolean,
): string | null {
  const read = metrics.filter(metric => canStart(metric) && names.has(metric.name ?? ""));
  const known = new Set(read.map(({ name }) => name));
  const missing = [...names].filter(name => !known.has(name));
  const ofPods = metrics.find(
    ({ name, type }) => missing.includes(name ?? "") && !canStart({ type }),
  );
  if (ofPods) {
    return `${ofPods.name ?? ""} is a metric of pods, which has no value that a formula can read; an expression reads each metric without .value as the replicas that it asks for, as in combine: {expression: "${votesIn(expression)}"}`;
  }
  if (missing.length > 0) {
    return `no metric is the equivalent of ${missing.join(", ")}; with External metrics of the same names, write combine: {expression: "${expression}"}`;
  }
  const isVote = (metric: (typeof metrics)[number]): boolean =>
    metric.type === "Resource" || read.includes(metric);
  if (crons.length > 0 || !metrics.every(isVote)) {
    return `KEDA ignores the triggers that the formula does not read, and here they count; remove them, and write combine: {expression: "${expression}"}`;
  }
  if (idles && read.some(({ type }) => type === "ExternalScaler")) {
    return `at 0, KEDA asks only the formula, while here an external scaler says whether it is active; with a minReplicaCount of 1, this is combine: {expression: "${expression}"}`;
  }
  return null;
}

/** The formula over the replicas that metrics ask for, in place of their values and the target. */
const votesIn = (expression: string): string =>
  expression.slice(1, expression.lastIndexOf(") / ")).replaceAll(/\.value\b/g, "");

/** A formula of KEDA, as an expression. */
interface Equivalent {
  readonly expression: string;
  /** The triggers whose values it reads. */
  readonly names: ReadonlySet<string>;
}

/** Words of KEDA's expression language that CEL writes in another way. */
const words: ReadonlyMap<string, string> = new Map([
  ["and", "&&"],
  ["or", "||"],
  ["not", "!"],
]);
const functions = new Set(["min", "max", "ceil", "floor", "true", "false"]);

/**
 * The same formula over the values of metrics, as a replica count: KEDA's result is compared with a
 * target for each pod, with the tolerance that also applies to an expression over values. null: it
 * has no equivalent.
 *
 * Source  https://keda.sh/docs/2.21/reference/scaledobject-spec, scalingModifiers; expr-lang: a
 *         division is decimal, as here.
 */
export function expressionOf(formula: string, target: string): Equivalent | null {
  if (!/^[0-9]+([.][0-9]+)?$/.test(target) || Number(target) === 0) return null;
  const names = new Set<string>();
  // Numbers first, so that an exponent is no name; a dot means a method or a field.
  const translated = formula.replaceAll(/[0-9][\w.]*|[.]?[A-Za-z_]\w*/g, token => {
    if (/^[0-9.]/.test(token) || functions.has(token)) return token;
    const word = words.get(token);
    if (word !== undefined) return word;
    names.add(token);
    return `${token}.value`;
  });
  const known = new Map([...names].map(name => [name, { hasValue: true }]));
  const expression = `(${translated}) / ${target}`;
  return parseFormula(expression, known).ok ? { expression, names } : null;
}
