import { formatFixed, formatNumber } from "../../report/model/format.ts";
import type { ObjectRef } from "./inventory.ts";
import type { Estimate, FleetReport, Outcome, Ranked } from "./report.ts";

/** "96.4%" */
export const percent = (share: number): string => `${formatFixed(100 * share, 1)}%`;

/** Money has no currency: it has the one of the price. `like` decides how many digits follow the point. */
export const money = (amount: number, like = amount): string =>
  formatFixed(amount, Math.abs(like) < 100 ? 2 : 0);

export const moneyOf = (amount: number | null): string => (amount === null ? "-" : money(amount));

/** "120 (100 to 140)" */
export const between = ({ value, low, high }: Estimate): string =>
  `${money(value)} (${money(low, value)} to ${money(high, value)})`;

/** "3.5m"; never "-0.0m". */
export const minutes = (value: number): string =>
  `${formatFixed(Math.round(10 * value) / 10 + 0, 1)}m`;

/** For people, who know what a HorizontalPodAutoscaler is. */
export const nameOf = ({ cluster, kind, namespace, name }: ObjectRef): string =>
  `${cluster}/${namespace}/${name}${kind === "HorizontalPodAutoscaler" ? "" : ` (${kind})`}`;

/** The lower bound of it: rollouts, restarts and terminating pods are not in the replay. */
export const lost = ({ lostWork }: Outcome): string =>
  lostWork === null ? "unknown" : `${formatFixed(100 * lostWork, 3)}%`;

export const changesText = ({ changes }: Ranked): string =>
  changes
    .map(({ parameter, today, suggested }) => `${parameter} ${today} to ${suggested}`)
    .join(", ");

const days = (at: number): string => new Date(at).toISOString().slice(0, 10);
const many = (count: number, one: string): string =>
  `${formatNumber(count)} ${one}${count === 1 ? "" : "s"}`;

/** The results of a run, without names. */
export function conclusionsOf({ clusters, sums, history, ranked }: FleetReport): string[] {
  const { error, warning, note } = sums.findings;
  const read = `${many(sums.objects, "autoscaler")} in ${many(clusters.length, "cluster")}: ${many(error, "error")}, ${many(warning, "warning")} and ${many(note, "note")}.`;
  if (history === null) return [read];
  const { from, to, source, assessed, left, accuracy } = history;
  const { ReplayedWell, ReplayedRoughly, NotReplayed, TooLittle } = assessed;
  const rest = left === 0 ? "" : `; ${formatNumber(left)} are not judged yet`;
  const median =
    accuracy === null
      ? ""
      : ` Half of the judged replays agree with the record in at least ${percent(accuracy)} of the time.`;
  return [
    read,
    `From ${days(from)} to ${days(to)} (${source}), ${formatNumber(ReplayedWell)} replay well, ${formatNumber(ReplayedRoughly)} roughly, ${formatNumber(NotReplayed)} cannot be replayed, and ${formatNumber(TooLittle)} have too little to judge${rest}.${median}`,
    gainText(sums, ranked.length),
  ];
}

function gainText({ saving, monthlyCost, shortMinutesSaved }: FleetReport["sums"], count: number) {
  if (count === 0) return "No better settings were found.";
  const short = `${formatFixed(Math.abs(shortMinutesSaved), 0)} ${shortMinutesSaved < 0 ? "more" : "fewer"} minutes short a day`;
  const of = many(count, "suggestion");
  if (saving === null || monthlyCost === null) {
    return `With ${of} applied: ${short}. --price turns replica-hours into money.`;
  }
  return `With ${of} applied: ${between(saving)} of ${money(monthlyCost)} saved a month, and ${short}.`;
}
