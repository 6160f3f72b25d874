import { AccessReviews } from "../../admission/access-review.ts";
import type { Dependencies } from "../../controller/process/dependencies.ts";
import { SelectedTargets } from "../../controller/targets/selected-targets.ts";
import type { AdmissionPorts } from "./review-spec.ts";

/** What admission reads from the cluster, over its own connections. */
export function admissionPorts(dependencies: Dependencies): AdmissionPorts {
  const {
    admissionTransport: transport,
    clock,
    admissionTargets,
    discovery,
    claims,
    config,
  } = dependencies;
  const { caches } = dependencies.targets;
  const access = new AccessReviews({ transport, clock });
  const pools = new SelectedTargets({ transport, discovery, caches, isLasting: false });
  return { targets: admissionTargets, discovery, access, claims, pools, rails: config.rails };
}
