import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import {
  autoscalerPath,
  createDeployment,
  deployment,
  deploymentPath,
  historyOf,
  setNodes,
  setReplicas,
  untilCount,
  untilHistory,
} from "./fault-cluster.ts";
import type { Passing } from "./fault-proxy.ts";
import { proxied } from "./proxied.ts";
import { countIn, isScaleWrite, isWriteAhead } from "./requests.ts";

const given = proxied("races");

const tolerant = { timeout: 30_000, interval: 20 };

const untilNothingPending = () =>
  expect.poll(async () => (await historyOf(given.place, "web")).pending, tolerant).toBeNull();

const scaleWrites = (since: number): Passing[] =>
  given.proxy.passed.filter(passing => passing.at >= since && isScaleWrite(passing));

describe("between the decision and its write", () => {
  it("a person's edit makes it be decided again", async () => {
    const held = given.proxy.hold(isScaleWrite);
    await setNodes(given.place, 3);
    const first = await held.arrived;
    await setReplicas(given.place, "web", 9);
    held.release();

    await untilCount(given.place, "web", 3);
    await untilHistory(given.place, "web", { up: 1, down: 6 });
    expect(first.code).toBe(422);
    expect(scaleWrites(first.at).map(({ code }) => code)).toEqual([422, 200]);
  });

  it("a person's edit to the very count that was decided leaves nothing to do", async () => {
    const held = given.proxy.hold(isScaleWrite);
    await setNodes(given.place, 3);
    const first = await held.arrived;
    await setReplicas(given.place, "web", 3);
    held.release();

    await untilNothingPending();
    await sleep(300);
    expect(scaleWrites(first.at).map(({ code }) => code)).toEqual([422]);
    expect((await deployment(given.place, "web")).replicas).toBe(3);
  });

  it("an edit of the spec keeps the old spec's count from being written", async () => {
    const held = given.proxy.hold(isWriteAhead);
    await setNodes(given.place, 3);
    const { at } = await held.arrived;
    const spec = { linear: { nodesPerReplica: 0.5 } };
    const path = autoscalerPath(given.place, "web");
    await mustRequest(given.cluster, "PATCH", path, { spec }, "application/merge-patch+json");
    held.release();

    await untilCount(given.place, "web", 6);
    await untilHistory(given.place, "web", { up: 5, down: 0 });
    expect(scaleWrites(at).map(countIn)).toEqual([6]);
  });

  it("a target that is created again gets a decision of its own", async () => {
    const held = given.proxy.hold(isScaleWrite);
    await setNodes(given.place, 3);
    const first = await held.arrived;
    await mustRequest(given.cluster, "DELETE", deploymentPath(given.place, "web"));
    const isGone = async () =>
      (await apiRequest(given.cluster, "GET", deploymentPath(given.place, "web"))).code;
    await expect.poll(isGone, tolerant).toBe(404);
    // The same count as the old one had: only its uid tells it apart.
    await createDeployment(given.place, "web", 2);
    const { uid } = await deployment(given.place, "web");
    held.release();

    await untilCount(given.place, "web", 3);
    await untilHistory(given.place, "web", { up: 1, down: 0 });
    expect(await historyOf(given.place, "web")).toMatchObject({ events: 1, targetUID: uid });
    expect(first.code).toBe(422);
    const [, second] = scaleWrites(first.at);
    expect([second?.code, second?.body]).toEqual([200, expect.stringContaining(uid)]);
  });
});

it("a write that lands after its answer was given up is not forgotten", async () => {
  const [late, second] = [given.proxy.hold(isScaleWrite), given.proxy.hold(isScaleWrite)];
  await setNodes(given.place, 3);
  await late.arrived;
  // The operator gives up after two seconds, looks, finds the old count and writes once more.
  const { at } = await second.arrived;
  late.release();
  await untilCount(given.place, "web", 3);
  second.release();

  await untilNothingPending();
  await untilHistory(given.place, "web", { up: 2, down: 0 });
  expect(scaleWrites(at).map(({ code }) => code)).toEqual([422]);
});

describe("a signal to end", () => {
  it("lets the write that is under way have its status", async () => {
    const held = given.proxy.hold(isScaleWrite);
    await setNodes(given.place, 3);
    await held.arrived;
    given.operator.signal("SIGTERM");
    await untilStopping();
    held.release();

    expect(await given.operator.exited).toBe(0);
    expect(await historyOf(given.place, "web")).toMatchObject({ up: 2, down: 0, pending: null });
  });

  it("does not wait for events that cannot be written", async () => {
    // The deadline of a request is a minute, so that only the signal can end the wait for one.
    await given.operator.stop();
    await given.start({ requestTimeoutSeconds: 60 });
    const isEvent = ({ url }: Passing): boolean => url.pathname.endsWith("/events");
    given.proxy.inject({ matches: isEvent, before: () => new Promise(() => undefined) });
    await setNodes(given.place, 3);
    await untilHistory(given.place, "web", { up: 2, down: 0 });
    const unanswered = () => given.proxy.passed.find(passing => isEvent(passing) && !passing.code);
    await expect.poll(unanswered, tolerant).toBeDefined();
    given.operator.signal("SIGTERM");
    expect(await Promise.race([given.operator.exited, sleep(30_000, "still there")])).toBe(0);
  });

  it("ends it at once when it comes twice, and nothing is lost", async () => {
    const held = given.proxy.hold(isScaleWrite);
    await setNodes(given.place, 3);
    await held.arrived;
    given.operator.signal("SIGTERM");
    await untilStopping();
    given.operator.signal("SIGTERM");
    expect(await given.operator.exited).toBe(1);
    held.release();
    await untilCount(given.place, "web", 3);

    await given.start();
    await untilHistory(given.place, "web", { up: 2, down: 0 });
  });
});

/** The operator has taken the first signal: a second one is another. */
const untilStopping = () =>
  expect.poll(() => given.operator.log(), tolerant).toContain('"msg":"stopping"');
