import { randomUUID } from "node:crypto";

import { it } from "vitest";

import { mustRequest, type ApiObject } from "../../../hack/cluster/api.ts";
import { createNodes } from "../../../hack/cluster/nodes.ts";
import { untilNodeReady } from "../cluster/busy-place.ts";
import { deploymentPath } from "../cluster/fault-cluster.ts";
import {
  comesTo,
  idle,
  load,
  patch,
  podPath,
  podsOf,
  runWorkload,
  says,
  settled,
  sizeOf,
  stays,
  untilRunning,
  type Workload,
  type World,
} from "./workload.ts";

interface PodStatus {
  readonly phase?: string;
  readonly startTime?: string;
}

const statusOf = ({ status }: ApiObject): PodStatus => status as PodStatus;

/** kwok and the controllers do not change this status: kwok only starts pods. */
async function setStatus(
  { place }: Workload,
  pods: readonly ApiObject[],
  statusFor: (pod: ApiObject) => object,
): Promise<void> {
  for (const pod of pods) {
    const path = `${podPath(place, pod.metadata?.name)}/status`;
    await patch(place, path, { status: statusFor(pod) });
  }
}

const readiness = (status: string, lastTransitionTime = new Date().toISOString()) => ({
  conditions: [{ type: "Ready", status, lastTransitionTime }],
});

const endAs = (phase: string) => (web: Workload, pods: readonly ApiObject[]) =>
  setStatus(web, pods, () => ({ phase }));

/** A finalizer keeps them, as with a component that cleans up after pods. */
async function terminate({ place }: Workload, pods: readonly ApiObject[]): Promise<void> {
  for (const { metadata } of pods) {
    const path = podPath(place, metadata?.name);
    await patch(place, path, { metadata: { finalizers: ["test.example/stays"] } });
    await mustRequest(place.cluster, "DELETE", path);
  }
}

const changeTemplate = ({ place, name }: Workload, container: object) => {
  const spec = { template: { spec: { containers: [container] } } };
  return patch(place, deploymentPath(place, name), { spec });
};

const requesting = (name: string, requests: object) => ({
  name,
  image: "none",
  resources: { requests },
});

const utilization = (name: string) => ({
  type: "Resource" as const,
  resource: { name, target: { type: "Utilization" as const, averageUtilization: 50 } },
});

/** Pods that wait for these labels find the node once kwok knows it. */
async function openNode(
  { cluster }: World,
  {
    name,
    labels,
    pods,
  }: { readonly name: string; readonly labels: object; readonly pods?: string },
): Promise<void> {
  await createNodes(cluster, { names: [name], ...(pods !== undefined && { pods }) });
  await untilNodeReady(cluster, name);
  const body = { metadata: { labels } };
  await mustRequest(cluster, "PATCH", `/api/v1/nodes/${name}`, body);
}

/** Pods that ... */
export function podStates(world: () => World): void {
  it("never become ready do not count, however idle they are", async () => {
    const web = await settled(await runWorkload(world()));
    const pods = await podsOf(web);
    await setStatus(web, pods, pod => readiness("False", statusOf(pod).startTime));
    const size = await sizeOf(web);
    web.answers.usageOf = idle;
    await says(web, "ScalingActive", "False/FailedGetResourceMetric", "may not be ready yet; look");
    await stays(web, size);

    await setStatus(web, pods, () => readiness("True"));
    await comesTo(web, 1);
  });

  it("all wait for a node do not count until they run", async () => {
    const nodeSelector = { waits: "for-a-node" };
    const web = await runWorkload(world(), { podSpec: { nodeSelector } });
    await says(web, "ScalingActive", "False/FailedGetResourceMetric", "no metrics of these pods");
    await stays(web, await sizeOf(web));

    await openNode(world(), { name: `${web.place.namespace}-late`, labels: nodeSelector });
    // Shows whether the pods or the operator are late: pods without a node have no metrics.
    await untilRunning(web, 4);
    await settled(web);
    web.answers.usageOf = idle;
    await comesTo(web, 1);
  });

  it("partly wait for a node prevent a further scale-up for the load of the others", async () => {
    const nodeSelector = { room: randomUUID() };
    const [small, large] = [`${nodeSelector.room}-small`, `${nodeSelector.room}-large`];
    await openNode(world(), { name: small, labels: nodeSelector, pods: "2" });
    const web = await runWorkload(world(), { podSpec: { nodeSelector } });
    web.answers.usageOf = () => 100;
    await says(web, "ScalingActive", "True/ValidMetricFound");
    await stays(web, await sizeOf(web));

    await openNode(world(), { name: large, labels: nodeSelector });
    await comesTo(web, 8);
  });

  it.each([
    { which: "have failed", make: endAs("Failed") },
    { which: "have completed", make: endAs("Succeeded") },
    { which: "are terminating", make: terminate },
  ])("$which count neither as busy nor as idle", async ({ make }) => {
    const web = await settled(await runWorkload(world()));
    await make(web, (await podsOf(web)).slice(0, 2));
    await untilRunning(web, 4);
    await stays(web, await sizeOf(web));
    // If those two counted as idle, it would be on target.
    web.answers.usageOf = load(300);
    await comesTo(web, 6);
    // If those two counted as busy, it would be 2.
    web.answers.usageOf = idle;
    await comesTo(web, 1);
  });

  it("have completed count as busy until their deletion under algorithm HPA-1.36", async () => {
    const spec = { algorithm: "HPA-1.36" } as const;
    const web = await settled(await runWorkload(world(), { spec }));
    const [first, ...others] = await podsOf(web);
    await endAs("Succeeded")(web, [first!]);
    await untilRunning(web, others.length + 1);
    web.answers.usageOf = idle;
    await comesTo(web, 3);
    await stays(web, await sizeOf(web));

    await mustRequest(web.place.cluster, "DELETE", podPath(web.place, first?.metadata?.name));
    await comesTo(web, 1);
  });

  it("have a container without a request prevent scaling, and the status names it", async () => {
    const cpu = { cpu: "50m" };
    const podSpec = { containers: [requesting("main", cpu), requesting("sidecar", {})] };
    const web = await runWorkload(world(), { podSpec });
    const words = "no request for cpu in container sidecar; set it in the pod template";
    web.answers.usageOf = idle;
    await says(web, "ScalingActive", "False/FailedGetResourceMetric", words);
    await stays(web, await sizeOf(web));

    await changeTemplate(web, requesting("sidecar", cpu));
    await comesTo(web, 1);
    await says(web, "ScalingActive", "True/ValidMetricFound");
  });

  it("request cpu but no memory can be scaled up by cpu, but not down", async () => {
    const metrics = [utilization("cpu"), utilization("memory")];
    const web = await settled(await runWorkload(world(), { spec: { metrics } }));
    web.answers.usageOf = load(300);
    await comesTo(web, 6);
    web.answers.usageOf = idle;
    const words = "no request for memory in container main";
    await says(web, "ScalingActive", "False/FailedGetResourceMetric", words);
    await stays(web, await sizeOf(web));

    await changeTemplate(web, requesting("main", { cpu: "100m", memory: "100Mi" }));
    await comesTo(web, 1);
  });
}
