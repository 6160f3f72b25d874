import type { ZeroReadings } from "../history/history.ts";
import { type Metric, sourceIn } from "../spec/metric.ts";
import { formatSelector } from "../observation/selectors/format-selector.ts";
import type { Answer, Observation } from "../observation/observation.ts";
import { shortKey } from "../short-text.ts";
import { nameOf } from "../sources/metric-name.ts";

/** For this many periods, a sudden loss of all load is not believed. */
const DOUBTED_READINGS = 2;

export interface Doubted {
  readonly answers: readonly Answer[];
  readonly zeroReadings: ZeroReadings;
}

/**
 * Treats samples that are all 0 right after a load as missing: a broken exporter looks like an idle
 * service (kubernetes#104387). An answer counts once, however many decisions use it.
 */
export function doubtZeros(
  metrics: readonly Metric[],
  { answers, isAgain = false }: Pick<Observation, "answers" | "isAgain">,
  before: ZeroReadings,
): Doubted {
  const zeroReadings: Record<string, number> = {};
  const doubted = answers.map((answer, index): Answer => {
    const metric = metrics[index];
    const source = metric && keyOf(metric);
    if (source === undefined) return answer;
    const reading = isAgain ? before[source] : readingOf(answer, before[source]);
    if (reading !== undefined) zeroReadings[source] = reading;
    return answer.kind === "Samples" && reading !== undefined && reading > 0 ? distrusted : answer;
  });
  return { answers: doubted, zeroReadings };
}

/** Two pod metrics may have the same name. */
function keyOf(metric: Metric): string {
  const { selector } = sourceIn(metric).metric ?? {};
  const source = nameOf(metric);
  return shortKey(selector ? `${source} of ${formatSelector(selector)}` : source);
}

/** undefined: there was no load before, so a 0 is believed. */
function readingOf(answer: Answer, before: number | undefined): number | undefined {
  if (answer.kind !== "Samples" || answer.samples.size === 0) return before;
  const isIdle = [...answer.samples.values()].every(({ value }) => value === 0n);
  if (!isIdle) return 0;
  return before === undefined || before >= DOUBTED_READINGS ? undefined : before + 1;
}

const distrusted: Answer = {
  kind: "Failed",
  message: `every pod reads 0 at once right after a load; that is taken for missing data for ${DOUBTED_READINGS} periods`,
};
