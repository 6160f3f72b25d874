import {
  type Estimate,
  type FleetReport,
  type Gain,
  type Outcome,
  pathOf,
  type Ranked,
  type Sums,
} from "./report.ts";

/** How far a comparison of two replays is from the truth, measured on clusters whose truth is known: of today's cost. */
const costError = 0.02;

/** Compares two replays: the record is never compared with a replay. */
export function gainOf(today: Outcome, suggested: Outcome): Gain {
  const shortMinutesSaved = today.shortMinutes - suggested.shortMinutes;
  if (today.monthlyCost === null || suggested.monthlyCost === null) {
    return { saving: null, shortMinutesSaved };
  }
  const value = today.monthlyCost - suggested.monthlyCost;
  const error = costError * today.monthlyCost;
  return { saving: { value, low: value - error, high: value + error }, shortMinutesSaved };
}

/** Errors of many replays have a common cause, the noise that the past lacks, so they are added. */
export function sumsOf({
  clusters,
  findings,
  ranked,
}: Pick<FleetReport, "clusters" | "findings" | "ranked">): Sums {
  const savings = ranked.flatMap(({ saving }) => saving ?? []);
  const hasPrice = savings.length > 0;
  const sum = (of: keyof Estimate): number => total(savings.map(saving => saving[of]));
  const count = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) count[severity] += 1;
  return {
    objects: total(clusters.map(({ objects }) => objects)),
    findings: count,
    monthlyCost: hasPrice ? total(ranked.map(({ today }) => today.monthlyCost ?? 0)) : null,
    saving: hasPrice ? { value: sum("value"), low: sum("low"), high: sum("high") } : null,
    shortMinutesSaved: total(ranked.map(each => each.shortMinutesSaved)),
  };
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** By money; without a price, by minutes short; then by name, so that each run has the same order. */
export const byGain = (a: Ranked, b: Ranked): number =>
  (b.saving?.value ?? 0) - (a.saving?.value ?? 0) ||
  b.shortMinutesSaved - a.shortMinutesSaved ||
  (pathOf(a.object) < pathOf(b.object) ? -1 : 1);
