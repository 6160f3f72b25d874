import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { runJob } from "../../job.ts";
import { type Load, quantileOf } from "../../load/load.ts";
import { everything, type Kept, type Simulated } from "../../result.ts";
import { runTask } from "../../search/equal-cost.ts";
import { jobOf } from "../../prepare.ts";
import type { ForecastSpec } from "../../../../crds/generated/autoscaler.ts";
import type { PodJob } from "../../world/pod-job.ts";
import type { AutoscalerSpec } from "../../../../engine/model/spec/autoscaler-spec.ts";
import { upstreamSettings } from "../../../../engine/model/spec/settings.ts";
import { generated, type LoadName, loadNames } from "./loads.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** A Monday. The clocks of Europe change four weeks later. */
const start = Date.parse("2026-03-02T00:00:00Z");
/** Nothing before this is scored: a forecast learns for two weeks, and is judged for one. */
const scoredFromDay = 21;
const utilization = 75;

/** Recorded loads, besides the generated ones. */
const traces = {
  nasa: "../../../../docs/loads/nasa-http-1995-07.csv.gz",
  mentions: "traces/mentions-2015.csv.gz",
  balancer: "traces/load-balancer-2014.csv.gz",
} as const;

export type TrialLoad = LoadName | keyof typeof traces;

export interface Trial {
  readonly load: TrialLoad;
  readonly startSeconds: number;
  readonly saturates?: boolean;
  readonly timeZone?: string;
  /** Whether to look for the best settings without a forecast at the same cost. */
  readonly hasRival?: boolean;
}

export interface TrialResult {
  /** Of the load, in percent: without a forecast, with it, and with the best rival at its cost. */
  readonly reactive: number;
  readonly forecast: number;
  readonly rival: number | null;
  /** The same two in the last week. */
  readonly lastWeek: { readonly reactive: number; readonly forecast: number };
  /** Replica-hours, in percent of those without a forecast: in all, and in the dearest seven days. */
  readonly extra: number;
  readonly worstWeek: number;
  /** Of the days that are scored, in percent. */
  readonly open: number;
  /** Changes of the gate within any four weeks. */
  readonly gateChanges: number;
  readonly isIdentical: boolean;
}

/** One load with and without a forecast, in the world that `trimtab simulate` simulates. */
export function play(trial: Trial, seed: number): TrialResult {
  const load = loadOf(trial.load, seed);
  const scored = load.end - start > 2 * scoredFromDay * dayMs - 1 ? scoredFromDay : halfDays(load);
  const jobOf = (spec: Partial<AutoscalerSpec>, fromDay = scored) => jobFor(trial, spec, fromDay);
  const forecast = forecastOf(trial);
  const run = (job: PodJob, kept: Kept = everything): Simulated => runJob(job, load, kept);
  const reactive = run(jobOf({}));
  const active = run(jobOf({ forecast }));
  const lastDay = Math.floor((load.end - start) / dayMs) - 7;
  const lost = ({ measures }: Simulated): number => 100 * (measures.lostWork ?? 0);
  const days = { from: scored, to: Math.floor((load.end - start) / dayMs) };
  const [paid, usual] = [active, reactive].map(each => dailyReplicas(each, load, days));
  const rival = (window: number): number => {
    const scaleDown = { stabilizationWindowSeconds: window };
    const job = jobOf({ behavior: { scaleDown } });
    return lost(runTask({ job, cost: active.measures.replicaHours }, load, nothing));
  };
  return {
    ...{ reactive: lost(reactive), forecast: lost(active) },
    rival: trial.hasRival ? Math.min(rival(300), rival(900)) : null,
    lastWeek: {
      reactive: lost(run(jobOf({}, lastDay), nothing)),
      forecast: lost(run(jobOf({ forecast }, lastDay), nothing)),
    },
    extra: 100 * (active.measures.replicaHours / reactive.measures.replicaHours - 1),
    worstWeek: worstWeekOf(paid ?? [], usual ?? []),
    ...gateOf(active, load, scored),
    isIdentical: JSON.stringify(sizesOf(active)) === JSON.stringify(sizesOf(reactive)),
  };
}

const nothing: Kept = { sizes: false, decisions: 0 };

const halfDays = (load: Load): number => Math.floor((load.end - start) / dayMs / 2);

const forecastOf = ({ startSeconds, timeZone }: Trial): ForecastSpec => ({
  ...{ mode: "Active", leadSeconds: startSeconds },
  ...(timeZone === undefined ? {} : { timeZone }),
});

