// cli/report/model/: what the program that writes a report and the page itself have in common. It uses neither
// Node.js nor the DOM.

import type { Decision } from "../../../engine/model/decision.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Candidate, Simulation, Worst } from "../../simulate/result.ts";

/** A simulation as arrays of numbers, without the reasons of its changes. */
export interface CompactSimulation {
  readonly load: Omit<Simulation["load"], "times" | "values" | "others"> & Compact;
  /** null: no pod bears the load. */
  readonly podCapacity: number | null;
  readonly candidates: readonly CompactCandidate[];
}

type Lines = "sizes" | "ready" | "min" | "max";

type CompactCandidate = Pick<Candidate, "name" | "initialReplicas" | "forecast"> &
  Readonly<Record<Lines, Compact>> & { readonly worst: Worst | null };

/** Values with their times in ascending order. */
export interface Series {
  readonly times: readonly EpochMs[];
  readonly values: readonly number[];
}

/** With the distances between the times. */
type Compact = Series;

export interface Drawing extends Pick<CompactSimulation, "load" | "podCapacity"> {
  readonly candidates: readonly DrawnCandidate[];
}

/** Its series hold from each time until the next one. */
export type DrawnCandidate = Pick<CompactCandidate, "name" | "worst" | "forecast"> &
  Readonly<Record<Lines, Series>>;

/** The votes and steps of each change, by candidate; fewer than there are changes if there are very many. */
export type Reasons = readonly (readonly Pick<Decision, "votes" | "steps">[])[];

export function compact({ load, world, candidates }: Simulation): CompactSimulation {
  const { source, unit, start, end, gaps, times, values } = load;
  return {
    load: {
      ...{ source, unit, start, end, gaps },
      times: packedTimes(times),
      values: values.map(rounded),
    },
    podCapacity: world?.podCapacity ?? null,
    candidates: candidates.map(({ name, initialReplicas, forecast, measures, ...lines }) => ({
      ...{ name, initialReplicas, forecast, worst: measures.worst },
      sizes: packed(lines.changes, ({ to }) => to),
      ready: packed(lines.ready, ({ pods }) => pods),
      min: packed(lines.bounds, ({ min }) => min),
      max: packed(lines.bounds, ({ max }) => max),
    })),
  };
}

export function expand({ load, podCapacity, candidates }: CompactSimulation): Drawing {
  return {
    load: { ...load, times: unpackedTimes(load.times) },
    podCapacity,
    candidates: candidates.map(({ name, worst, forecast, initialReplicas, sizes, ...rest }) => ({
      ...{ name, worst, forecast },
      sizes: {
        times: [load.start, ...unpackedTimes(sizes.times)],
        values: [initialReplicas, ...sizes.values],
      },
      ready: unpacked(rest.ready),
      min: unpacked(rest.min),
      max: unpacked(rest.max),
    })),
  };
}

/** The candidate that lacks most at its worst moment; undefined: none ever lacks anything. */
export function worstOf(moments: readonly (Worst | null)[]): number | undefined {
  const lack = (worst?: Worst | null) => (worst ? worst.load - worst.capacity : 0);
  const known = [...moments.keys()].filter(index => moments[index]);
  return known.sort((a, b) => lack(moments[b]) - lack(moments[a]))[0];
}

/** Keeps the page below 3 MB for four weeks. */
export const mostReasons = 20_000;

/** Of the changes that have their decision: the first ones of each candidate. */
export const reasonsOf = ({ candidates }: Simulation): Reasons =>
  candidates.map(({ changes }) =>
    changes.flatMap(({ decision }) =>
      decision ? { votes: decision.votes, steps: decision.steps } : [],
    ),
  );

/** Enough for a chart, and half the size: a simulation has no measured load with more digits. */
const rounded = (value: number): number => Number(value.toPrecision(6));

const packed = <Entry extends { readonly time: EpochMs }>(
  entries: readonly Entry[],
  valueOf: (entry: Entry) => number,
): Compact => ({
  times: packedTimes(entries.map(({ time }) => time)),
  values: entries.map(valueOf),
});

const unpacked = ({ times, values }: Compact): Series => ({ times: unpackedTimes(times), values });

/** The first time, then distances, of which many are the same: gzip makes little of them. */
const packedTimes = (times: readonly EpochMs[]): number[] =>
  times.map((time, index) => time - (times[index - 1] ?? 0));

function unpackedTimes(distances: readonly number[]): EpochMs[] {
  let time = 0;
  return distances.map(distance => (time += distance));
}
