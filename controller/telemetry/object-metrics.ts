import { setImmediate as turn } from "node:timers/promises";

import type { EpochMs } from "../../engine/result.ts";
import { metricDefinitions, type MetricName } from "./metric-definitions.ts";
import type { ScheduleStatus } from "../../crds/generated/autoscaler.ts";
import { fallbackType } from "../../engine/status/conditions.ts";
import { refKey } from "../../engine/status/targets/target-report.ts";
import type { StatusView } from "../../engine/status/status-view.ts";
import type { ObjectState, ObjectStates } from "../reconcile/object-state.ts";
import type { ObservedSpec, ResourceDriver, ScalingObject, StatusOf } from "../resource-driver.ts";

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

export function* shownObjects<Object extends ScalingObject>(
  kind: Pick<ResourceDriver<Object, ObservedSpec, unknown>, "kind" | "get" | "view">,
  states: ObjectStates<Object>,
): Iterable<ShownObject> {
  for (const [key, state] of states.entries()) {
    const object = kind.get(key);
    if (!object) continue;
    const view = state.status && kind.view(state.status, object);
    const { namespace = "", name } = object.metadata;
    yield {
      ...{ kind: kind.kind, namespace, name, mode: state.mode },
      ready: readyIn(view),
      ...(view?.schedule ? { windows: windowsIn(view.schedule) } : {}),
      isInFallback: isInFallback(view),
      targets: view ? targetsOf(view, state) : [],
    };
  }
}

/** The values in metav1.Condition. A status is untrusted input, and this becomes a label. */
const conditionStatuses = new Set(["True", "False", "Unknown"]);

function readyIn(view: StatusView | null | undefined): string {
  const status = view?.conditions?.find(({ type }) => type === "Ready")?.status ?? "Unknown";
  return conditionStatuses.has(status) ? status : "Unknown";
}

/** Of an edited status, a time may be no time. */
const windowsIn = ({ active, until, next, nextAt }: ScheduleStatus) =>
  [
    { window: active, state: "active", time: Date.parse(until ?? "") } as const,
    { window: next, state: "next", time: Date.parse(nextAt ?? "") } as const,
  ].flatMap(({ window, ...shown }) =>
    window === undefined || Number.isNaN(shown.time) ? [] : [{ window, ...shown }],
  );

const isInFallback = (view: StatusView | null | undefined): boolean =>
  view?.conditions?.some(({ type, status }) => type === fallbackType && status === "True") ?? false;

const targetsOf = (
  { targets }: StatusView,
  state: ObjectState<StatusOf<ScalingObject>>,
): ShownObject["targets"] =>
  targets.map(({ ref, currentReplicas, desiredReplicas }) => {
    const bounds = state.targets.get(refKey(ref))?.bounds;
    return {
      target: `${ref.kind}/${ref.name}`,
      counts: {
        current: currentReplicas,
        desired: desiredReplicas,
        min: bounds?.atLeast,
        max: bounds?.atMost,
      },
    };
  });
