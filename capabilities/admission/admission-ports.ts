import { AccessReviews, type Requester } from "../../admission/access-review.ts";
import type { ClaimIndex } from "../../controller/claims/claim-index.ts";
import type { Dependencies } from "../../controller/process/dependencies.ts";
import { SelectedTargets } from "../../controller/targets/selected-targets.ts";
import type { TargetObservation, TargetReader } from "../../controller/targets/target-reader.ts";
import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import { ok } from "../../engine/model/values/result.ts";
import type { GuardRails } from "../../engine/validate/guard-rails.ts";
import type { Clock } from "../../kube/clock.ts";
import type { Discovery } from "../../kube/api/discovery.ts";

export interface AdmissionPorts {
  readonly targets: ObservedTargets;
  readonly discovery: Pick<Discovery, "resolve">;
  readonly access: Pick<AccessReviews, "mayScale">;
  readonly claims: Pick<ClaimIndex, "firstOther">;
  /** Which objects count which workloads besides their targets. */
  readonly monitors: Pick<ClaimIndex, "firstOther">;
  readonly pools: Pick<SelectedTargets, "read">;
  readonly rails: GuardRails;
  /** Null: all. */
  readonly watchNamespaces: readonly string[] | null;
  readonly clock: Pick<Clock, "now">;
}

interface ObservedTargets {
  observe(namespace: string, ref: ScaleTargetRef): Promise<TargetObservation>;
}

/**
 * Targets as the controller's watches have them; only others are read from the API server. A review reports what
 * it sees of a target as a warning, so it may be as old as a watch. GitOps may have created a target a moment
 * ago, so a target that no watch has is no missing target yet.
 */
export const watchedOrRead = (
  watched: Pick<TargetReader, "known">,
  reader: Pick<TargetReader, "observe">,
): ObservedTargets => ({
  observe: async (namespace, ref) =>
    (await watched.known(namespace, ref)) ?? reader.observe(namespace, ref, true),
});

/** The same over connections of its own. */
export function admissionPorts(dependencies: Dependencies): AdmissionPorts {
  const { admissionTransport: transport, clock } = dependencies;
  const targets = watchedOrRead(dependencies.targets, dependencies.admissionTargets);
  const { discovery, claims, monitors, config } = dependencies;
  const { caches } = dependencies.targets;
  // Without the right to ask, only the built-in kinds may be scaled, for which the API server asks by the chart's policy.
  const access = config.clusterRights
    ? new AccessReviews({ transport, clock })
    : { mayScale: () => Promise.resolve(ok(true)) };
  const pools = new SelectedTargets({ transport, discovery, caches, isLasting: false });
  const { rails, watchNamespaces } = config;
  return {
    ...{ targets, discovery, access, claims, monitors, pools, rails, watchNamespaces, clock },
  };
}

export interface Proposed {
  readonly kind: string;
  readonly name: string | undefined;
  readonly uid: string | undefined;
}

/** What a user requests for a target. */
export interface AdmissionContext {
  readonly namespace: string;
  readonly requester: Requester;
  readonly proposed: Proposed;
  readonly mode: unknown;
  /** Whether the old object named this target, whether it claimed it, and whether it scaled it. */
  readonly wasNamed: boolean;
  readonly wasClaimed: boolean;
  readonly wasScaled: boolean;
}
