import { AccessReviews } from "../../admission/access-review.ts";
import type { ClaimIndex } from "../../controller/claims/claim-index.ts";
import type { Dependencies } from "../../controller/process/dependencies.ts";
import { SelectedTargets } from "../../controller/targets/selected-targets.ts";
import type { TargetReader } from "../../controller/targets/target-reader.ts";
import type { GuardRails } from "../../engine/validate/guard-rails.ts";
import type { Discovery } from "../../kube/api/discovery.ts";

export interface AdmissionPorts {
  readonly targets: Pick<TargetReader, "observe">;
  readonly discovery: Pick<Discovery, "resolve">;
  readonly access: Pick<AccessReviews, "mayScale">;
  readonly claims: Pick<ClaimIndex, "firstOther">;
  readonly pools: Pick<SelectedTargets, "read">;
  readonly rails: GuardRails;
}

/** The same over connections of its own. */
export function admissionPorts(dependencies: Dependencies): AdmissionPorts {
  const { admissionTransport: transport, admissionTargets: targets, clock } = dependencies;
  const { discovery, claims, config } = dependencies;
  const { caches } = dependencies.targets;
  const access = new AccessReviews({ transport, clock });
  const pools = new SelectedTargets({ transport, discovery, caches, isLasting: false });
  return { targets, discovery, access, claims, pools, rails: config.rails };
}
