import { keptIn, type Step } from "../../model/decision.ts";
import type { Stage } from "../../model/feature.ts";
import type { History } from "../../model/history.ts";
import type { EpochMs } from "../../model/values/result.ts";
import { plain, record, time } from "../../model/codec.ts";
import type { SerializedCap } from "../../model/generated/history.ts";
import { isFields } from "../../model/values/json-values.ts";
import { slot } from "../../model/slot.ts";
import { earliest } from "../../model/values/time.ts";
import { activeWindow, boundsChangeAt, inWindow, trackCap } from "./scheduled-bounds.ts";
import type { DefaultedSpec } from "../../spec/defaults.ts";

interface DescentContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly given: DefaultedSpec;
  readonly spec: DefaultedSpec;
}

/**
 * Asks for no more than the maximum that a window has lowered. The stages after it may keep the
 * count for longer, and the bounds in force follow the count.
 */
export const descendToCap: Stage<DescentContext> = {
  name: "schedule",
  reasons: {
    AboveScheduledMax: { phrase: "limited by a schedule", word: "schedule", effect: "maximum" },
  },
  field: "schedules",
  memory: slot({
    name: "cap",
    codec: record<SerializedCap>({ max: plain, since: time, from: plain }),
    isAsSafe: isAsHigh,
    // Every change of the count from which the maximum descends is written anyway.
    outline: stored => (isFields(stored) ? { ...stored, from: null } : stored),
  }),
  inForce: inWindow,
  observe: (history, context) => trackCap(history, context),
  bounds: (bounds, { cap }) =>
    cap?.from === undefined ? bounds : { ...bounds, maxReplicas: cap.from },
  keeps: (_, { currentReplicas, spec: { schedules, minReplicas } }) =>
    schedules ? Math.min(currentReplicas, minReplicas) : 0,
  caps: (history, { spec: { maxReplicas } }) => (isDescending(history) ? maxReplicas : null),
  run: ({ count, history }, context) =>
    isDescending(history) ? { step: descentStep(count, context) } : null,
  concludes: (outcome, { given, now }) => {
    const changesAt = boundsChangeAt(given, now);
    return changesAt === null ? outcome : { ...outcome, due: earliest([outcome.due, changesAt]) };
  },
};

/** Whether the count is above a maximum that a window has lowered. */
const isDescending = ({ cap }: Pick<History, "cap">): boolean => cap?.from !== undefined;

/** Without a saved maximum, one that a window lowers seems to have been lowered by a person. */
function isAsHigh(saved: History["cap"], actual: History["cap"]): boolean {
  if (actual === undefined) return true;
  if (saved === undefined) return false;
  return saved.max >= actual.max && (saved.from ?? saved.max) >= (actual.from ?? actual.max);
}

function descentStep(desired: number, { spec, given, now }: DescentContext): Step {
  const { maxReplicas } = spec;
  const window = activeWindow(given, now)?.name ?? null;
  const step = keptIn("schedule", desired, { atMost: maxReplicas });
  const who = window === null ? "outside the schedules" : `in the schedule ${window}`;
  const message = `${who} the maximum is ${maxReplicas}`;
  if (step.after === desired) return { ...step, reason: "DesiredWithinRange", message };
  return { ...step, reason: "AboveScheduledMax", message };
}
