import { within } from "./bound.ts";
import type { Step } from "../decision.ts";
import type { Stage } from "../stage.ts";
import type { History } from "../../history/history.ts";
import type { EpochMs } from "../../result.ts";
import { activeWindow, trackCap } from "../../schedule/scheduled-bounds.ts";
import type { DefaultedSpec } from "../../spec/defaults.ts";

/** The maximum that a count comes down to. */
export interface Descent {
  readonly maxReplicas: number;
  /** The window that sets it; null: the spec does. */
  readonly window: string | null;
}

interface DescentContext {
  readonly now: EpochMs;
  readonly currentReplicas: number;
  readonly given: DefaultedSpec;
  readonly spec: Pick<DefaultedSpec, "maxReplicas">;
  /** null: the count is not above a maximum that a window has lowered. */
  readonly descent: Descent | null;
}

/**
 * Asks for no more than the maximum that a window has lowered. The stages after it may keep the
 * count for longer, and the bounds in force follow the count (`boundsInForce`).
 */
export const descendToCap: Stage<DescentContext> = {
  name: "schedule",
  reasons: {
    AboveScheduledMax: { phrase: "limited by a schedule", word: "schedule", effect: "maximum" },
  },
  observe: (history, context) => trackCap(history, context),
  run: ({ count }, { descent }) => descent && { step: descentStep(count, descent) },
};

export const descentOf = (
  { cap }: Pick<History, "cap">,
  { spec, given, now }: Pick<DescentContext, "spec" | "given" | "now">,
): Descent | null =>
  cap?.from === undefined
    ? null
    : { maxReplicas: spec.maxReplicas, window: activeWindow(given, now)?.name ?? null };

function descentStep(desired: number, { maxReplicas, window }: Descent): Step {
  const range = { atMost: maxReplicas };
  const after = within(desired, range);
  const step = { step: "schedule", before: desired, after, ...range } as const;
  const who = window === null ? "outside the schedules" : `in the schedule ${window}`;
  const message = `${who} the maximum is ${maxReplicas}`;
  if (after === desired) return { ...step, reason: "DesiredWithinRange", message };
  return { ...step, reason: "AboveScheduledMax", message };
}
