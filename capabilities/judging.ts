import { AccessReviews } from "../admission/access-review.ts";
import type { Environment } from "../controller/environment.ts";
import type { JudgePorts } from "./admit.ts";

/** What admission asks of the cluster, on connections of its own. */
export function judgingIn(environment: Environment): JudgePorts {
  const { admissionTransport: transport, clock, looks, discovery, claims, config } = environment;
  const access = new AccessReviews({ transport, clock });
  return { targets: looks, discovery, access, claims, rails: config.rails };
}
