import { parseFormula } from "../../../../engine/formula/parse-formula.ts";
import { isFields } from "../../../../engine/validate/field-reader.ts";
import type { Path } from "../../../../engine/validate/object-schema.ts";
import type { Draft } from "../../conversion.ts";

/**
 * KEDA's formula is about triggers that have no equivalent: cpu and memory cannot be in it. The
 * reason says what to write once metrics take their place.
 */
export function loseFormula(draft: Draft, from: Path): void {
  const modifiers = draft.at(...from);
  if (!isFields(modifiers)) return;
  const { formula, target, metricType = "AverageValue" } = modifiers;
  const [text, number] = [formula, target].map(value => (typeof value === "string" ? value : ""));
  const expression = expressionOf(text ?? "", number ?? "");
  const reason =
    metricType !== "AverageValue"
      ? "only a formula of metricType AverageValue does not depend on the number of ready pods"
      : expression === null
        ? "combine.expression has no such operators and functions"
        : `its triggers have no equivalent; with External metrics of the same names, write combine: {expression: "${expression}"}`;
  draft.lose(from, reason);
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
export function expressionOf(formula: string, target: string): string | null {
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
  const whole = `(${translated}) / ${target}`;
  return parseFormula(whole, known).ok ? whole : null;
}
