import { balanceOf } from "../../../engine/forecast/account.ts";
import { worthText } from "../../../engine/status/forecast-status.ts";
import { formatDuration, formatFixed, formatNumber } from "../../report/model/format.ts";
import type { Measures, Setting, Summary } from "../result.ts";

const list = new Intl.ListFormat("en");

/** A grid has too many for sentences. */
const mostConcluded = 4;

/** Parts of a sentence; `same`: both candidates have the same amount. */
// prettier-ignore
const compared = [
  { measure: "replicaHours", less: "fewer replica-hours",              more: "more replica-hours",              same: "as many replica-hours" },
  { measure: "shortMinutes", less: "fewer minutes short of capacity",  more: "more minutes short of capacity",  same: "as many minutes short of capacity" },
  { measure: "changes",      less: "fewer changes of size",            more: "more changes of size",            same: "as many changes of size" },
] as const;

type Compared = (typeof compared)[number];

/**
 * The cost of the first candidate, and a sentence for each other one, which compares it with the first: "Compared with
 * today, proposed costs 1.44 (0.43%) more, and has 44% fewer minutes short of capacity and 63% fewer changes of size."
 * The last of several is also compared with the one before: between the same settings, the algorithm is the difference.
 */
export function conclusionsOf({ load }: Setting, candidates: readonly Summary[]): string[] {
  const [first, ...others] = candidates;
  if (!first || candidates.length > mostConcluded) return [];
  const { price } = first.measures;
  const duration = formatDuration(load.end - load.start);
  const cost =
    price === undefined ? [] : [`${first.name} costs ${formatFixed(price, 2)} in ${duration}.`];
  const pairs = others.map(after => [first, after] as const);
  const [before, last] = others.slice(-2);
  if (before && last) pairs.push([before, last]);
  return [...cost, ...pairs.map(pair => comparison(...pair)), ...candidates.flatMap(forecastText)];
}

/** What a forecast does while its gate is open. */
function forecastText({ name, forecast }: Summary): string[] {
  if (!forecast) return [];
  const { days, gates, mode } = forecast;
  const open = days.filter(({ isOpen }) => isOpen);
  const begin = `On ${open.length} of ${days.length} judged days, the gate of ${name} is open`;
  if (open.length === 0) return [`${begin}: ${gates.at(-1)?.verdict ?? "Learning"}.`];
  return [`${begin}. This ${worthText(balanceOf(open), mode === "Active")}.`];
}

function comparison(before: Summary, after: Summary): string {
  const parts = compared.flatMap(each => partOf(each, before.measures, after.measures));
  const difference = costsOf(before.measures.price, after.measures.price);
  return `Compared with ${before.name}, ${after.name} ${difference}has ${list.format(parts)}.`;
}

/** Empty: there is no price. */
function costsOf(before?: number, after?: number): string {
  if (before === undefined || after === undefined) return "";
  const amount = formatFixed(Math.abs(after - before), 2);
  const share = before === 0 ? null : shareOf(before, after);
  const isShown = Number(amount) !== 0;
  if (before === after || (!isShown && share === tinyShare)) return "costs the same, and ";
  const difference = isShown && share ? `${amount} (${share})` : (share ?? amount);
  return `costs ${difference} ${after < before ? "less" : "more"}, and `;
}

function partOf({ measure, less, more, same }: Compared, before: Measures, after: Measures) {
  const [from, to] = [before[measure], after[measure]];
  // Replica-hours say the same as their price.
  if (from === undefined || to === undefined) return [];
  if (measure === "replicaHours" && before.price !== undefined) return [];
  if (from === to) return [same];
  const name = to < from ? less : more;
  return [
    from === 0
      ? `${formatNumber(to)} ${name.replace("more ", "")} instead of none`
      : `${shareOf(from, to)} ${name}`,
  ];
}

const tinyShare = "less than 0.1%";

/** Two digits are as exact as a simulation is. */
function shareOf(from: number, to: number): string {
  const percent = (100 * Math.abs(to - from)) / from;
  return percent < 0.1 ? tinyShare : `${Number(percent.toPrecision(2))}%`;
}
