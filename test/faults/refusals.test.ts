import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startOperator, type Operator } from "../../hack/operator/operator.ts";
import {
  autoscalerPath,
  createDeployment,
  createScaled,
  deployment,
  historyOf,
  makePlace,
  setNodes,
  startFaultCluster,
  untilCount,
  untilHistory,
  type Place,
} from "./fault-cluster.ts";
import { startFaultProxy, type Answer, type FaultProxy, type Passing } from "./fault-proxy.ts";
import { isListOf, isScaleWrite, isStatusWrite } from "./requests.ts";

let cluster: Cluster;
let proxy: FaultProxy;
let operator: Operator;
let place: Place;

const start = (readyWithinMs = 10_000): Promise<Operator> => {
  const { server, ca } = proxy;
  const args = ["--request-timeout-seconds=2"];
  const options = { replica: "refusals", server, ca, args, webhook: false, readyWithinMs };
  return startOperator(cluster, options);
};

beforeAll(async () => {
  cluster = await startFaultCluster();
  proxy = await startFaultProxy(cluster);
});
beforeEach(async () => {
  place = await makePlace(cluster);
  await setNodes(place, 2);
  await createScaled(place, "web");
  operator = await start();
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

const refuse = (matches: (passing: Passing) => boolean, answer: Answer): (() => void) =>
  proxy.inject({ matches, before: () => answer });
const hang = (matches: (passing: Passing) => boolean): (() => void) =>
  proxy.inject({ matches, before: () => new Promise(() => undefined) });
const passedSince = (moment: number): Passing[] => proxy.passed.filter(({ at }) => at >= moment);
const isOf =
  (name: string) =>
  ({ url }: Passing): boolean =>
    url.pathname.includes(`/${name}/`);

it("a busy API server is asked again when it said, and not before", async () => {
  const began = performance.now();
  refuse(() => true, { code: 429, headers: { "retry-after": "4" } });
  await setNodes(place, 3);
  await expect.poll(() => passedSince(began).some(isStatusWrite), { interval: 10 }).toBe(true);
  expect(proxy.cutWatches()).toBe(4);
  await sleep(3_500);
  const asked = passedSince(began);
  // Once for each of four watches and one object, once whether it answers at all, and the object once
  // more when kwok makes the node ready.
  expect(asked.length).toBeLessThanOrEqual(8);
  expect((await deployment(place, "web")).replicas).toBe(2);

  proxy.heal();
  await untilCount(place, "web", 3, 3_000);
});

describe("an API server that fails", () => {
  it("at status writes alone keeps every count as it is", async () => {
    const began = performance.now();
    refuse(isStatusWrite, { code: 500 });
    await setNodes(place, 3);
    await sleep(2_500);
    expect(passedSince(began).filter(isScaleWrite)).toEqual([]);
    const tries = passedSince(began).filter(isStatusWrite).length;
    expect(tries).toBeGreaterThan(2);
    expect(tries).toBeLessThan(12);

    proxy.heal();
    await untilHistory(place, "web", { up: 2, down: 0 });
    expect((await deployment(place, "web")).replicas).toBe(3);
  });

  it("after it has written the status leaves no change announced that is not made", async () => {
    proxy.inject({ matches: isStatusWrite, after: () => ({ code: 500 }) });
    await setNodes(place, 3);
    await expect.poll(async () => (await historyOf(place, "web")).pending).not.toBeNull();
    await setNodes(place, 2);
    await sleep(500);
    proxy.heal();

    await untilHistory(place, "web", { up: 1, down: 0 });
    expect((await deployment(place, "web")).replicas).toBe(2);
  });

  it("at scale writes alone makes the change once, later", async () => {
    refuse(isScaleWrite, { code: 500 });
    await setNodes(place, 3);
    await sleep(500);
    expect(await historyOf(place, "web")).toMatchObject({ up: 1, pending: { from: 2, to: 3 } });
    proxy.heal();
    await untilHistory(place, "web", { up: 2, down: 0 });
    expect((await deployment(place, "web")).replicas).toBe(3);
  });

  it("after it has written the count counts the change once", async () => {
    const end = proxy.inject({ matches: isScaleWrite, after: () => ({ code: 500 }) });
    await setNodes(place, 3);
    await untilCount(place, "web", 3);
    await untilHistory(place, "web", { up: 2, down: 0 });
    end();
    expect((await deployment(place, "web")).generation).toBe(3);
  });

  it("to give the right to scale for a moment has it written when the right is back", async () => {
    refuse(isScaleWrite, { code: 403 });
    await setNodes(place, 3);
    await sleep(1_000);
    expect((await deployment(place, "web")).replicas).toBe(2);
    proxy.heal();
    await untilCount(place, "web", 3, 3_000);
    await untilHistory(place, "web", { up: 2, down: 0 });
  });
});

describe("one of three targets", () => {
  beforeEach(async () => {
    for (const name of ["second", "third"]) await createDeployment(place, name, 2);
    const names = ["web", "second", "third"];
    const scaleTargetRefs = names.map(name => ({
      apiVersion: "apps/v1",
      kind: "Deployment",
      name,
    }));
    const patch = { spec: { scaleTargetRefs } };
    const path = autoscalerPath(place, "web");
    await mustRequest(cluster, "PATCH", path, patch, "application/merge-patch+json");
  });

  it.each([
    { which: "is refused", fail: (of: typeof isSecond) => refuse(of, { code: 403 }) },
    { which: "fails", fail: (of: typeof isSecond) => refuse(of, { code: 500 }) },
    { which: "gets no answer", fail: (of: typeof isSecond) => hang(of) },
  ])("whose write $which does not stop the others, and follows later", async ({ fail }) => {
    const end = fail(isSecond);
    await setNodes(place, 3);
    await untilCount(place, "web", 3, 1_500);
    await untilCount(place, "third", 3, 1_500);
    expect((await deployment(place, "second")).replicas).toBe(2);
    end();
    await setNodes(place, 4);
    for (const name of ["web", "second", "third"]) await untilCount(place, name, 4);
  });
});

const isSecond = (passing: Passing): boolean => isScaleWrite(passing) && isOf("second")(passing);

describe("a request without an answer", () => {
  it("holds up its own object only", async () => {
    await createScaled(place, "other");
    await untilCount(place, "other", 2);
    const end = hang(passing => isScaleWrite(passing) && isOf("web")(passing));
    await setNodes(place, 3);
    await untilCount(place, "other", 3, 1_500);
    expect((await deployment(place, "web")).replicas).toBe(2);
    end();
    await untilHistory(place, "web", { up: 2, down: 0 });
    await mustRequest(cluster, "DELETE", autoscalerPath(place, "other"));
  });

  it("to the first list of one kind of target does not hold up the other kinds", async () => {
    await operator.stop();
    const end = hang(isListOf("statefulsets"));
    const scaleTargetRefs = [
      { apiVersion: "apps/v1", kind: "StatefulSet", name: "none" },
      { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
    ];
    const path = autoscalerPath(place, "web");
    const patch = { spec: { scaleTargetRefs } };
    await mustRequest(cluster, "PATCH", path, patch, "application/merge-patch+json");
    operator = await start();
    await setNodes(place, 3);
    await untilCount(place, "web", 3, 6_000);
    end();
  });

  it("to the list of nodes at the start keeps the operator alive, not ready, and writing nothing", async () => {
    await operator.stop();
    const end = hang(isListOf("nodes"));
    await setNodes(place, 3);
    operator = await start(0);
    await sleep(3_000);
    expect((await operator.get("/livez")).code).toBe(200);
    const { code, text } = await operator.get("/readyz");
    expect([code, text]).toEqual([503, expect.stringContaining("nodes")]);
    expect((await deployment(place, "web")).replicas).toBe(2);
    end();
    await untilCount(place, "web", 3, 4_000);
    expect((await operator.get("/readyz")).code).toBe(200);
  });
});
