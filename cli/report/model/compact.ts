// cli/report/model/: what the program that writes a report and the page itself have in common. It uses neither
// Node.js nor the DOM.

import type { Decision } from "../../../engine/model/decision.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Candidate, Simulation, Worst } from "../../simulate/result.ts";

/** Values with their times in ascending order. */
export interface Series {
  readonly times: readonly EpochMs[];
  readonly values: readonly number[];
}

/** A simulation as arrays of numbers, without the reasons of its changes. */
export interface Drawing {
  readonly load: Omit<Simulation["load"], "times" | "values" | "others"> & Series;
  /** null: no pod bears the load. */
  readonly podCapacity: number | null;
  readonly candidates: readonly DrawnCandidate[];
}

/** Its series hold from each time until the next one. */
type DrawnCandidate = Pick<Candidate, "name" | "forecast"> &
  Readonly<Record<"sizes" | "ready" | "min" | "max", Series>> & { readonly worst: Worst | null };

/** The votes and steps of each change, by candidate; fewer than there are changes if there are very many. */
export type Reasons = readonly (readonly Pick<Decision, "votes" | "steps">[])[];

/** With the distances between the times, of which many are the same: gzip makes little of them. */
export const compact = (simulation: Simulation): Drawing =>
  withTimes(drawingOf(simulation), distancesOf);

/** What was compacted. */
export const expand = (compacted: Drawing): Drawing => withTimes(compacted, timesOf);

function drawingOf({ load, world, candidates }: Simulation): Drawing {
  const { source, unit, start, end, gaps, times, values } = load;
  return {
    load: { ...{ source, unit, start, end, gaps, times }, values: values.map(rounded) },
    podCapacity: world?.podCapacity ?? null,
    candidates: candidates.map(({ name, forecast, initialReplicas, measures, ...lines }) => ({
      ...{ name, forecast, worst: measures.worst },
      sizes: seriesOf([{ time: start, to: initialReplicas }, ...lines.changes], ({ to }) => to),
      ready: seriesOf(lines.ready, ({ pods }) => pods),
      min: seriesOf(lines.bounds, ({ min }) => min),
      max: seriesOf(lines.bounds, ({ max }) => max),
    })),
  };
}

function withTimes(
  { load, podCapacity, candidates }: Drawing,
  change: (times: readonly EpochMs[]) => readonly EpochMs[],
): Drawing {
  const changed = ({ times, values }: Series): Series => ({ times: change(times), values });
  return {
    load: { ...load, ...changed(load) },
    podCapacity,
    candidates: candidates.map(({ sizes, ready, min, max, ...rest }) => ({
      ...{ ...rest, sizes: changed(sizes), ready: changed(ready) },
      ...{ min: changed(min), max: changed(max) },
    })),
  };
}

/** The candidate that lacks most at its worst moment; undefined: none ever lacks anything. */
export function worstOf(moments: readonly (Worst | null)[]): number | undefined {
  const lack = (worst?: Worst | null) => (worst ? worst.load - worst.capacity : 0);
  const known = [...moments.keys()].filter(index => moments[index]);
  return known.sort((a, b) => lack(moments[b]) - lack(moments[a]))[0];
}

/** Of all candidates together. It keeps the page below 3 MB for four weeks. */
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

const seriesOf = <Entry extends { readonly time: EpochMs }>(
  entries: readonly Entry[],
  valueOf: (entry: Entry) => number,
): Series => ({ times: entries.map(({ time }) => time), values: entries.map(valueOf) });

/** The first time, then distances. */
const distancesOf = (times: readonly EpochMs[]): number[] =>
  times.map((time, index) => time - (times[index - 1] ?? 0));

function timesOf(distances: readonly number[]): EpochMs[] {
  let time = 0;
  return distances.map(distance => (time += distance));
}
