import { parseFormula } from "../../formula/parse-formula.ts";
import { type Formula, startsWithoutPods } from "../../formula/formula.ts";
import type { NamedMetrics } from "../../formula/formula-builder.ts";
import { hasValueWithoutPods } from "../../sources/registry.ts";
import type { FieldReader } from "../../schema/field-reader.ts";

/**
 * CEL rules cannot parse an expression.
 *
 * @param mustWake whether a metric has to end a count of 0
 */
export function checkCombine(spec: FieldReader, mustWake: boolean): void {
  if (!spec.has("combine")) return;
  const combine = spec.object("combine");
  const formula = checkExpression(spec);
  if (!combine || !formula) return;
  warnOfUnread(spec.objects("metrics"), formula, combine);
  if (mustWake) warnOfPods(spec.objects("metrics"), formula, combine);
}

/** Reports the mistakes of the expression; null: there are some, or there is no expression. */
export function checkExpression(spec: FieldReader): Formula | null {
  const combine = spec.object("combine");
  const expression = combine?.text("expression");
  if (expression === undefined) return null;
  const formula = parseFormula(expression, namedMetrics(spec.objects("metrics")));
  if (formula.ok) return formula.value;
  for (const { code, at, message, remedy } of formula.error) {
    combine?.report("expression", { code, message: `${message}, at character ${at}`, remedy });
  }
  return null;
}

/**
 * The value of a metric that is measured for each pod would leave out the pods without samples, so
 * only its count can be read (I2).
 */
const namedMetrics = (metrics: readonly FieldReader[]): NamedMetrics =>
  new Map(
    metrics.flatMap(metric => {
      const name = nameIn(metric);
      return name === undefined ? [] : [[name, { hasValue: hasValue(metric) }]];
    }),
  );

const hasValue = (metric: FieldReader): boolean => hasValueWithoutPods(metric.text("type") ?? "");

const nameIn = (metric: FieldReader): string | undefined => metric.text("name");

/** A metric that the expression does not read votes separately, so it can start the workload. */
function warnOfPods(metrics: readonly FieldReader[], formula: Formula, combine: FieldReader): void {
  const read = new Set(formula.readings.map(({ name }) => name));
  const isRead = (metric: FieldReader): boolean => read.has(nameIn(metric) ?? "");
  const ofPods = metrics.filter(metric => isRead(metric) && !hasValue(metric)).map(nameIn);
  const others = metrics.filter(hasValue);
  if (ofPods.length === 0 || others.length === 0 || !others.every(isRead)) return;
  if (startsWithoutPods(formula, name => ofPods.includes(name))) return;
  combine.warn("expression", {
    code: "ExpressionNeedsPods",
    message: `at 0 replicas, ${ofPods.join(" and ")} cannot be measured, and without that no load makes the result more than 0, so nothing would start a pod`,
    remedy:
      "combine metrics of pods with others by max, such as max(cpu, queue), or write minReplicas: 1",
  });
}

function warnOfUnread(
  metrics: readonly FieldReader[],
  { readings }: Formula,
  combine: FieldReader,
): void {
  if (readings.length === 0) {
    combine.warn("expression", {
      code: "ExpressionConstant",
      message: "the expression reads no metric, so no load changes its result",
      remedy: "name a metric in it, such as max(cpu, queue)",
    });
  }
  const read = new Set(readings.map(({ name }) => name));
  for (const metric of metrics) {
    const name = nameIn(metric);
    if (name === undefined || read.has(name)) continue;
    metric.warn("name", {
      code: "MetricUnread",
      message: `combine.expression does not read ${name}, so this metric votes separately, and the largest vote wins`,
      remedy: `add ${name} to the expression, or remove the name`,
    });
  }
}
