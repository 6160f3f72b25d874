import { setImmediate as turn } from "node:timers/promises";

import type { ForecastReport } from "../../engine/forecast/forecaster.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import type { Condition } from "../../crds/generated/shared.ts";
import { reasonOf } from "../../engine/status/forecast-status.ts";
import { fallbackType } from "../../engine/status/targets/conditions.ts";
import { metricDefinitions, type MetricName } from "./metric-definitions.ts";

export interface ShownObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly mode: string;
  readonly ready: string;
  /** Of its schedules; absent: it has none. */
  readonly windows?: readonly {
    readonly window: string;
    readonly state: "active" | "next";
    readonly time: EpochMs;
  }[];
  /** Absent: it has none, or its past is not known yet. */
  readonly forecast?: ForecastReport | undefined;
  /** Those that have the bad one of their values. */
  readonly badConditions: readonly Pick<Condition, "type" | "reason">[];
  readonly targets: readonly {
    readonly target: string;
    readonly failedVotes: number;
    readonly counts: Readonly<Record<"current" | "desired" | "min" | "max", number | undefined>>;
  }[];
}

/** Objects per turn of the event loop. Admission and due decisions run in between. */
const objectsInATurn = 200;

/**
 * The number of objects and, with `each`, the series of each object, in the Prometheus text format.
 * prom-client is not used here: it would keep every series in memory and write all of them in one turn of the
 * event loop.
 */
export async function objectSeries(objects: Iterable<ShownObject>, each: boolean): Promise<string> {
  const counts = new Map<string, number>();
  const fallbacks = new Map<string, number>();
  const series: ObjectSeries = {
    trimtab_object_info: [],
    trimtab_object_condition: [],
    trimtab_object_failed_votes: [],
    trimtab_object_replicas: [],
    trimtab_object_schedule_timestamp_seconds: [],
  };
  let read = 0;
  for (const object of objects) {
    const { kind, mode, ready, badConditions } = object;
    const isInFallback =
      mode === "Active" && badConditions.some(({ type }) => type === fallbackType);
    fallbacks.set(kind, (fallbacks.get(kind) ?? 0) + (isInFallback ? 1 : 0));
    const labels = `kind="${kind}",mode="${mode}",ready="${ready}"`;
    counts.set(labels, (counts.get(labels) ?? 0) + 1);
    if (each) write(object, series);
    read += 1;
    if (read % objectsInATurn === 0) await turn();
  }
  const total = Array.from(counts, ([labels, count]) => `trimtab_objects{${labels}} ${count}\n`);
  const inFallback = Array.from(
    fallbacks,
    ([kind, count]) => `trimtab_objects_in_fallback{kind="${kind}"} ${count}\n`,
  );
  const families = { trimtab_objects: total, trimtab_objects_in_fallback: inFallback };
  return textOf(each ? { ...families, ...series } : families);
}

type ObjectMetric = Extract<MetricName, `trimtab_object_${string}`>;
/** Absent: a feature that no object uses. */
type ObjectSeries = Partial<Record<ObjectMetric, string[]>>;
type Add = (metric: ObjectMetric, labels: string, value: number) => void;

function write(object: ShownObject, series: ObjectSeries): void {
  const { kind, namespace, name, mode, ready } = object;
  const named = `kind="${kind}",namespace="${namespace}",name="${name}"`;
  const add: Add = (metric, labels, value) => {
    (series[metric] ??= []).push(`${metric}{${named},${labels}} ${value}\n`);
  };
  add("trimtab_object_info", `mode="${mode}",ready="${ready}"`, 1);
  for (const { type, reason } of object.badConditions)
    add("trimtab_object_condition", `condition="${type}",reason="${escape(reason)}"`, 1);
  for (const { target, counts, failedVotes } of object.targets) {
    const label = `target="${escape(target)}"`;
    if (failedVotes > 0) add("trimtab_object_failed_votes", label, failedVotes);
    for (const [state, count] of Object.entries(counts)) {
      if (count !== undefined) add("trimtab_object_replicas", `${label},state="${state}"`, count);
    }
  }
  for (const { window, state, time } of object.windows ?? []) {
    const labels = `window="${escape(window)}",state="${state}"`;
    add("trimtab_object_schedule_timestamp_seconds", labels, time / 1000);
  }
  if (object.forecast) writeForecast(object.forecast, add);
}

function writeForecast(report: ForecastReport, add: Add): void {
  const { gate, days, balance, expectedReplicas: expected, addedReplicas: added } = report;
  add("trimtab_object_forecast_open", `reason="${reasonOf(report)}"`, gate.isOpen ? 1 : 0);
  for (const [state, count] of Object.entries({ added, expected }))
    if (count !== null) add("trimtab_object_forecast_replicas", `state="${state}"`, count);
  if (days === 0) return;
  const { shortage, saved: avoided, extra, savedByRival: rival } = balance;
  for (const [part, hours] of Object.entries({ shortage, avoided, extra, rival }))
    add("trimtab_object_forecast_replica_seconds", `part="${part}"`, Math.round(3_600 * hours));
}

const textOf = (families: Partial<Record<MetricName, readonly string[]>>): string =>
  Object.entries(families)
    .map(([name, lines]) => {
      const { help, type } = metricDefinitions[name as MetricName];
      return `\n# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
    })
    .join("");

/** A target, a window and a reason are user input and need not be valid names. */
const escape = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
