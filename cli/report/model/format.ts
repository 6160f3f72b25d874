import type { EpochMs } from "../../../engine/result.ts";
import type { Measures } from "../../simulate/result.ts";

const grouped = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** At least four digits, and all digits before the point. */
export const formatNumber = (value: number): string =>
  (Math.abs(value) >= 1000 ? whole : grouped).format(value);

/** "2026-07-14 08:15:30", in UTC. */
export const formatTime = (time: EpochMs): string =>
  new Date(time).toISOString().slice(0, 19).replace("T", " ");

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** "28 days", "1.5 hours" */
export function formatDuration(ms: number): string {
  const [name, size] = units.find(([, size]) => ms >= size) ?? units[3];
  const count = formatNumber(Number((ms / size).toPrecision(3)));
  return `${count} ${name}${count === "1" ? "" : "s"}`;
}

interface Measure {
  readonly title: string;
  readonly meaning: string;
  /** Of two candidates, the better one has less or more. */
  readonly better: "less" | "more";
  readonly of: (measures: Measures) => number | undefined;
  readonly show: (value: number) => string;
}

/** The columns of the table. */
// prettier-ignore
export const measureColumns: readonly Measure[] = [
  { title: "Replica-hours",         meaning: "the time of all replicas, added up",                  better: "less", of: m => m.replicaHours,        show: formatNumber },
  { title: "Price",                 meaning: "replica-hours times the price of one",                better: "less", of: m => m.price,               show: formatNumber },
  { title: "Lost work",             meaning: "the share of the load that found no capacity",        better: "less", of: m => m.lostWork,            show: value => `${formatNumber(value * 100)}%` },
  { title: "Short, minutes per day", meaning: "time in which ready pods bear less than the load",   better: "less", of: m => m.shortMinutes,        show: formatNumber },
  { title: "Changes",               meaning: "how often the size changes",                          better: "less", of: m => m.changes,             show: formatNumber },
  { title: "Oscillations",          meaning: "changes of direction within ten minutes",             better: "less", of: m => m.oscillations,        show: formatNumber },
  { title: "Elastic speedup",       meaning: "against the first candidate; more is better",         better: "more", of: m => m.elasticSpeedup,      show: formatNumber },
];
