import { formatFixed, formatNumber } from "../../report/model/format.ts";
import type { ObjectRef } from "./inventory.ts";
import type { Estimate, FleetReport, Ranked } from "./report.ts";

/** For people, who know what a HorizontalPodAutoscaler is. */
export const nameOf = ({ cluster, kind, namespace, name }: ObjectRef): string =>
  `${cluster}/${namespace}/${name}${kind === "HorizontalPodAutoscaler" ? "" : ` (${kind})`}`;

/** "96.4%" */
export const percent = (share: number, digits = 1): string =>
  `${formatFixed(100 * share, digits)}%`;

/** Money has no currency: it has the one of the price. `like` decides how many digits follow the point. */
export const money = (amount: number | null, like = amount ?? 0): string =>
  amount === null ? "-" : formatFixed(amount, Math.abs(like) < 100 ? 2 : 0);

/** "120 (100 to 140)" */
export const between = ({ value, low, high }: Estimate): string =>
  `${money(value)} (${money(low, value)} to ${money(high, value)})`;

/** "3.5m"; never "-0.0m". */
export const minutes = (value: number): string =>
  `${formatFixed(Math.round(10 * value) / 10 + 0, 1)}m`;

/** What changes, and the lower bound of the lost work: rollouts and restarts are not in the replay. */
export function changesText({ changes, today, suggested }: Ranked): string {
  const all = changes.map(each => `${each.parameter} ${each.today} to ${each.suggested}`);
  return `${all.join(", ")}; lost work at least ${percent(today.lostWork, 3)}, then ${percent(suggested.lostWork, 3)}`;
}

const many = (count: number, one: string): string =>
  `${formatNumber(count)} ${one}${count === 1 ? "" : "s"}`;

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

type Concluded = Pick<FleetReport, "clusters" | "sums" | "history" | "ranked">;

/** The results of a run, without names. */
export function conclusionsOf({ clusters, sums, history, ranked }: Concluded): string[] {
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
    `From ${day(from)} to ${day(to)} (${source}), ${formatNumber(ReplayedWell)} replay well, ${formatNumber(ReplayedRoughly)} roughly, ${formatNumber(NotReplayed)} cannot be replayed, and ${formatNumber(TooLittle)} have too little to judge${rest}.${median}`,
    gainText(sums, ranked.length),
  ];
}

function gainText({ saving, monthlyCost, shortMinutesSaved }: FleetReport["sums"], count: number) {
  if (count === 0) return "No better settings were found.";
  const short = `${formatFixed(Math.abs(shortMinutesSaved), 0)} ${shortMinutesSaved < 0 ? "more" : "fewer"} minutes short a day`;
  const applied = `With ${many(count, "suggestion")} applied`;
  return saving === null
    ? `${applied}: ${short}. --price turns replica-hours into money.`
    : `${applied}: ${between(saving)} of ${money(monthlyCost)} saved a month, and ${short}.`;
}

/** With a capital letter and a full stop. */
export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
