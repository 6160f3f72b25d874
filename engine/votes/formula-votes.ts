import { anything, exactly, type Interval } from "../formula/interval.ts";
import type { Formula, Reading, Run } from "../formula/formula.ts";
import { MAX_REPLICAS, type Vote } from "../model/decision.ts";
import { shortText } from "../model/values/short-text.ts";
import type { MetricSpec } from "../model/spec/autoscaler-spec.ts";
import type { MetricContext, MetricVote } from "../model/metric-vote.ts";
import { isWithin } from "../arithmetic/usage-ratio.ts";

export const formulaSource = "expression";

type Context = Pick<MetricContext, "specReplicas" | "tolerance">;

/**
 * The votes of metrics if an expression combines some of them: those that it reads become its
 * inputs, and its result votes in their place. All other metrics vote as before, and so does a
 * fallback: its user asks for that many replicas while nothing is known of the metric.
 */
export function withFormula(
  formula: Formula | null,
  metrics: readonly MetricSpec[],
  measured: readonly MetricVote[],
  context: Context,
): readonly Vote[] {
  if (formula === null) return measured.map(({ vote }) => vote);
  const read = new Set(formula.readings.map(({ name }) => name));
  const byName = new Map<string, MetricVote>();
  const votes = measured.map((counted, index) => {
    const { name } = metrics[index] ?? {};
    if (name === undefined || !read.has(name)) return counted.vote;
    byName.set(name, counted);
    return isFallback(counted) ? counted.vote : { ...counted.vote, input: name };
  });
  return [...votes, ...formulaVotes(formula, byName, context)];
}

const isFallback = ({ vote }: MetricVote): boolean =>
  vote.type === "Count" && vote.reason === "FallbackActive";

/**
 * A failed input can be any count. If the result is the same for all of them, it counts. Otherwise
 * the vote fails, so that nothing is removed (I2), and the least possible result can only add.
 * A value in place of which a fallback counts can be any value, but blocks nothing.
 *
 * An input that lacks samples of some pods is in a range, too. The result is then the possible count
 * that is nearest to the current one: as for metrics, missing samples can reduce a change but never
 * reverse it.
 */
function formulaVotes(
  { expression, readings, evaluate }: Formula,
  metrics: ReadonlyMap<string, MetricVote>,
  context: Context,
): readonly Vote[] {
  const read = (reading: Reading) => inputOf(metrics.get(reading.name), reading, context);
  const inputs = readings.map(reading => ({ name: nameOf(reading), ...read(reading) }));
  const run: Run = { current: context.specReplicas, read, problem: null };
  const result = evaluate(run);
  const says = shortText(expression, longestExpression) + knownText(inputs);
  if (run.problem !== null) return [failed(`${says}: ${run.problem}`)];

  const countOf = rounding({ ...context, isTolerant: readings.some(isValue) });
  const [least, most] = [countOf(result.low), countOf(result.high)];
  const isCount = result.low >= 0 && result.high <= MAX_REPLICAS;
  if (isCount && least === most) return [counted(least, says + exactText(result, least))];
  const unknown = inputs.filter(({ isFailed }) => isFailed).map(({ name }) => name);
  if (unknown.length > 0) {
    const vote = failed(`${says}: the result depends on ${unknown.join(", ")}`);
    if (least <= context.specReplicas) return [vote];
    return [vote, counted(least, `${says}: at least ${least} in any case`)];
  }
  const replaced = inputs.filter(input => input.isReplaced).map(({ name }) => name);
  if (inputs.every(input => input.low === input.high || input.isReplaced)) {
    if (replaced.length === 0) return [failed(says + noCountText(result))];
    const why = `at least ${least} in any case, and the fallback instead of ${replaced.join(", ")}`;
    return [counted(least, `${says}: ${why}`)];
  }
  const nearest = Math.min(most, Math.max(least, context.specReplicas));
  return [counted(nearest, `${says}: ${nearest}, as some pods have no samples`)];
}

const longestExpression = 128;

const isValue = ({ field }: Reading): boolean => field === "value";

const nameOf = ({ name, field }: Reading): string => (field === "value" ? `${name}.value` : name);

interface Input extends Interval {
  readonly isFailed: boolean;
  /** Whether a fallback counts and there is no value; absent: no. */
  readonly isReplaced?: boolean;
}

/** The least and the greatest count that a metric can ask for. */
const anyCount: Interval = { low: 0, high: MAX_REPLICAS };
/** The user of a fallback says what is enough without the value, so a negative one takes nothing from the others. */
const anyAmount: Interval = { low: 0, high: Infinity };

/**
 * A count that has taken the place of a failed metric has no value. Without all samples, a count
 * above the current one is the least possible, as missing samples count as 0 in it. One below it is
 * the greatest, as they are in it in full. The current count itself may only be held.
 */
function inputOf(
  metric: MetricVote | undefined,
  { field }: Reading,
  { specReplicas }: Context,
): Input {
  const isCounted = metric?.vote.type === "Count";
  if (field === "value") {
    if (metric && isFallback(metric)) return { ...anyAmount, isFailed: false, isReplaced: true };
    if (!isCounted || metric.total === undefined) return { ...anything, isFailed: true };
    return { ...exactly(Number(metric.total) / 1000), isFailed: false };
  }
  if (!isCounted) return { ...anyCount, isFailed: true };
  const { replicas } = metric.vote;
  if (!metric.isEstimated) return { ...exactly(replicas), isFailed: false };
  const low = replicas > specReplicas ? replicas : 0;
  const high = replicas < specReplicas ? replicas : MAX_REPLICAS;
  return { low, high, isFailed: false };
}

interface Rounding extends Context {
  /** Values fluctuate, so the tolerance of metrics applies to what is made of them. */
  readonly isTolerant: boolean;
}

/** A count from a result, with which it rises. */
const rounding =
  ({ specReplicas, tolerance, isTolerant }: Rounding) =>
  (result: number): number => {
    const isHeld = isTolerant && specReplicas > 0 && isWithin(result / specReplicas, tolerance);
    return isHeld ? specReplicas : Math.ceil(Math.max(0, Math.min(MAX_REPLICAS, result)));
  };

const knownText = (inputs: readonly (Input & { readonly name: string })[]): string => {
  const known = inputs.flatMap(({ name, low, high }) =>
    low === high ? [`${name} ${shown(low)}`] : [],
  );
  return known.length > 0 ? ` with ${known.join(", ")}` : "";
};

const shown = (value: number): string =>
  String(Number.isInteger(value) ? value : Number(value.toFixed(3)));

const exactText = ({ low, high }: Interval, count: number): string =>
  low !== high || low === count ? `: ${count}` : `: ${shown(low)}, so ${count}`;

function noCountText({ low, high }: Interval): string {
  if (low !== high || !Number.isFinite(low)) return ": the result is too large to compute";
  return low < 0
    ? `: the result ${shown(low)} is negative, which is no count`
    : `: the result ${shown(low)} is more than ${MAX_REPLICAS}`;
}

const counted = (replicas: number, message: string): Vote => ({
  ...{ source: formulaSource, type: "Count", replicas, message },
});

const failed = (message: string): Vote => ({
  ...{ source: formulaSource, type: "Failed", reason: "ExpressionFailed", message },
});
