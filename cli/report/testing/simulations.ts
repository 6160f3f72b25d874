import type { Decision } from "../../../engine/model/decision.ts";
import type { Candidate, SimulatedForecast, Simulation } from "../../simulate/result.ts";

const start = Date.UTC(2026, 5, 1);
const day = 86_400_000;

export interface Shape {
  readonly days: number;
  readonly stepSeconds: number;
  readonly names: readonly string[];
  readonly source?: string;
  readonly unit?: string;
  /** Whether the last candidate forecasts. */
  readonly forecasts?: boolean;
}

/**
 * A result of the form that a simulation has, without running one: a load with days, nights, noise and a gap,
 * and candidates that follow it with their own lag.
 */
export function simulationOf(shape: Shape): Simulation {
  const { days, stepSeconds, names, source, unit, forecasts = false } = shape;
  const end = start + days * day;
  const gap = { from: start + 0.6 * day, to: start + 0.65 * day };
  const times: number[] = [];
  for (let time = start; time <= end; time += stepSeconds * 1000) {
    if (time <= gap.from || time >= gap.to) times.push(time);
  }
  const values = times.map(loadAt);
  return {
    load: {
      ...{ source: source ?? "office.csv", unit: unit ?? "requests/s", start, end, times, values },
      gaps: [gap],
    },
    world: {
      ...{
        podCapacity: 100,
        podStart: "60s",
        metricDelaySeconds: 30,
        metricWindowSeconds: 60,
        metricIntervalSeconds: 15,
        saturates: false,
      },
      seed: 1,
    },
    candidates: names.map((name, index) => ({
      ...candidate(name, index, times, values),
      ...(forecasts && index === names.length - 1 ? { forecast: forecastOf(days) } : {}),
    })),
    notes: ["the load has a gap, in which nothing is counted"],
  };
}

/** The first half learns. Each fifth day is wrong. */
function forecastOf(length: number): SimulatedForecast {
  const half = Math.floor(length / 2);
  return {
    mode: "Active",
    gates: [
      { time: start, isOpen: false, verdict: "Learning" },
      { time: start + half * day, isOpen: true, verdict: "Worthwhile" },
    ],
    days: Array.from({ length: length - 1 }, (_, index) => {
      const [saved, extra, isWrong] = [index % 5 === 0 ? 0 : 1.5, 2.25, index % 5 === 0];
      return {
        ...{ number: start / day + index, time: start + (index + 1) * day, saved, extra, isWrong },
        reactive: { shortage: 2, lost: 1, replicas: 100 },
        forecast: { shortage: 2 - saved, lost: 1 - saved / 2, replicas: 100 + extra },
        ...{ rivals: [], isOpen: index >= half },
      };
    }),
  };
}

/** Requests per second: low at night, a peak at noon, and noise that is the same in every run. */
function loadAt(time: number): number {
  const hour = ((time - start) / 3_600_000) % 24;
  const office = Math.max(0, Math.sin(((hour - 6) / 14) * Math.PI));
  const noise = Math.sin(time / 7_919_000) * Math.sin(time / 104_729) + Math.sin(time / 1_299_709);
  return Math.max(0, 300 + 1200 * (hour > 6 && hour < 20 ? office : 0) + 60 * noise);
}

function candidate(
  name: string,
  index: number,
  times: readonly number[],
  values: readonly number[],
): Candidate {
  const lag = 4 + 8 * index;
  const target = 60 + 10 * index;
  const changes: Candidate["changes"][number][] = [];
  let size = 5;
  for (let at = lag; at < times.length; at += 4) {
    const load = values[at - lag] ?? 0;
    const wanted = Math.min(20, Math.max(3, Math.ceil(load / target)));
    // A candidate's own tolerance.
    if (Math.abs(wanted - size) <= index || wanted === size) continue;
    const time = times[at] ?? start;
    changes.push({ time, from: size, to: wanted, decision: decision(time, size, wanted, load) });
    size = wanted;
  }
  const ready = changes.map(({ time, to }) => ({ time: time + 60_000, pods: to }));
  return {
    ...{ name, kind: "Autoscaler", algorithm: index === 0 ? "HPA-1.36" : "Trimtab-1" },
    initialReplicas: 5,
    measures: {
      ...{ replicaHours: 4321.125 - 100 * index, price: 216.05625 - 5 * index },
      ...{ lostWork: 0.00123 * (index + 1), shortMinutes: 3.75 + index, changes: changes.length },
      ...{ oscillations: 12 - index, elasticSpeedup: 1 + 0.125 * index },
      worst:
        index > 2
          ? null
          : { time: start + 0.4 * day, load: 1512.5, capacity: 1300, decision: null },
    },
    changes,
    ready: [{ time: start, pods: 5 }, ...ready],
    bounds: [
      { time: start, min: 3, max: 20 },
      { time: start + day / 3, min: 5, max: 20 },
      { time: start + (5 * day) / 6, min: 3, max: 20 },
    ],
  };
}

function decision(time: number, from: number, to: number, load: number): Decision {
  const used = `${Math.round(load * 10)}m`;
  const wanted = Math.ceil(load / 60);
  return {
    ...{ time, from, to },
    votes: [
      {
        ...{ source: "cpu", type: "Count", replicas: wanted },
        message: `cpu: ${used} of 600m per pod, ${from} ready pods, asks for ${wanted}`,
      },
    ],
    steps: [
      {
        step: "combine",
        before: from,
        after: wanted,
        reason: "HighestVote",
        message: "the only vote",
      },
      {
        ...{ step: "stabilize", before: wanted, after: wanted, reason: "ScaleUpStabilized" },
        message: "the highest recommendation of the last 300 s",
      },
      {
        ...{
          step: "bounds",
          before: wanted,
          after: to,
          reason: "TooManyReplicas",
          atMost: 20,
          atLeast: 3,
        },
        message: "between 3 and 20 replicas",
      },
    ],
  };
}
