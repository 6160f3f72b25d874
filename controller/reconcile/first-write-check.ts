import type { ScaleTargetRef } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import type { StatusView } from "../../engine/status/status-view.ts";
import type { ObjectMeta } from "../../kube/watch/object.ts";
import type { ObservedSpec, ResourceDriver, ScalingObject } from "../resource-driver.ts";
import { done, retry } from "../workqueue/pass-outcome.ts";
import type { PassOutcome } from "../workqueue/work-queue.ts";
import { targetsKey } from "./object-state.ts";
import type { Pass, PassPorts } from "./pass.ts";
import { namesRival, skipBehindRivals, type WinnerOf } from "./skip-reason.ts";
import { isSkipped, outcomeOf } from "./target-work.ts";

/** By status: each pass asks, and a status rarely changes. */
const namingRivals = new WeakMap<object, boolean>();

function namesRivalIn(status: object, viewOf: () => StatusView): boolean {
  const known = namingRivals.get(status) ?? namesRival(viewOf());
  namingRivals.set(status, known);
  return known;
}

/** Creation times are whole seconds, by a clock that may differ from ours by a second. */
const sameSecondMs = 2_000;

/**
 * Checks for rivals once per set of targets, before the first write. Skips the targets if a rival takes
 * precedence. With nothing to write, the caches suffice, unless the status names a rival that they do not
 * show: they may lag, and the status must not flap. Null: continue.
 */
export async function checkFirstWrite<Object extends ScalingObject, Observed extends ObservedSpec>(
  view: ResourceDriver<Object, Observed, unknown>["view"],
  ports: PassPorts<Object>,
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
  const namedRival = status !== undefined && namesRivalIn(status, () => view(status, pass.object));
  if (!wantsToWrite && !namedRival) return null;
  const mayShare = state.claimsCheckedFor === undefined && !namedRival;
  const { metadata } = pass.object;
  const found = await findRivals(ports, metadata, claimed, mayShare);
  if (typeof found !== "function") return wantsToWrite ? found : null;
  skipBehindRivals(found, observed, open);
  // If a rival was found, check again next time: the cache may not know it yet.
  state.claimsCheckedFor = open.some(isSkipped) ? null : targets;
  return null;
}

/**
 * Reads rivals from the API server, not from a cache, once all objects created in the same second exist: of
 * those, the first by uid writes, and it may be the last to appear. Nothing in the object itself skips this
 * check: anyone may have written its status.
 *
 * @param mayShare  whether a recent read suffices if it shows the object as the first to claim its targets
 */
async function findRivals(
  { clock, claimLister }: Omit<PassPorts, "states">,
  { namespace = "", uid, creationTimestamp = "" }: ObjectMeta,
  targets: readonly ScaleTargetRef[],
  mayShare: boolean,
): Promise<WinnerOf | PassOutcome> {
  const allThereAt = Date.parse(creationTimestamp) + sameSecondMs;
  const waitMs = allThereAt - clock.now();
  if (waitMs > 0) return done(waitMs);
  const claims = await claimLister.read(
    namespace,
    seen =>
      mayShare &&
      seen.begunAt >= allThereAt &&
      seen.shows(uid) &&
      targets.every(ref => seen.claims.isFirst(uid, namespace, ref)),
  );
  if (!claims.ok) return retry("RivalsUnknown", [claims.error]);
  return ref => claims.value.winnerOver(uid, namespace, ref);
}
