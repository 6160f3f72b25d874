import type { Compatibility } from "./autoscaler-spec.ts";
import { goCasts, saturatingCasts, type Casts } from "./casts.ts";

/**
 * Where the arithmetic of an Autoscaler differs from upstream's, difference by difference; each is
 * explained in docs/adr. All else is upstream's rule under every profile.
 *
 * history         what of the past decides. "Intervals": a recommendation stands until the next one,
 *                 and what is decided survives a restart unchanged. "UpstreamLists": one entry for
 *                 each sync, in the slots in which upstream reuses them (`upstream-lists.ts`).
 * heldCount       what an average value of an Object or External metric proposes within tolerance.
 *                 "StatusReplicas" lets the surge pods of a rollout into the spec (upstream #138505).
 * unreadyPods     "NeverFewer": that pods are not ready is no reason for fewer of them. "LeftOut":
 *                 a value is multiplied by the ready pods alone, be that none.
 * surgePods       what a rollout adds for its own time argues "ForNoMore" than the pods asked for would
 *                 (upstream #72775). "Counted": a ratio is multiplied by them, too.
 * oldZeros        that scaling went to zero itself is "Forgotten" once the count is above 0 again, so that
 *                 a person's 0 after that is theirs. "Kept": until scaling changes the count.
 * leavingPods     "Dropped": pods that have completed, failed or are being deleted count for nothing.
 *                 "Listed": they must have requests, and completed ones may lack samples (#116339).
 * samples         "Trusted" are only those of the target's pods, not older than three windows.
 *                 "All": whatever came.
 * utilization     compared with its target "Exact", or cut to a "WholePercent" first.
 * negativeShares  a negative External sum that is to be shared out is "Refused", or taken for one that
 *                 is too large, the "Largest".
 * casts           what becomes of numbers that do not fit.
 */
export interface AutoscalerProfile {
  readonly compatibility: Compatibility;
  readonly history: "Intervals" | "UpstreamLists";
  readonly heldCount: "SpecReplicas" | "StatusReplicas";
  readonly unreadyPods: "NeverFewer" | "LeftOut";
  readonly surgePods: "ForNoMore" | "Counted";
  readonly oldZeros: "Forgotten" | "Kept";
  readonly leavingPods: "Dropped" | "Listed";
  readonly samples: "Trusted" | "All";
  readonly utilization: "Exact" | "WholePercent";
  readonly negativeShares: "Refused" | "Largest";
  readonly casts: Casts;
}

export const profiles: Readonly<Record<Compatibility, AutoscalerProfile>> = {
  None: {
    compatibility: "None",
    history: "Intervals",
    heldCount: "SpecReplicas",
    unreadyPods: "NeverFewer",
    surgePods: "ForNoMore",
    oldZeros: "Forgotten",
    leavingPods: "Dropped",
    samples: "Trusted",
    utilization: "Exact",
    negativeShares: "Refused",
    casts: saturatingCasts,
  },
  "HPA-1.36": {
    compatibility: "HPA-1.36",
    history: "UpstreamLists",
    heldCount: "StatusReplicas",
    unreadyPods: "LeftOut",
    surgePods: "Counted",
    oldZeros: "Kept",
    leavingPods: "Listed",
    samples: "All",
    utilization: "WholePercent",
    negativeShares: "Largest",
    casts: goCasts,
  },
};
