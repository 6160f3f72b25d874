import type { ClaimLister } from "../claims/claim-lister.ts";
import { findRivals, type FoundRivals } from "../claims/find-rivals.ts";
import type { ObservedSpec, ResourceDriver, ScalingObject } from "../resource-driver.ts";
import { done, retry } from "../workqueue/pass-outcome.ts";
import type { PassOutcome } from "../workqueue/work-queue.ts";
import type { Clock } from "../../kube/clock.ts";
import { targetsKey } from "./object-state.ts";
import type { Pass } from "./pass.ts";
import { namesRival, skipBehindRivals } from "./skip-reason.ts";
import { isSkipped, outcomeOf } from "./target-work.ts";

interface Ports {
  readonly clock: Clock;
  readonly claimLister: Pick<ClaimLister, "read">;
}

const later = (found: Exclude<FoundRivals, { kind: "known" }>): PassOutcome =>
  found.kind === "early" ? done(found.waitMs) : retry("RivalsUnknown", [found.error]);

/**
 * Checks for rivals once per set of targets, before the first write. Skips the targets if a rival takes
 * precedence. With nothing to write, the caches suffice, unless the status names a rival that they do not
 * show: they may lag, and the status must not flap. Null: continue.
 */
export async function checkFirstWrite<Object extends ScalingObject, Observed extends ObservedSpec>(
  view: ResourceDriver<Object, Observed, unknown>["view"],
  ports: Ports,
  pass: Pass<Object, Observed, unknown>,
  wantsToWrite: boolean,
): Promise<PassOutcome | null> {
  const { state, observed, work } = pass;
  const claimed = observed.claimed ?? observed.refs;
  const targets = targetsKey(claimed);
  const open = work.filter(item => outcomeOf(item) !== null);
  if (observed.mode !== "Active" || open.length === 0 || state.claimsCheckedFor === targets)
    return null;
  const { status } = state;
  const namedRival = status !== undefined && namesRival(view(status, pass.object));
  if (!wantsToWrite && !namedRival) return null;
  const mayShare = state.claimsCheckedFor === undefined && !namedRival;
  const { metadata } = pass.object;
  const found = await findRivals(ports, metadata, claimed, mayShare);
  if (found.kind !== "known") return wantsToWrite ? later(found) : null;
  skipBehindRivals(found.winnerOf, observed, open);
  // If a rival was found, check again next time: the cache may not know it yet.
  state.claimsCheckedFor = open.some(isSkipped) ? null : targets;
  return null;
}
