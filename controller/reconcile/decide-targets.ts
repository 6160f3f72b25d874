import { isCorrection } from "../../engine/pipeline/decide.ts";
import { boundsOfTarget } from "../../engine/pipeline/monitored-total.ts";
import type { EpochMs } from "../../engine/result.ts";
import { historyInForce } from "../../engine/transition.ts";
import type {
  ObservedSpec,
  ObservedTarget,
  ResourceDriver,
  ScalingObject,
} from "../resource-driver.ts";
import { advance } from "./object-state.ts";
import { mayCorrectBounds, mayDecide } from "./requeue.ts";
import { generationOf, type Pass, type PassPorts } from "./pass.ts";
import { isSkipped, skip, type TargetWork } from "./target-work.ts";

/**
 * The second step of a pass: decides about one target, if a decision is due. The engine decides, and `advance`
 * assigns what it remembers.
 */
export function decideTarget<Object extends ScalingObject, Observed extends ObservedSpec, Measured>(
  kind: ResourceDriver<Object, Observed, Measured>,
  { clock, observer, now }: PassPorts<Object> & { readonly now: EpochMs },
  pass: Pass<Object, Observed, Measured>,
  work: TargetWork<Measured>,
): void {
  const { observation, state, reading } = work;
  if (!isSkipped(work)) work.attempt = { kind: "Observed" };
  if (observation.kind !== "found") return;
  const { uid, replicas } = observation.state;
  const { mode, isTotal = false } = pass.observed;
  const memory = advance(state, { type: "Observed", uid, replicas, mode, isTotal, now });
  if (isSkipped(work) || !reading) return;
  const measured = reading.value;
  const askedAt = now - (clock.monotonic() - reading.askedAt);
  const history = historyInForce(memory);
  const target = { measured, replicas, history, now, askedAt };
  const scope = scopeOf(kind, pass, work, target);
  if (scope === "Nothing") return;
  const outcome = kind.decide(pass.observed, target);
  if (scope === "Correction" && !("decision" in outcome && isCorrection(outcome))) return;
  if ("kind" in outcome) {
    skip(work, outcome);
    return;
  }
  work.attempt = { kind: "Decided", outcome };
  advance(state, { type: "Decided", mode, history: outcome.history });
  state.bounds = boundsOfTarget(outcome.decision) ?? state.bounds;
  observer.decided(pass.key, work);
}

/** What a pass may decide: before the period is over, only the correction of a count outside the bounds. */
function scopeOf<Object extends ScalingObject, Observed extends ObservedSpec, Measured>(
  { isOutOfBounds }: ResourceDriver<Object, Observed, Measured>,
  pass: Pass<Object, Observed, Measured>,
  work: TargetWork<Measured>,
  target: ObservedTarget<Measured>,
): "Anything" | "Correction" | "Nothing" {
  const { observed } = pass;
  const { mode, periodMs } = observed;
  const { now } = target;
  if (mayDecide(periodMs, generationOf(pass), work, now)) return "Anything";
  // The other modes write nothing, so the count would stay where it is, pass after pass.
  if (mode !== "Active" || !mayCorrectBounds(periodMs ?? 0, work, now)) return "Nothing";
  return isOutOfBounds?.(observed, target) === true ? "Correction" : "Nothing";
}
