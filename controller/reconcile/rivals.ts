import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import { pausedInactivity } from "../../engine/status/pause-status.ts";
import type { StatusView } from "../../engine/status/status-view.ts";
import type { Clock } from "../../kube/clock.ts";
import type { ObjectMeta } from "../../kube/watch/object.ts";
import type { Claim } from "../claims/named-claims.ts";
import type { ClaimIndex } from "../claims/claim-index.ts";
import type { ClaimLister } from "../claims/claim-lister.ts";
import { oncePerObject } from "../memoize-by-object.ts";
import type { Inactive, ObservedSpec, ScalingObject, StatusOf } from "../resource.ts";
import { done, retry, type PassOutcome } from "../workqueue/work-queue.ts";
import { targetsKey } from "./object-state.ts";
import { isSkipped, outcomeOf, skip, type Pass, type TargetWork } from "./target-work.ts";

export interface RivalPorts {
  readonly clock: Clock;
  readonly claimLister: Pick<ClaimLister, "read">;
}

/** Why a target is left alone, whatever is measured; null: it is not. */
export function reasonToSkip(
  { mode, pauses, claimed }: ObservedSpec,
  { namespace = "", uid }: ObjectMeta,
  ref: ScaleTargetRef,
  claims: ClaimIndex,
): Inactive | null {
  if (mode === "Paused") return { kind: "inactive", ...pausedInactivity(pauses) };
  if (mode === "DryRun") return null;
  return rivalOn(claimed ?? [ref], each => claims.winnerOver(uid, namespace, each));
}

/** Leaves alone the targets for which there is a reason. */
export function skipWithReason(
  { object, observed }: Pick<Pass, "object" | "observed">,
  work: readonly TargetWork[],
  claims: ClaimIndex,
): void {
  for (const item of work) {
    const inactive = reasonToSkip(observed, object.metadata, item.ref, claims);
    if (inactive) skip(item, inactive);
  }
}

/** The claim that takes precedence on a target; null: none. */
type WinnerOf = (ref: ScaleTargetRef) => Claim | null;

/** Why to skip the target if a rival takes precedence on one of these objects; null: none does. */
export function rivalOn(refs: readonly ScaleTargetRef[], winnerOf: WinnerOf): Inactive | null {
  for (const ref of refs) {
    const winner = winnerOf(ref);
    if (winner) return inactiveBehind(winner, refs.length > 1 ? `${ref.kind} ${ref.name}` : null);
  }
  return null;
}

const rivalReason = "ConflictingAutoscaler";

/** The winner is an HPA, a ScaledObject, or an older object of ours. */
function inactiveBehind({ kind, name, isForeign }: Claim, one: string | null): Inactive {
  const target = one === null ? "the same target" : `${one}, which the target selector matches`;
  return {
    kind: "inactive",
    reason: rivalReason,
    message: isForeign
      ? `${kind} ${name} scales ${target}; delete it to hand the target over, or set this object's mode to DryRun`
      : `${kind} ${name} is older and scales ${target}; delete one of the two, or set its mode to DryRun`,
    permanent: true,
  };
}

/** Whether a status names a rival, for the object or for one of its targets. Each pass asks, and a status rarely changes. */
const namesRival = oncePerObject(
  (status: object | undefined, viewOf: View, object: object): boolean => {
    const view = status && viewOf(status as never, object as never);
    return [view, ...(view?.targets ?? [])].some(part =>
      part?.conditions?.some(({ reason }) => reason === rivalReason),
    );
  },
);

type View = (status: never, object: never) => StatusView;

/** Creation times are whole seconds, by a clock that may differ from ours by a second. */
const sameSecondMs = 2_000;

/**
 * Checks for rivals once per set of targets, before the first write. Skips the targets if a rival takes
 * precedence. With nothing to write, the caches suffice, unless the status names a rival that they do not
 * show: they may lag, and the status must not flap. Null: continue.
 */
export async function checkFirstWrite<Object extends ScalingObject>(
  ports: RivalPorts,
  pass: Pass<Object>,
  view: (status: StatusOf<Object>, object: Object) => StatusView,
  wantsToWrite: boolean,
): Promise<PassOutcome | null> {
  const { state, observed, work } = pass;
  const claimed = observed.claimed ?? observed.refs;
  const targets = targetsKey(claimed);
  const open = work.filter(item => outcomeOf(item) !== null);
  if (observed.mode !== "Active" || open.length === 0 || state.claimsCheckedFor === targets)
    return null;
  const namedRival = namesRival(state.latest, view, pass.object);
  if (!wantsToWrite && !namedRival) return null;
  const mayShare = state.claimsCheckedFor === undefined && !namedRival;
  const { metadata } = pass.object;
  const found = await findRivals(ports, metadata, claimed, mayShare);
  if ("kind" in found) return wantsToWrite ? found : null;
  skipWithReason(pass, open, found);
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
  { clock, claimLister }: RivalPorts,
  { namespace = "", uid, creationTimestamp = "" }: ObjectMeta,
  targets: readonly ScaleTargetRef[],
  mayShare: boolean,
): Promise<ClaimIndex | PassOutcome> {
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
  return claims.value;
}
