import { boundsOfTarget } from "../../engine/pipeline/monitored-total.ts";
import type { EpochMs } from "../../engine/result.ts";
import { historyInForce } from "../../engine/transition.ts";
import type { ObservedSpec, ResourceDriver, ScalingObject } from "../resource-driver.ts";
import { advance } from "./object-state.ts";
import { mayDecide } from "./requeue.ts";
import { generationOf, type Pass, type PassPorts } from "./pass.ts";
import { isSkipped, skip, type TargetWork } from "./target-work.ts";

/** The second step: decides about targets at one time, which it returns. */
export function decideTargets<
  Object extends ScalingObject,
  Observed extends ObservedSpec,
  Measured,
>(
  kind: ResourceDriver<Object, Observed, Measured>,
  ports: PassPorts<Object>,
  pass: Pass<Object, Observed, Measured>,
  targets: readonly TargetWork<Measured>[],
): EpochMs {
  const now = ports.clock.now();
  for (const work of targets) decideTarget(kind, { ...ports, now }, pass, work);
  return now;
}

/** Decides if a decision is due. The engine decides, and `advance` assigns what it remembers. */
function decideTarget<Object extends ScalingObject, Observed extends ObservedSpec, Measured>(
  kind: ResourceDriver<Object, Observed, Measured>,
  { clock, observer, now }: PassPorts<Object> & { readonly now: EpochMs },
  pass: Pass<Object, Observed, Measured>,
  work: TargetWork<Measured>,
): void {
  const { observation, state, reading } = work;
  if (!isSkipped(work)) work.attempt = { kind: "Observed" };
  if (observation.kind !== "found") return;
  const { uid, replicas } = observation.state;
  const { mode, isTotal = false, periodMs } = pass.observed;
  const memory = advance(state, { type: "Observed", uid, replicas, mode, isTotal, now });
  if (isSkipped(work) || !reading || !mayDecide(periodMs, generationOf(pass), work, now)) return;
  const measured = reading.value;
  const askedAt = now - (clock.monotonic() - reading.askedAt);
  const history = historyInForce(memory);
  const target = { measured, replicas, history, now, askedAt };
  const outcome = kind.decide(pass.observed, target);
  if ("kind" in outcome) {
    skip(work, outcome);
    return;
  }
  work.attempt = { kind: "Decided", outcome };
  advance(state, { type: "Decided", mode, history: outcome.history });
  state.bounds = boundsOfTarget(outcome.decision) ?? state.bounds;
  observer.decided(pass.key, work);
}
