import { AccessReviews } from "../../admission/access-review.ts";
import type { Environment } from "../../controller/process/dependencies.ts";
import { TargetPools } from "../../controller/targets/selected-targets.ts";
import type { JudgePorts } from "./review-spec.ts";

/** What admission reads from the cluster, over its own connections. */
export function judgingIn(environment: Environment): JudgePorts {
  const { admissionTransport: transport, clock, looks, discovery, claims, config } = environment;
  const { caches } = environment.targets;
  const access = new AccessReviews({ transport, clock });
  const pools = new TargetPools({ transport, discovery, caches, isLasting: false });
  return { targets: looks, discovery, access, claims, pools, rails: config.rails };
}