/** 99% of the load fits on 20 pods at their target. */
function loadOf(name: TrialLoad, seed: number): Load {
  if (isGenerated(name)) return asLoad(name, generated(name, seed), minuteMs);
  const file = join(import.meta.dirname, traces[name]);
  const rows = gunzipSync(readFileSync(file)).toString().trim().split("\n").slice(1);
  const points = rows.map(row => row.split(","));
  const first = Date.parse(points[0]?.[0] ?? "");
  const values = Float64Array.from(points, ([, value]) => Number(value));
  const high = quantileOf(values.toSorted(), 0.99);
  const times = Float64Array.from(points, ([time = ""]) => start + Date.parse(time) - first);
  const step = (times[1] ?? 0) - (times[0] ?? 0);
  const scaled = values.map(value => (20 * value) / high);
  return {
    ...asLoad(name, scaled, step),
    times,
    gaps: gapsIn(times, step),
    end: (times.at(-1) ?? 0) + step,
  };
}

const isGenerated = (name: TrialLoad): name is LoadName =>
  (loadNames as readonly string[]).includes(name);

const asLoad = (source: string, values: Float64Array, stepMs: number): Load => ({
  ...{ source, columns: ["load"], values: [values], gaps: [], notes: [] },
  times: Float64Array.from(values, (_, index) => start + index * stepMs),
  end: start + values.length * stepMs,
});

/** More than three steps without a value are a gap, as in a file. */
const gapsIn = (times: Float64Array, step: number): Load["gaps"] =>
  Array.from(times).flatMap((time, index) => {
    const before = times[index - 1] ?? time;
    return time - before > 3 * step ? [{ from: before + step, to: time }] : [];
  });

function jobFor(trial: Trial, change: Partial<AutoscalerSpec>, fromDay: number): PodJob {
  const target = { type: "Utilization", averageUtilization: utilization };
  const spec: AutoscalerSpec = {
    ...{ minReplicas: 1, maxReplicas: 200, algorithm: "Trimtab-1" },
    metrics: [{ type: "Resource", resource: { name: "cpu", target } }],
    ...change,
  };
  // A pod bears more than its target: the load is in pods at their target.
  const podCapacity = 100 / utilization;
  const job = jobOf(
    { place: "", name: "web", kind: "Autoscaler", algorithm: "Trimtab-1", spec },
    {
      ...{ podCapacity, saturates: trial.saturates, settings: upstreamSettings, seed: 1 },
      podStart: { type: "Constant", ms: trial.startSeconds * 1_000 },
      ...{ metricIntervalMs: 15_000, metricDelayMs: 10_000, metricWindowMs: 30_000 },
      measureAfterMs: fromDay * dayMs,
    },
    { columns: ["load"], factors: new Map() },
  );
  if (!job.ok) throw new Error(job.error);
  return job.value;
}

const sizesOf = ({ changes }: Simulated) => changes.map(({ time, to }) => [time, to]);

interface Days {
  readonly from: number;
  readonly to: number;
}

/** Replica-hours of each day. */
function dailyReplicas({ initialReplicas, changes }: Simulated, load: Load, { from, to }: Days) {
  const sums = Array.from({ length: to }, () => 0);
  let [since, count] = [start, initialReplicas];
  for (const { time, to: next } of [...changes, { time: load.end, to: 0 }]) {
    for (let at = since; at < time;) {
      const day = Math.floor((at - start) / dayMs);
      const until = Math.min(time, start + (day + 1) * dayMs);
      if (day < to) sums[day] = (sums[day] ?? 0) + (count * (until - at)) / 3_600_000;
      at = until;
    }
    [since, count] = [time, next];
  }
  return sums.slice(from);
}

function worstWeekOf(paid: readonly number[], usual: readonly number[]): number {
  let worst = -Infinity;
  for (let day = 0; day + 7 <= paid.length; day += 1) {
    const week = (all: readonly number[]): number =>
      all.slice(day, day + 7).reduce((sum, each) => sum + each, 0);
    worst = Math.max(worst, 100 * (week(paid) / week(usual) - 1));
  }
  return worst;
}

function gateOf({ forecast }: Simulated, load: Load, scored: number) {
  const gates = forecast?.gates ?? [];
  const from = start + scored * dayMs;
  let openMs = 0;
  const changes: number[] = [];
  for (const [index, { time, isOpen }] of gates.entries()) {
    const until = gates[index + 1]?.time ?? load.end;
    if (isOpen) openMs += Math.max(0, until - Math.max(time, from));
    if (index > 0 && gates[index - 1]?.isOpen !== isOpen) changes.push(time);
  }
  const within = changes.map(time =>
    changes.filter(each => each >= time && each < time + 28 * dayMs),
  );
  return {
    open: (100 * openMs) / (load.end - from),
    gateChanges: Math.max(0, ...within.map(({ length }) => length)),
  };
}
