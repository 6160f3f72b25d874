import fc from "fast-check";

import type { Load } from "../world/answers.ts";

/** One sync, and the events before it. */
export interface Stride {
  readonly wait: number;
  readonly load: Load;
  /** The metrics that fail. */
  readonly failing: readonly string[];
  /** One in this many pods has no sample; 0: all have one. */
  readonly unmeasured: number;
  readonly restarts: boolean;
  /** True if deferrable state is written after this sync. */
  readonly saves: boolean;
  /** A user writes this count. */
  readonly person: number | null;
  /** A user writes this count to the other workloads. */
  readonly personBeside: number | null;
  readonly isDryRun: boolean;
  /** All pods are replaced from now on. */
  readonly rollsOut: boolean;
  /** How many pods of the target run from now on, while the others crash. */
  readonly carries: number | null;
  /** The controller of one in this many pods is not known; 0: those of all are. */
  readonly unresolved: number;
  /** A tool announces the start or the end of a rollout. */
  readonly announces: boolean | null;
}

/** The loads, by the names of the metrics. */
export const loadNames = ["cpu", "rps", "queue"] as const;

const load: fc.Arbitrary<Load> = fc.record({
  cpu: fc.constantFrom(0, 40, 100, 200, 500, 900),
  rps: fc.constantFrom(0, 10, 45, 90, 160, 400),
  queue: fc.constantFrom(0, 5, 12, 30, 90),
});

/** The weight is how often the other value comes for each of these. */
export const rarely = <T>(arbitrary: fc.Arbitrary<T>, otherwise: T, weight = 8): fc.Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary });

export interface Walking {
  /** About one in this many syncs, some metrics fail; default 9. */
  readonly outages?: number;
  /** About one in this many syncs follows a user's edit of the count; default 12. */
  readonly meddling?: number;
  /** True if some syncs are dry runs; default false. */
  readonly rehearses?: boolean;
  /** True if some pods crash; default false. */
  readonly crashes?: boolean;
  /** True if the controllers of some pods are not known at times; default false. */
  readonly puzzles?: boolean;
}

const strideWith = ({
  meddling = 12,
  crashes = false,
  puzzles = false,
  outages = 9,
}: Walking): fc.Arbitrary<Omit<Stride, "load" | "isDryRun">> =>
  fc.record({
    wait: fc.oneof(
      { weight: 8, arbitrary: fc.constant(15) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) },
      { weight: 1, arbitrary: fc.integer({ min: 60, max: 700 }) },
    ),
    failing: rarely(fc.subarray([...loadNames], { minLength: 1 }), [], outages - 1),
    unmeasured: rarely(fc.integer({ min: 1, max: 3 }), 0),
    restarts: rarely(fc.constant(true), false),
    saves: fc.boolean(),
    person: rarely(fc.oneof(fc.constant(0), fc.nat(12)), null, meddling),
    personBeside: rarely(fc.nat(12), null, 12),
    rollsOut: rarely(fc.constant(true), false, 15),
    announces: rarely(fc.boolean(), null, 15),
    carries: crashes
      ? rarely(fc.constantFrom(0, 1, 2, 4, 7, Infinity), null, 3)
      : fc.constant(null),
    unresolved: puzzles ? rarely(fc.integer({ min: 1, max: 3 }), 0, 3) : fc.constant(0),
  });

/** A load lasts for several syncs: otherwise recommendations would never agree for long enough. */
export function walksWith(walking: Walking): fc.Arbitrary<readonly Stride[]> {
  const strides = fc.array(strideWith(walking), { minLength: 1, maxLength: 8, size: "max" });
  const isDryRun = walking.rehearses ? rarely(fc.constant(true), false, 3) : fc.constant(false);
  return fc
    .array(fc.record({ load, isDryRun, strides }), { minLength: 1, maxLength: 10, size: "max" })
    .map(parts => parts.flatMap(part => part.strides.map(one => ({ ...one, ...shared(part) }))));
}

const shared = ({ load: total, isDryRun }: Pick<Stride, "load" | "isDryRun">) => ({
  ...{ load: total, isDryRun },
});
