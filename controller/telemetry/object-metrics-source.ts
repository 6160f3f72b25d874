import type { ScheduleStatus } from "../../crds/generated/autoscaler.ts";
import { failedOf } from "../../engine/model/decision.ts";
import { isBad } from "../../engine/status/targets/conditions.ts";
import { refKey } from "../../engine/status/targets/target-report.ts";
import type { StatusView } from "../../engine/status/status-view.ts";
import type { ObjectState, ObjectStates } from "../reconcile/object-state.ts";
import type { ShownObject } from "./object-metrics.ts";
import type { Resource, ScalingObject, StatusOf } from "../resource.ts";

interface Shown<Object extends ScalingObject> {
  readonly kind: string;
  readonly get: (key: string) => Object | undefined;
  readonly view: (status: StatusOf<Object>, object: Object) => StatusView;
  readonly forecastOf?: Resource<Object, never>["forecastOf"];
}

export function* shownObjects<Object extends ScalingObject>(
  { kind, get, view: viewOf, forecastOf }: Shown<Object>,
  states: ObjectStates<Object>,
): Iterable<ShownObject> {
  for (const [key, state] of states.entries()) {
    const object = get(key);
    if (!object) continue;
    const view = state.latest && viewOf(state.latest, object);
    const { namespace = "", name } = object.metadata;
    yield {
      ...{ kind, namespace, name, mode: state.mode },
      ready: readyIn(view),
      ...(view?.schedule ? { windows: windowsIn(view.schedule) } : {}),
      forecast: forecastOf?.(key, state.latest),
      badConditions: view?.conditions?.filter(isBad) ?? [],
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

const targetsOf = ({ targets }: StatusView, state: ObjectState<StatusOf<ScalingObject>>) =>
  targets.map(({ ref, currentReplicas, desiredReplicas, decision }) => {
    const bounds = state.targets.get(refKey(ref))?.bounds;
    return {
      target: `${ref.kind}/${ref.name}`,
      failedVotes: failedOf(decision?.votes ?? []).length,
      counts: {
        current: currentReplicas,
        desired: desiredReplicas,
        min: bounds?.atLeast,
        max: bounds?.atMost,
      },
    };
  });
