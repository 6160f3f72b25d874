import { setImmediate as turn } from "node:timers/promises";

import type { EpochMs } from "../../engine/result.ts";
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
  /** Whether a metric has failed for so long that its fallback counts. */
  readonly isInFallback: boolean;
  readonly targets: readonly {
    readonly target: string;
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
  const info: string[] = [];
  const replicas: string[] = [];
  const windows: string[] = [];
  let read = 0;
  for (const object of objects) {
    const { kind, mode, ready, isInFallback } = object;
    fallbacks.set(kind, (fallbacks.get(kind) ?? 0) + (isInFallback ? 1 : 0));
    const labels = `kind="${kind}",mode="${mode}",ready="${ready}"`;
    counts.set(labels, (counts.get(labels) ?? 0) + 1);
    if (each) write(object, { info, replicas, windows });
    read += 1;
    if (read % objectsInATurn === 0) await turn();
  }
  const total = Array.from(counts, ([labels, count]) => `trimtab_objects{${labels}} ${count}\n`);
  const inFallback = Array.from(
    fallbacks,
    ([kind, count]) => `trimtab_objects_in_fallback{kind="${kind}"} ${count}\n`,
  );
  const families = { trimtab_objects: total, trimtab_objects_in_fallback: inFallback };
  const ofEach = {
    trimtab_object_info: info,
    trimtab_object_replicas: replicas,
    trimtab_object_schedule_timestamp_seconds: windows,
  };
  return textOf(each ? { ...families, ...ofEach } : families);
}

type Lines = Readonly<Record<"info" | "replicas" | "windows", string[]>>;

function write(object: ShownObject, { info, replicas, windows }: Lines): void {
  const { kind, namespace, name, mode, ready, targets } = object;
  const labels = `kind="${kind}",namespace="${namespace}",name="${name}"`;
  info.push(`trimtab_object_info{${labels},mode="${mode}",ready="${ready}"} 1\n`);
  for (const { target, counts } of targets) {
    const series = `trimtab_object_replicas{${labels},target="${escape(target)}",state=`;
    for (const [state, count] of Object.entries(counts)) {
      if (count !== undefined) replicas.push(`${series}"${state}"} ${count}\n`);
    }
  }
  for (const { window, state, time } of object.windows ?? []) {
    const series = `${labels},window="${escape(window)}",state="${state}"`;
    windows.push(`trimtab_object_schedule_timestamp_seconds{${series}} ${time / 1000}\n`);
  }
}

const textOf = (families: Partial<Record<MetricName, readonly string[]>>): string =>
  Object.entries(families)
    .map(([name, lines]) => {
      const { help, type } = metricDefinitions[name as MetricName];
      return `\n# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
    })
    .join("");

/** A name of a target or a window is user input and need not be a valid name. */
const escape = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
