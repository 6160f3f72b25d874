import { formatFixed } from "../../report/model/format.ts";
import type { Measures } from "../result.ts";

export type MeasureName = Exclude<keyof Measures, "worst">;

interface MeasureColumn {
  /** In the table of a terminal. */
  readonly head: string;
  readonly cell: (value: number) => string;
  /** In a report. */
  readonly title: string;
  readonly meaning: string;
  /** As exact for each candidate. */
  readonly show: (value: number) => string;
  /** Of two candidates, the better one has less or more. */
  readonly better: "less" | "more";
}

const digits = (count: number) => (value: number) => value.toFixed(count);
const share = (value: number): string => `${formatFixed(value * 100, 3)}%`;
const fixed = (count: number) => (value: number) => formatFixed(value, count);
const minutes = (value: number): string => `${value.toFixed(1)}m`;

/** What a table shows of each measure, in the order of its columns. A condition names a measure by its key. */
// prettier-ignore
export const measureColumns: Readonly<Record<MeasureName, MeasureColumn>> = {
  replicaHours:   { head: "REPLICA-HOURS", cell: digits(1), title: "Replica-hours",          meaning: "the time of all replicas, added up",                show: fixed(1),     better: "less" },
  price:          { head: "PRICE",         cell: digits(2), title: "Price",                  meaning: "replica-hours times the price of one",              show: fixed(2),     better: "less" },
  lostWork:       { head: "LOST",          cell: share,     title: "Lost work",              meaning: "the share of the load that found no capacity",      show: share,        better: "less" },
  shortMinutes:   { head: "SHORT/DAY",     cell: minutes,   title: "Short, minutes per day", meaning: "time in which ready pods bear less than the load",  show: fixed(1),     better: "less" },
  changes:        { head: "CHANGES",       cell: String,    title: "Changes",                meaning: "how often the size changes",                        show: fixed(0),     better: "less" },
  oscillations:   { head: "OSCILLATIONS",  cell: String,    title: "Oscillations",           meaning: "changes of direction within ten minutes",           show: fixed(0),     better: "less" },
  elasticSpeedup: { head: "SPEEDUP",       cell: digits(2), title: "Elastic speedup",        meaning: "against the first candidate; more is better",       show: fixed(2),     better: "more" },
};

export const measureNames = Object.keys(measureColumns) as readonly MeasureName[];
