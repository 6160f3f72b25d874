import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startOperator, type Operator } from "../../hack/operator/operator.ts";
import {
  autoscalerPath,
  createDeployment,
  createScaled,
  deployment,
  deploymentPath,
  historyOf,
  makePlace,
  setNodes,
  setReplicas,
  startFaultCluster,
  untilCount,
  untilHistory,
  type Place,
} from "./fault-cluster.ts";
import { startFaultProxy, type FaultProxy, type Passing } from "./fault-proxy.ts";
import { countIn, isScaleWrite, isWriteAhead } from "./requests.ts";

let cluster: Cluster;
let proxy: FaultProxy;
let operator: Operator;
let place: Place;

const start = async (): Promise<void> => {
  const { server, ca } = proxy;
  const args = ["--request-timeout-seconds=2"];
  operator = await startOperator(cluster, { replica: "races", server, ca, args, webhook: false });
};

beforeAll(async () => {
  cluster = await startFaultCluster();
  proxy = await startFaultProxy(cluster);
});
beforeEach(async () => {
  place = await makePlace(cluster);
  await setNodes(place, 2);
  await createScaled(place, "web");
  await start();
  await untilCount(place, "web", 2);
  await untilHistory(place, "web", { up: 1, down: 0 });
});
afterEach(async () => {
  proxy.heal();
  await operator.stop();
  await mustRequest(cluster, "DELETE", autoscalerPath(place, "web"));
});
afterAll(async () => {
  proxy.stop();
  await cluster.stop();
});

const scaleWrites = (since: number): Passing[] =>
  proxy.passed.filter(passing => passing.at >= since && isScaleWrite(passing));

describe("between the decision and its write", () => {
  it("a person's edit makes it be decided again", async () => {
    const held = proxy.hold(isScaleWrite);
    await setNodes(place, 3);
    const first = await held.arrived;
    await setReplicas(place, "web", 9);
    held.release();

    await untilCount(place, "web", 3);
    await untilHistory(place, "web", { up: 1, down: 6 });
    expect(first.code).toBe(422);
    expect(scaleWrites(first.at).map(({ code }) => code)).toEqual([422, 200]);
  });

  it("a person's edit to the very count that was decided leaves nothing to do", async () => {
    const held = proxy.hold(isScaleWrite);
    await setNodes(place, 3);
    const first = await held.arrived;
    await setReplicas(place, "web", 3);
    held.release();

    await expect.poll(async () => (await historyOf(place, "web")).pending).toBeNull();
    await sleep(300);
    expect(scaleWrites(first.at).map(({ code }) => code)).toEqual([422]);
    expect((await deployment(place, "web")).replicas).toBe(3);
  });

  it("an edit of the spec keeps the old spec's count from being written", async () => {
    const held = proxy.hold(isWriteAhead);
    await setNodes(place, 3);
    const { at } = await held.arrived;
    const spec = { linear: { nodesPerReplica: 0.5 } };
    const path = autoscalerPath(place, "web");
    await mustRequest(cluster, "PATCH", path, { spec }, "application/merge-patch+json");
    held.release();

    await untilCount(place, "web", 6);
    await untilHistory(place, "web", { up: 5, down: 0 });
    expect(scaleWrites(at).map(countIn)).toEqual([6]);
  });

  it("a target that is made anew gets a decision of its own", async () => {
    const held = proxy.hold(isScaleWrite);
    await setNodes(place, 3);
    const first = await held.arrived;
    await mustRequest(cluster, "DELETE", deploymentPath(place, "web"));
    const isGone = async () =>
      (await apiRequest(cluster, "GET", deploymentPath(place, "web"))).code;
    await expect.poll(isGone, { interval: 20 }).toBe(404);
    // The same count as the old one had: only its uid tells it apart.
    await createDeployment(place, "web", 2);
    const { uid } = await deployment(place, "web");
    held.release();

    await untilCount(place, "web", 3);
    await untilHistory(place, "web", { up: 1, down: 0 });
    expect(await historyOf(place, "web")).toMatchObject({ events: 1, targetUID: uid });
    expect(first.code).toBe(422);
    const [, second] = scaleWrites(first.at);
    expect([second?.code, second?.body]).toEqual([200, expect.stringContaining(uid)]);
  });
});

it("a write that lands after its answer was given up is not forgotten", async () => {
  const [late, second] = [proxy.hold(isScaleWrite), proxy.hold(isScaleWrite)];
  await setNodes(place, 3);
  await late.arrived;
  // The operator gives up after two seconds, looks, finds the old count and writes once more.
  const { at } = await second.arrived;
  late.release();
  await untilCount(place, "web", 3);
  second.release();

  await expect.poll(async () => (await historyOf(place, "web")).pending).toBeNull();
  await untilHistory(place, "web", { up: 2, down: 0 });
  expect(scaleWrites(at).map(({ code }) => code)).toEqual([422]);
});

describe("a signal to end", () => {
  it("lets the write that is under way have its status", async () => {
    const held = proxy.hold(isScaleWrite);
    await setNodes(place, 3);
    await held.arrived;
    const began = performance.now();
    operator.signal("SIGTERM");
    await sleep(300);
    held.release();

    expect(await operator.exited).toBe(0);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect(await historyOf(place, "web")).toMatchObject({ up: 2, down: 0, pending: null });
  });

  it("does not wait for news that cannot be told", async () => {
    proxy.inject({
      matches: ({ url }) => url.pathname.endsWith("/events"),
      before: () => new Promise(() => undefined),
    });
    await setNodes(place, 3);
    await untilCount(place, "web", 3);
    await untilHistory(place, "web", { up: 2, down: 0 });
    const began = performance.now();
    operator.signal("SIGTERM");
    expect(await operator.exited).toBe(0);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it("ends it at once when it comes twice, and nothing is lost", async () => {
    const held = proxy.hold(isScaleWrite);
    await setNodes(place, 3);
    await held.arrived;
    operator.signal("SIGTERM");
    await sleep(100);
    const began = performance.now();
    operator.signal("SIGTERM");
    expect(await operator.exited).toBe(1);
    expect(performance.now() - began).toBeLessThan(500);
    held.release();
    await untilCount(place, "web", 3);

    await start();
    await untilHistory(place, "web", { up: 2, down: 0 });
  });
});
