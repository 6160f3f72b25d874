import type { Estimate, FleetReport, Gain, Outcome, Ranked, Sums } from "./report.ts";

/**
 * How far a replay's comparison of two settings is from the truth, measured on clusters whose truth is known: in
 * points of today's cost, and in multiples of the ratio of lost work.
 */
const costError = 0.02;
const lostError = { low: 0.85, high: 1.2 };

/** Compares two replays: the record is never compared with a replay. */
export function gainOf(today: Outcome, suggested: Outcome): Gain {
  return {
    saving: savingOf(today.monthlyCost, suggested.monthlyCost),
    shortMinutesSaved: today.shortMinutes - suggested.shortMinutes,
    lostRatio: lostRatioOf(today.lostWork, suggested.lostWork),
  };
}

function savingOf(today: number | null, suggested: number | null): Estimate | null {
  if (today === null || suggested === null) return null;
  const [value, error] = [today - suggested, costError * today];
  return { value, low: value - error, high: value + error };
}

function lostRatioOf(today: number | null, suggested: number | null): Estimate | null {
  if (today === null || suggested === null || today === 0) return null;
  const value = suggested / today;
  return { value, low: lostError.low * value, high: lostError.high * value };
}

type Counted = Pick<FleetReport, "clusters" | "findings" | "ranked">;

/** Errors of many replays have a common cause, the noise that the past lacks, so they are added. */
export function sumsOf({ clusters, findings, ranked }: Counted): Sums {
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

/** The name of an object in all clusters. */
export const pathOf = ({ cluster, namespace, kind, name }: Ranked["object"]): string =>
  [cluster, namespace, kind, name].join("/");
