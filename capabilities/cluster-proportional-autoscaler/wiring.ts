import type { Dependencies } from "../../controller/process/dependencies.ts";
import { releaseBySource } from "../../controller/workqueue/topic.ts";
import { judge } from "../admission/review-spec.ts";
import { judgingIn } from "../admission/admission-ports.ts";
import { runCapability, type RunningCapability } from "../wire-controller.ts";
import { rulesWith } from "./admit.ts";
import { clusterProportionalAutoscalers } from "./capability.ts";
import { ClusterSizes } from "./cluster-sizes.ts";
import { ConfigMaps } from "./config-maps.ts";
import {
  claimedBy,
  clusterProportionalKind,
  gvk,
  type SeenCluster,
  type StoredAutoscaler,
} from "./driver.ts";

/** The parts that are specific to this resource, besides the loop. Does no I/O before `start`. */
export function clusterProportionalController(environment: Dependencies): RunningCapability {
  const { reflectors, clock, config } = environment;
  const judging = judgingIn(environment);
  return runCapability<StoredAutoscaler, SeenCluster, null>(environment, gvk, ({ get, wake }) => {
    const sizes = new ClusterSizes(reflectors, wake);
    const configMaps = new ConfigMaps(reflectors, wake);
    const rules = rulesWith(sizes);
    return {
      kind: clusterProportionalKind({ get, sizes, configMaps, clock, rails: config.rails }),
      caches: [sizes],
      release: releaseBySource({
        nodes: topic => {
          sizes.release(topic);
        },
        configmap: topic => {
          configMaps.release(topic);
        },
      }),
      claims: claimedBy,
      bind: enqueue =>
        clusterProportionalAutoscalers({
          admit: proposal => judge(judging, proposal, rules),
          enqueue,
        }),
    };
  });
}
