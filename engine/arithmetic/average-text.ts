import { formatMilli, milliUnits } from "../model/values/quantity.ts";
import { inUnitOf } from "../model/values/quantity-text.ts";
import type { Tolerance } from "../model/metric-vote.ts";
import type { Basis, Proposal } from "./pod-average.ts";
import { exactRatio } from "./usage-ratio.ts";

/** What the text of an average must give. tolerance: null: only on which side of the target it is. */
interface Wanted extends Pick<Basis, "usage" | "pods" | "gives"> {
  readonly tolerance: Tolerance | null;
}

/** An average and its target as text. */
interface Shown {
  readonly average: string;
  readonly target: string;
}

/** What a message says besides: the usable samples of some workloads, the pods that start. */
interface Place {
  readonly specReplicas: number;
  readonly tolerance: Tolerance;
  readonly part: string;
  readonly hasSilentPods: boolean;
}

/**
 * The parts of a vote's message before and after the target, so that the numbers in it give the count:
 * the pods whose values are assumed, and the number of pods if it is not the current count.
 */
export function averageTexts(
  { replicas, usage, basis }: Proposal,
  textOf: (wanted: Wanted) => Shown,
  { specReplicas, tolerance, part, hasSilentPods }: Place,
) {
  const { pods, filled, gives, isUp } = basis;
  const last = textOf({ ...basis, tolerance });
  const measured = filled > 0 ? textOf({ ...basis, usage, tolerance: null }) : last;
  const assumed = `, ${last.average} with ${filled} of ${pods} pods ${isUp ? "as 0" : "in full"}`;
  const isOther = gives !== null && pods !== specReplicas && !hasSilentPods;
  const counted = filled > 0 ? assumed : isOther ? `, ${pods} pods count` : "";
  const isBounded = gives !== null && gives !== replicas && !hasSilentPods;
  const rest = `${part}${counted}: ${isBounded ? `${gives}, so ${replicas}` : replicas}`;
  return { average: measured.average, target: last.target, rest };
}

/** Utilization in whole percent, or with the digits that the count needs. */
export const percentTexts =
  (percent: number) =>
  (wanted: Wanted): Shown => {
    const { averageUtilization, exactUtilization } = wanted.usage;
    const whole = (averageUtilization ?? 0) * 1000;
    const exact = Number(exactUtilization ?? whole);
    const digits = [100, 10, 1].map(unit => Math.floor(exact / unit) * unit);
    const candidates = exactUtilization === undefined ? [whole] : [whole, ...digits, exact + 1];
    const givesCount = (shown: number) =>
      isGiven(BigInt(Math.trunc(shown)), BigInt(Math.round(percent * 1000)), wanted);
    const shown = candidates.find(givesCount) ?? candidates.at(-1) ?? whole;
    return { average: `${shown / 1000}%`, target: `${percent}%` };
  };

/** An average per pod in the unit of its target, with as many places as the count needs. */
export const shareTexts =
  (written: string, resource: string) =>
  (wanted: Wanted): Shown => {
    const withPlaces = (places?: number): Shown => {
      const inUnit = inUnitOf(written, resource, places);
      return { average: inUnit(formatMilli(wanted.usage.averageValue)), target: inUnit(written) };
    };
    const candidates = [undefined, 1, 2, 3, 6].map(withPlaces);
    const givesCount = ({ average, target }: Shown) => {
      const [value, limit] = [milliUnits(average), milliUnits(target)];
      return value.ok && limit.ok && isGiven(value.value, limit.value, wanted);
    };
    return candidates.find(givesCount) ?? withPlaces(9);
  };

function isGiven(average: bigint, target: bigint, { usage, pods, gives, tolerance }: Wanted) {
  const shown = exactRatio(average, target);
  if (tolerance === null) return shown.side === usage.ratio.side;
  if (usage.ratio.isWithin(tolerance)) return shown.isWithin(tolerance);
  return !shown.isWithin(tolerance) && (gives === null || shown.times(pods) === gives);
}
