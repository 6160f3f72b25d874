import { expect, it } from "vitest";

import { apiRequest, mustRequest } from "../../../hack/cluster/api.ts";
import { eventually } from "../../integration/eventually.ts";
import { createBusy, scalerStatus } from "../cluster/busy-place.ts";
import { deploymentPath, setReplicas } from "../cluster/fault-cluster.ts";
import {
  comesTo,
  load,
  loadOnceComplete,
  patch,
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

const untilRolledOut = ({ place, name }: Workload, replicas: number) =>
  eventually(async () => {
    const { metadata, status } = await mustRequest(
      place.cluster,
      "GET",
      deploymentPath(place, name),
    );
    const observedGeneration = metadata?.generation;
    expect(status).toMatchObject({ observedGeneration, replicas, updatedReplicas: replicas });
  });

/** A target that is ... */
export function targetChanges(world: () => World): void {
  it.each([
    { how: "up", byHand: 9 },
    { how: "down", byHand: 2 },
    { how: "above its bounds", byHand: 30 },
  ])("manually scaled $how returns to the count for its load", async ({ byHand }) => {
    const web = await settled(await runWorkload(world()));
    loadOnceComplete(web, 200);
    await setReplicas(web.place, web.name, byHand);
    await comesTo(web, 4);
    await untilRunning(web, 4);
    await stays(web, await sizeOf(web));
  });

  it("manually scaled to 0 stays there until a user scales it up", async () => {
    const web = await settled(await runWorkload(world()));
    web.answers.usageOf = load(200);
    await setReplicas(web.place, web.name, 0);
    const size = await sizeOf(web);
    const words = "target is zero, .* set it to 1 or more";
    await says(web, "ScalingActive", "False/ScalingDisabled", words);
    await stays(web, size);
    expect(size.replicas).toBe(0);

    await setReplicas(web.place, web.name, 1);
    await comesTo(web, 4);
    await says(web, "ScalingActive", "True/ValidMetricFound");
  });

  it("deleted and recreated is scaled with a new history", async () => {
    const web = await settled(await runWorkload(world()));
    const { place, name } = web;
    web.answers.usageOf = load(200);
    const path = deploymentPath(place, name);
    await mustRequest(place.cluster, "DELETE", path);
    await says(web, "Ready", "False/TargetNotFound", "there is no Deployment .*; create it");
    await says(web, "AbleToScale", "False/FailedGetScale", "there is no Deployment");
    await eventually(async () => {
      expect((await apiRequest(place.cluster, "GET", path)).code).toBe(404);
    });

    // While old pods run, they share the load, and four replicas may take several steps.
    await eventually(async () => {
      expect(await podsOf(web)).toHaveLength(0);
    });
    await createBusy(place, name, 1);
    await comesTo(web, 4);
    await says(web, "Ready", "True/Ready");
    // The first is its creation, the second the change.
    const { uid, generation } = await sizeOf(web);
    expect(generation).toBe(2);
    await eventually(async () => {
      const { targetUID, scaleEvents = [] } = (await scalerStatus(place, name)).history ?? {};
      const changes = scaleEvents.map(({ change }) => change);
      expect({ targetUID, changes }).toEqual({ targetUID: uid, changes: [3] });
    });
  });

  it("rolled out keeps its size during the rollout and follows its load afterwards", async () => {
    // Upstream's default window. Without it, a sample from a time with more pods would count.
    const web = await settled(await runWorkload(world(), { spec: { behavior: {} } }));
    web.answers.usageOf = load(200);
    const annotations = { rolled: "out" };
    const template = { spec: { template: { metadata: { annotations } } } };
    await patch(web.place, deploymentPath(web.place, web.name), template);
    await untilRolledOut(web, 4);
    await stays(web, await sizeOf(web));
    // The first is its creation, the second the template.
    expect(await sizeOf(web)).toMatchObject({ replicas: 4, generation: 2 });
    web.answers.usageOf = load(300);
    await comesTo(web, 6);
  });
}
