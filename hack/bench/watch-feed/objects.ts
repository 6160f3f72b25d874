import { forEachConcurrently, mustRequest, type ApiTarget } from "../../cluster/api.ts";
import { kind, namespace, now, sequenceAnnotation } from "./protocol.ts";

const path = `/apis/${kind.group}/${kind.version}/namespaces/${namespace}/${kind.plural}`;
const nameOf = (index: number): string => `dns-${String(index).padStart(5, "0")}`;

/** As after `kubectl apply`: the steps once in the spec and once more in the annotation. */
function proportional(index: number, steps: number): object {
  const spec = {
    scaleTargetRefs: [{ apiVersion: "apps/v1", kind: "Deployment", name: nameOf(index) }],
    ladder: {
      coresToReplicas: ladder(steps, step => ({ cores: 16 * step, replicas: step })),
      nodesToReplicas: ladder(steps, step => ({ nodes: 4 * step, replicas: step })),
    },
  };
  const object = {
    apiVersion: `${kind.group}/${kind.version}`,
    kind: kind.kind,
    metadata: { name: nameOf(index), namespace, labels: { app: nameOf(index) } },
    spec,
  };
  const annotations = {
    "kubectl.kubernetes.io/last-applied-configuration": JSON.stringify(object),
    [sequenceAnnotation]: "0",
  };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

const ladder = <Step>(steps: number, step: (number: number) => Step): Step[] =>
  Array.from({ length: steps }, (_, index) => step(index + 1));

/** Creates the objects and returns the size of one in bytes, as in the API server's response. */
export async function createObjects(target: ApiTarget, count: number): Promise<number> {
  await mustRequest(target, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const indexes = Array.from({ length: count }, (_, index) => index);
  await forEachConcurrently(indexes, index =>
    mustRequest(target, "POST", path, proportional(index, 12)),
  );
  return JSON.stringify(await mustRequest(target, "GET", `${path}/${nameOf(0)}`)).length;
}

/** Changes one object; returns when the request was sent, in milliseconds since the epoch. */
export async function changeObject(
  target: ApiTarget,
  index: number,
  sequence: number,
): Promise<number> {
  const sent = now();
  await mustRequest(
    target,
    "PATCH",
    `${path}/${nameOf(index)}`,
    { metadata: { annotations: { [sequenceAnnotation]: String(sequence) } } },
    "application/merge-patch+json",
  );
  return sent;
}
