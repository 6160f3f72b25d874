// engine/evaluate/: recorded cases, decided step by step as the operator would decide them.
// cli/evaluate/ and the tests import it.

import type { MetricStatus } from "../recommend/metric-vote.ts";
import { readAutoscalerCase } from "./recorded-case.ts";
import { after, begin, type Standings } from "./recorded-state.ts";
import { sync, type Synced } from "./recorded-sync.ts";
import { ok, type Result } from "../result.ts";
import type { Trace } from "../pipeline/trace.ts";

export interface StepOutcome {
  /** "namespace/name"; only set if the case has several objects. */
  readonly object?: string;
  /** The replica count written to the target; null: none. */
  readonly scaleTo: number | null;
  readonly desiredReplicas: number;
  /** "Status/Reason" by type. */
  readonly conditions: Readonly<Record<string, string>>;
  readonly currentMetrics: readonly MetricStatus[];
  readonly trace: Trace;
}

/**
 * Decides a recorded case sync by sync with the operator's own functions. A HorizontalPodAutoscaler
 * is decided, and its state kept, as upstream does.
 *
 * Errors  a sentence if the input is not such a case.
 */
export function decideAutoscalerCase(
  raw: unknown,
): Result<{ readonly steps: readonly StepOutcome[] }, string> {
  const recorded = readAutoscalerCase(raw);
  if (!recorded.ok) return recorded;
  const { settings, objects } = recorded.value;
  let standings: Standings = new Map(objects.map(object => [object.key, begin(object)]));
  const steps: StepOutcome[] = [];
  for (const step of recorded.value.steps) {
    for (const event of step.events) standings = after(standings, event, step.now);
    const before = standings.get(step.key);
    // The reader has checked that the object exists.
    if (!before) continue;
    const standing = { ...before, spec: step.spec ?? before.spec };
    const synced = sync({ settings, step, standing, standings });
    standings = new Map(standings).set(step.key, synced.standing);
    steps.push(outcomeOf(synced));
  }
  return ok({ steps });
}

/** The status after the sync, whether or not the status write succeeded. */
function outcomeOf({ scaleTo, trace, standing: { key, status } }: Synced): StepOutcome {
  const { conditions, desiredReplicas, currentMetrics } = status;
  return {
    ...(key === "" ? {} : { object: key }),
    scaleTo,
    desiredReplicas,
    conditions: Object.fromEntries(
      conditions.map(({ type, status: value, reason }) => [type, `${value}/${reason}`]),
    ),
    currentMetrics,
    trace,
  };
}
