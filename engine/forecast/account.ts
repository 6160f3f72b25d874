/** Replica-hours of one pipeline in one span of time. */
export interface Sums {
  /** Ready replicas that were missing for the load at 110% of the target. */
  readonly shortage: number;
  /** The same at 133%, where a pod at 75% of what it bears has no more to give. */
  readonly lost: number;
  readonly replicas: number;
}

const none: Sums = { shortage: 0, lost: 0, replicas: 0 };

const plus = (a: Sums, b: Sums): Sums => ({
  shortage: a.shortage + b.shortage,
  lost: a.lost + b.lost,
  replicas: a.replicas + b.replicas,
});

const sumOf = (all: readonly Sums[]): Sums => all.reduce(plus, none);

/**
 * What each pipeline did on one day, all with the same load: without a forecast, with it, and with each rival, in the
 * order of `rivals`.
 */
export interface Day {
  /** Of the local calendar, counted from 1970. */
  readonly number: number;
  readonly reactive: Sums;
  readonly forecast: Sums;
  /** Empty: they did not run. */
  readonly rivals: readonly Sums[];
}

/** A setting without a forecast that may do as well: a longer window, or another target. */
export interface Rival {
  readonly window: "Own" | "Longer";
  /** Multiple of the target. */
  readonly target: number;
}

export const rivals: readonly Rival[] = [
  { window: "Own", target: 1 / 1.05 },
  { window: "Own", target: 1 / 1.15 },
  { window: "Longer", target: 1 / 0.88 },
  { window: "Longer", target: 1 },
  { window: "Longer", target: 1 / 1.1 },
];

const usualSeconds = 300;
const longerSeconds = 900;
const longestSeconds = 3_600;

/** The window of a rival, in seconds. An object with a very short window has the usual one as a rival. */
export const windowOf = ({ window }: Rival, own: number): number =>
  window === "Own"
    ? Math.max(own, usualSeconds)
    : Math.min(longestSeconds, Math.max(longerSeconds, 3 * own));

/** What the forecast has saved and paid, next to the best setting without one. In replica-hours. */
export interface Balance {
  /** Of the reactive pipeline. */
  readonly shortage: number;
  readonly replicas: number;
  readonly saved: number;
  readonly extra: number;
  /** What the best rival saves at the same cost, by each of the two measures of shortage. */
  readonly savedByRival: number;
  readonly lostSaved: number;
  readonly lostSavedByRival: number;
}

export function balanceOf(days: readonly Day[]): Balance {
  const reactive = sumOf(days.map(day => day.reactive));
  const forecast = sumOf(days.map(day => day.forecast));
  const extra = forecast.replicas - reactive.replicas;
  const compared = days.filter(day => day.rivals.length > 0);
  const before = sumOf(compared.map(day => day.reactive));
  const spent = sumOf(compared.map(day => day.forecast)).replicas - before.replicas;
  const savedByRival = (of: "shortage" | "lost"): number =>
    mostSavedAt(
      Math.max(0, spent),
      rivals.map((_, index) => {
        const sums = sumOf(compared.map(day => day.rivals[index] ?? none));
        return { cost: sums.replicas - before.replicas, saved: before[of] - sums[of] };
      }),
    );
  return {
    ...{ shortage: reactive.shortage, replicas: reactive.replicas, extra },
    saved: reactive.shortage - forecast.shortage,
    savedByRival: savedByRival("shortage"),
    lostSaved: reactive.lost - forecast.lost,
    lostSavedByRival: savedByRival("lost"),
  };
}

interface Point {
  readonly cost: number;
  readonly saved: number;
}

const asItIs: Point = { cost: 0, saved: 0 };

/**
 * The most that settings without a forecast save at a cost. Where no setting costs exactly that, it is one between two
 * settings, in proportion: the upper hull of all of them and of the object as it is.
 */
function mostSavedAt(cost: number, points: readonly Point[]): number {
  const all = [asItIs, ...points];
  let most = 0;
  for (const low of all) {
    if (low.cost <= cost) most = Math.max(most, low.saved);
    for (const high of all) {
      if (low.cost > cost || high.cost <= cost) continue;
      const share = (cost - low.cost) / (high.cost - low.cost);
      most = Math.max(most, low.saved + share * (high.saved - low.saved));
    }
  }
  return most;
}
