import type { ScalingObject } from "../objects/scaling-object.ts";

/** The remedy, if the message does not contain it. */
export function remedyFor(reason: string, { namespace, targets }: ScalingObject): string | null {
  const place = namespace === "" ? "" : ` --namespace ${namespace}`;
  switch (reason) {
    case "FailedGetResourceMetric":
    case "FailedGetContainerResourceMetric":
      return `see whether \`kubectl top pods${place}\` answers, and whether every container requests the resource`;
    case "FailedGetPodsMetric":
    case "FailedGetObjectMetric":
      return "see whether `kubectl get apiservices` shows custom.metrics.k8s.io as available";
    case "FailedGetExternalMetric":
      return "see whether `kubectl get apiservices` shows external.metrics.k8s.io as available";
    case "ScalingDisabled": {
      const [target] = targets;
      const workload = target ? `${target.ref.kind.toLowerCase()}/${target.ref.name}` : "it";
      return `\`kubectl scale${place} ${workload} --replicas=1\` hands it back to the autoscaler`;
    }
    default:
      return null;
  }
}
