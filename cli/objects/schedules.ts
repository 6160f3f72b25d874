import type { Autoscaler } from "../../crds/generated/autoscaler.ts";
import { cleanText } from "../terminal/printable.ts";
import { rfc3339 } from "../terminal/times.ts";
import { present, type WellTyped } from "./well-typed.ts";

/** The windows in force now and next, by name. Times are RFC 3339; null: none, or not known. */
export interface ShownSchedule {
  readonly active: string | null;
  readonly until: string | null;
  readonly next: string | null;
  readonly nextAt: string | null;
}

type Shown = Pick<WellTyped<Autoscaler>, "spec" | "status">;

/** null: the object has no schedules, or the operator has not looked at them yet. */
export function shownScheduleOf({ spec, status }: Shown): ShownSchedule | null {
  const { schedule } = status ?? {};
  if (schedule === undefined || present(spec?.schedules).length === 0) return null;
  return {
    active: cleanText(schedule.active) || null,
    until: rfc3339(schedule.until),
    next: cleanText(schedule.next) || null,
    nextAt: rfc3339(schedule.nextAt),
  };
}

interface Bounds {
  readonly minReplicas: number | null;
  readonly maxReplicas: number | null;
}

/** The bounds of a spec, and in place of them those of the window that the status names. */
export function boundsInForce(bounds: Bounds, { spec, status }: Shown): Bounds {
  const active = status?.schedule?.active;
  const window = active && present(spec?.schedules).find(({ name }) => name === active);
  if (!window) return bounds;
  return {
    minReplicas: window.minReplicas ?? bounds.minReplicas,
    maxReplicas: window.maxReplicas ?? bounds.maxReplicas,
  };
}
