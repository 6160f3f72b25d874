import type { Algorithm } from "./autoscaler-spec.ts";
import { goCasts, saturatingCasts } from "../values/casts.ts";

/**
 * Where an Autoscaler's arithmetic differs from upstream's: the value of Trimtab-1, then that of HPA-1.36.
 * docs/adr explains each difference. Everything else follows upstream under every profile.
 *
 * history         which form of the past decides. "Intervals": a recommendation stands until the
 *                 next one, and a restart does not change decisions. "UpstreamLists": one entry for
 *                 each sync, in slots reused as upstream does (`upstream-lists.ts`).
 * heldCount       the count that an average value of an Object or External metric proposes within
 *                 tolerance. "StatusReplicas" lets a rollout's surge pods into the spec (upstream
 *                 #138505).
 * unreadyPods     "NeverFewer": unready pods are no reason for fewer pods. "LeftOut": a value is
 *                 multiplied by the number of ready pods, even if there are none.
 * surgePods       "ForNoMore": a rollout's surge pods cannot raise the result above what the
 *                 requested pods would give (upstream #72775). "Counted": a ratio is multiplied by
 *                 them, too.
 * oldZeros        "Forgotten": a count above 0 clears the record that scaling went to zero, so that
 *                 a later 0 belongs to the person who sets it. "Kept": until scaling changes the
 *                 count.
 * ownZeros        a 0 that scaling set, below a minimum above 0. "Corrected": like any count below
 *                 the minimum, without votes. "NeedVotes": it stays while the metrics fail.
 * leavingZero     "Activation": from 0, at least one replica, or one group, whatever delays or limits growth.
 *                 "Growth": the policies apply, and a policy in percent adds nothing to 0.
 * idling          with a minimum of 0, while no metric that could start the workload is active. "ByActivity":
 *                 metrics of pods keep no last replica. "ByVotes": only if `idle`, an activation or the
 *                 source of a metric says so.
 * leavingPods     "Dropped": pods that have completed, failed or are being deleted do not count.
 *                 "Listed": they must have requests, and completed ones may lack samples (#116339).
 * samples         "Trusted": only samples of the target's pods, and no samples or values that are
 *                 negative or older than three windows. "All": every one; a negative External sum to
 *                 be shared out counts as one that is too large.
 * requests        "Running": a utilization is one of what pods run with. "Specified": of what they ask
 *                 for, and of their overhead if they have requests of their own.
 * arithmetic      "Exact": in fractions, and compared with the target as they are. "Doubles": in
 *                 doubles, of a utilization in whole percent.
 * boundChanges    changes that only the bounds ask for. "Free": they use up no rate policy. "Rated":
 *                 like any other change.
 * casts           how to convert numbers that do not fit their type.
 */
const differences = {
  history: ["Intervals", "UpstreamLists"],
  heldCount: ["SpecReplicas", "StatusReplicas"],
  unreadyPods: ["NeverFewer", "LeftOut"],
  surgePods: ["ForNoMore", "Counted"],
  oldZeros: ["Forgotten", "Kept"],
  ownZeros: ["Corrected", "NeedVotes"],
  leavingZero: ["Activation", "Growth"],
  idling: ["ByActivity", "ByVotes"],
  leavingPods: ["Dropped", "Listed"],
  samples: ["Trusted", "All"],
  requests: ["Running", "Specified"],
  arithmetic: ["Exact", "Doubles"],
  boundChanges: ["Free", "Rated"],
  casts: [saturatingCasts, goCasts],
} as const;

type Differences = typeof differences;

export type AutoscalerProfile = {
  readonly [Name in keyof Differences]: Differences[Name][number];
};

const profileIn = (column: 0 | 1): AutoscalerProfile => {
  const chosen = Object.entries(differences).map(([name, values]) => [name, values[column]]);
  return Object.fromEntries(chosen) as AutoscalerProfile;
};

export const profiles: Readonly<Record<Algorithm, AutoscalerProfile>> = {
  "Trimtab-1": profileIn(0),
  "HPA-1.36": profileIn(1),
};
