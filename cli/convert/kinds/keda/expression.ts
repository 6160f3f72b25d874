import { parseFormula } from "../../../../engine/formula/parse-formula.ts";

/** A formula of KEDA, as an expression. */
export interface Equivalent {
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
