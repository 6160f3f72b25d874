import type { Dependencies } from "../../controller/process/dependencies.ts";
import { releaseBySource } from "../../controller/workqueue/subscriptions.ts";
import { validateProposal } from "../admission/review-spec.ts";
import { admissionPorts } from "../admission/admission-ports.ts";
import { runCapability, type RunningCapability } from "../wire-controller.ts";
import { rulesWith } from "./admit.ts";
import { clusterProportionalAutoscalers } from "./capability.ts";
import { ClusterSizes } from "./cluster-sizes.ts";
import { ConfigMaps } from "./config-maps.ts";
import {
  claimedBy,
  clusterProportionalResource,
  gvk,
  type ObservedCluster,
  type StoredAutoscaler,
} from "./resource.ts";
import { ObjectCounts } from "./object-counts.ts";

/** The parts that are specific to this resource, besides the loop. Does no I/O before `start`. */
export function clusterProportionalController(dependencies: Dependencies): RunningCapability {
  const { reflectors, clock, config } = dependencies;
  const ports = admissionPorts(dependencies);
  return runCapability<StoredAutoscaler, ObservedCluster>(dependencies, gvk, ({ wake }) => {
    const sizes = config.nodes ? new ClusterSizes(reflectors, wake) : null;
    const counts = config.objectCounts ? new ObjectCounts(reflectors, wake) : null;
    const configMaps = new ConfigMaps(reflectors, config.configMaps, wake);
    const rules = rulesWith(sizes, configMaps, counts !== null);
    return {
      resource: clusterProportionalResource({
        ...{ sizes, counts, configMaps, clock, rails: config.rails },
      }),
      caches: sizes ? [sizes] : [],
      release: releaseBySource({
        ...(sizes && { nodes: sizes }),
        ...(counts && { objects: counts }),
        configmap: configMaps,
      }),
      claims: claimedBy,
      bind: enqueue =>
        clusterProportionalAutoscalers({
          admit: proposal => validateProposal(ports, proposal, rules),
          enqueue,
        }),
    };
  });
}
