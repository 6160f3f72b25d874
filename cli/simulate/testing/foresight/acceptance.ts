import type { Trial, TrialResult } from "./trial.ts";

/** What a forecast may cost under a load, and what it has to gain. Percentages, but for shares. */
export interface Limits {
  /** Lost work, as a share of that without a forecast, and of that of the best rival at the same cost. */
  readonly lost?: number;
  readonly lostInLastWeek?: number;
  readonly extra?: number;
  readonly worstWeek?: number;
  /** The gate stays closed, so that nothing differs. */
  readonly isIdentical?: true;
}

export interface Row {
  readonly trial: Trial;
  readonly limits: Limits;
}

/** Measured lost work may be above that without a forecast by this many points. */
const slack = 0.01;
const budget = 10;
/** Every load: a week costs at most a point more than the budget allows. */
const mostWorstWeek = budget + 1;
const mostGateChanges = 4;

const row = (trial: Trial, limits: Limits): Row => ({ trial, limits });
const at = (load: Trial["load"], startSeconds = 240, more: Partial<Trial> = {}): Trial => ({
  ...{ load, startSeconds },
  ...more,
});
const berlin = { timeZone: "Europe/Berlin" };
const rivals = { hasRival: true };

// prettier-ignore
export const rows: readonly Row[] = [
  row(at("office", 240, rivals),               { lost: 0.1, extra: 3 }),
  row(at("office", 900, rivals),               { lost: 0.1, extra: 3 }),
  row(at("ramp", 240, rivals),                 { lost: 0.1, extra: 3 }),
  row(at("ramp", 900, rivals),                 { lost: 0.1, extra: 3 }),
  row(at("office", 60),                        { lost: 0.5, extra: 2 }),
  row(at("office", 240, { saturates: true }),  { lost: 0.5, lostInLastWeek: 0.2 }),
  row(at("holidays"),                          { lost: 1 / 3, extra: 3, worstWeek: 5 }),
  row(at("pauses"),                            { lost: 1 / 3, extra: 3, worstWeek: 5 }),
  row(at("up"),                                { lost: 0.5, worstWeek: 5 }),
  row(at("down"),                              { lost: 0.5, worstWeek: 5 }),
  row(at("clocks", 240, berlin),               { lost: 0.1, extra: 3 }),
  row(at("clocks"),                            { lost: 1, extra: 3 }),
  row(at("jitter"),                            { lost: 0.5, extra: 3 }),
  row(at("eights"),                            {}),
  row(at("hourly"),                            {}),
  ...(["noise", "poisson", "walk", "fastWalk", "flash", "diurnal", "drift", "growth", "mentions", "balancer", "nasa"] as const)
    .map(load => row(at(load), { isIdentical: true })),
];

/** What a result exceeds, as sentences. */
export function excessesOf({ limits }: Row, result: TrialResult): string[] {
  const { reactive, forecast, rival, lastWeek, extra, worstWeek, gateChanges, isIdentical } =
    result;
  const most = (what: string, measured: number, limit: number | undefined): string[] =>
    limit !== undefined && measured > limit
      ? [`${what} is ${measured.toFixed(3)}, at most ${limit.toFixed(3)}`]
      : [];
  const share = (of: number): number | undefined =>
    limits.lost === undefined ? undefined : limits.lost * of;
  const week = limits.lostInLastWeek;
  return [
    ...most("lost work", forecast, reactive + slack),
    ...most("lost work", forecast, share(reactive)),
    ...(rival === null ? [] : most("lost work next to the best rival", forecast, share(rival))),
    ...most(
      "lost work of the last week",
      lastWeek.forecast,
      week === undefined ? undefined : week * lastWeek.reactive,
    ),
    ...most("the cost", extra, limits.extra),
    ...most("the cost of a week", worstWeek, limits.worstWeek ?? mostWorstWeek),
    ...most("changes of the gate", gateChanges, mostGateChanges),
    ...(limits.isIdentical && !isIdentical
      ? ["the counts differ from those without a forecast"]
      : []),
  ];
}

export const nameOf = ({ load, startSeconds, saturates, timeZone }: Trial): string =>
  [load, `${startSeconds} s`, saturates ? "saturating" : "", timeZone ?? ""]
    .filter(part => part !== "")
    .join(", ");
