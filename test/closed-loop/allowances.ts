import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Combination } from "./combinations.ts";
import type { Outcome } from "./run.ts";

export const page = join(import.meta.dirname, "../../docs/closed-loop.md");

/** What may exceed an HPA: work in percent of the demand, replica time and the size at rest in percent of the HPA's. */
export interface Allowance {
  readonly lost: number;
  readonly time: number;
  readonly rest: number;
}

/** By the name of the feature or of two features; "every object" applies to all. */
export type Allowances = ReadonlyMap<string, Allowance>;

export const everyObject = "every object";

/** The cells of every row of the page's first table. */
export function allowancesIn(text: string): Allowances {
  const rows = text
    .split("\n")
    .map(line => line.split("|").map(cell => cell.trim()))
    .filter(cells => /^\d+%$/.test(cells[2] ?? "") && cells.length === 7);
  return new Map(
    rows.map(([, name = "", lost, time, rest]) => [
      name,
      { lost: percent(lost), time: percent(time), rest: percent(rest) },
    ]),
  );
}

const percent = (cell = ""): number => Number(cell.replace("%", "")) || 0;

export const readAllowances = (): Allowances => allowancesIn(readFileSync(page, "utf8"));

/** A combination may cost what all of its features may, and what the page says of it by its own name. */
export function allowanceOf({ name, features }: Combination, allowances: Allowances): Allowance {
  const parts = Array.from(new Set([everyObject, ...features, name]), one => allowances.get(one));
  const sum = (amount: (one: Allowance) => number): number =>
    parts.reduce((all, one) => all + (one ? amount(one) : 0), 0);
  return { lost: sum(one => one.lost), time: sum(one => one.time), rest: sum(one => one.rest) };
}

/** At 50% utilization, work that an HPA loses needs two replicas; after a burst, the window keeps them as long again. */
const replicasForWork = 4;

/** Percent of the demand that is lost, beyond the HPA's loss. */
export const extraLost = (ours: Outcome, hpa: Outcome): number =>
  (100 * (ours.lost - hpa.lost)) / ours.demanded;

/** Percent of the HPA's replica time, beyond the replicas for the work that only the HPA loses. */
export function extraTime(ours: Outcome, hpa: Outcome): number {
  const saved = Math.max(0, hpa.lost - ours.lost) * replicasForWork;
  return (100 * (ours.replicaMinutes - saved - hpa.replicaMinutes)) / hpa.replicaMinutes;
}

/** What exceeds the allowance, one sentence each. */
export function excesses(ours: Outcome, hpa: Outcome, { lost, time, rest }: Allowance): string[] {
  const work = extraLost(ours, hpa);
  const replicas = extraTime(ours, hpa);
  const waiting = (100 * (ours.waiting - hpa.waiting)) / ours.demanded;
  const most = hpa.most * (1 + rest / 100) + 1;
  const least = hpa.least / (1 + rest / 100) - 1;
  return [
    ...(work > lost
      ? [
          `lost ${ours.lost.toFixed(0)} pod-minutes of work, an HPA ${hpa.lost.toFixed(0)}: ${work.toFixed(1)}% of the demand more, ${lost}% is allowed`,
        ]
      : []),
    ...(waiting > lost
      ? [
          `${ours.waiting.toFixed(0)} pod-minutes of work wait at the end, of an HPA ${hpa.waiting.toFixed(0)}`,
        ]
      : []),
    ...(replicas > time
      ? [
          `used ${ours.replicaMinutes.toFixed(0)} replica-minutes, an HPA ${hpa.replicaMinutes.toFixed(0)}: ${replicas.toFixed(0)}% more, ${time}% is allowed`,
        ]
      : []),
    ...(ours.most > most || ours.least < least
      ? [
          `rests at ${sizes(ours)} replicas, an HPA at ${sizes(hpa)}: ${rest}% and one replica is allowed`,
        ]
      : []),
  ];
}

const sizes = ({ least, most }: Outcome): string =>
  least === most ? String(most) : `${least} to ${most}`;
