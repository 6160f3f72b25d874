import { setTimeout as sleep } from "node:timers/promises";

import { beforeEach, describe, expect, it, onTestFinished } from "vitest";

import { mustRequest } from "../../hack/cluster/api.ts";
import { createBusy, createScaler, makeBusyPlace, scalerPath, scalerStatus } from "./busy-place.ts";
import {
  autoscalerPath,
  createDeployment,
  createScaled,
  deployment,
  historyOf,
  setNodes,
  untilCount,
  untilHistory,
} from "./fault-cluster.ts";
import type { Answer, Passing } from "./fault-proxy.ts";
import { report } from "./figures.ts";
import { startMetricsApi } from "../../hack/operator/metrics-api.ts";
import { proxied } from "./proxied.ts";
import { isListOf, isScaleWrite, isStatusWrite } from "./requests.ts";

const given = proxied("refusals");

const refuse = (matches: (passing: Passing) => boolean, answer: Answer): (() => void) =>
  given.proxy.inject({ matches, before: () => answer });
const hang = (matches: (passing: Passing) => boolean): (() => void) =>
  given.proxy.inject({ matches, before: () => new Promise(() => undefined) });
const passedSince = (moment: number): Passing[] =>
  given.proxy.passed.filter(({ at }) => at >= moment);
const isOf =
  (name: string) =>
  ({ url }: Passing): boolean =>
    url.pathname.includes(`/${name}/`);

/** The gaps between requests for the same thing, by what it is. */
function gapsOf(requests: readonly Passing[]): Map<string, number[]> {
  const latest = new Map<string, number>();
  const gaps = new Map<string, number[]>();
  for (const { method, url, at } of requests) {
    const what = `${method} ${url.pathname}`;
    const before = latest.get(what);
    gaps.set(what, [...(gaps.get(what) ?? []), ...(before === undefined ? [] : [at - before])]);
    latest.set(what, at);
  }
  return gaps;
}

it("a busy API server is asked again when it said, and not before, for a minute", async () => {
  const { cluster, proxy, place } = given;
  const metrics = await startMetricsApi(cluster);
  onTestFinished(() => metrics.stop());
  const busy = await makeBusyPlace(cluster);
  onTestFinished(async () => {
    await mustRequest(cluster, "DELETE", scalerPath(busy, "web"));
  });
  metrics.usageOf = () => 50;
  await createBusy(busy, "web", 4);
  await createScaler(busy, "web");
  const summary = async () => (await scalerStatus(busy, "web")).summary;
  await expect.poll(summary, { timeout: 20_000 }).toContain("50% of requests");

  const began = performance.now();
  const waitSeconds = 5;
  refuse(() => true, { code: 429, headers: { "retry-after": String(waitSeconds) } });
  metrics.usageOf = ({ siblings }) => 300 / siblings;
  await setNodes(place, 3);
  const hasAsked = () => passedSince(began).some(isStatusWrite);
  await expect.poll(hasAsked, { interval: 10, timeout: 10_000 }).toBe(true);
  expect(proxy.cutWatches()).toBe(7);
  await sleep(60_000);
  const gaps = gapsOf(passedSince(began));
  report("busy", { asked: Array.from(gaps, ([what, all]) => [what, all.length + 1]) });
  // Each of seven watches, two objects and the pods' metrics; and whether it answers at all.
  expect(gaps.size).toBeLessThanOrEqual(11);
  for (const [what, all] of gaps) {
    expect(Math.min(...all), what).toBeGreaterThan(0.9 * waitSeconds * 1000);
  }
  expect((await deployment(place, "web")).replicas).toBe(2);
  expect((await deployment(busy, "web")).replicas).toBe(4);

  proxy.heal();
  await untilCount(place, "web", 3, 10_000);
  await untilCount(busy, "web", 6, 20_000);
});

describe("an API server that fails", () => {
  it("at status writes alone keeps every count as it is", async () => {
    const began = performance.now();
    refuse(isStatusWrite, { code: 500 });
    await setNodes(given.place, 3);
    await sleep(2_500);
    expect(passedSince(began).filter(isScaleWrite)).toEqual([]);
    const tries = passedSince(began).filter(isStatusWrite).length;
    expect(tries).toBeGreaterThan(2);
    expect(tries).toBeLessThan(12);

    given.proxy.heal();
    await untilHistory(given.place, "web", { up: 2, down: 0 });
    expect((await deployment(given.place, "web")).replicas).toBe(3);
  });

  it("after it has written the status leaves no change announced that is not made", async () => {
    given.proxy.inject({ matches: isStatusWrite, after: () => ({ code: 500 }) });
    await setNodes(given.place, 3);
    await expect.poll(async () => (await historyOf(given.place, "web")).pending).not.toBeNull();
    await setNodes(given.place, 2);
    await sleep(500);
    given.proxy.heal();

    await untilHistory(given.place, "web", { up: 1, down: 0 });
    expect((await deployment(given.place, "web")).replicas).toBe(2);
  });

  it("at scale writes alone makes the change once, later", async () => {
    refuse(isScaleWrite, { code: 500 });
    await setNodes(given.place, 3);
    await sleep(500);
    expect(await historyOf(given.place, "web")).toMatchObject({
      up: 1,
      pending: { from: 2, to: 3 },
    });
    given.proxy.heal();
    await untilHistory(given.place, "web", { up: 2, down: 0 });
    expect((await deployment(given.place, "web")).replicas).toBe(3);
  });

  it("after it has written the count counts the change once", async () => {
    const end = given.proxy.inject({ matches: isScaleWrite, after: () => ({ code: 500 }) });
    await setNodes(given.place, 3);
    await untilCount(given.place, "web", 3);
    await untilHistory(given.place, "web", { up: 2, down: 0 });
    end();
    expect((await deployment(given.place, "web")).generation).toBe(3);
  });

  it("to give the right to scale for a moment has it written when the right is back", async () => {
    refuse(isScaleWrite, { code: 403 });
    await setNodes(given.place, 3);
    await sleep(1_000);
    expect((await deployment(given.place, "web")).replicas).toBe(2);
    given.proxy.heal();
    await untilCount(given.place, "web", 3, 3_000);
    await untilHistory(given.place, "web", { up: 2, down: 0 });
  });
});

describe("one of three targets", () => {
  beforeEach(async () => {
    for (const name of ["second", "third"]) await createDeployment(given.place, name, 2);
    const names = ["web", "second", "third"];
    const scaleTargetRefs = names.map(name => ({
      apiVersion: "apps/v1",
      kind: "Deployment",
      name,
    }));
    const patch = { spec: { scaleTargetRefs } };
    const path = autoscalerPath(given.place, "web");
    await mustRequest(given.cluster, "PATCH", path, patch, "application/merge-patch+json");
  });

  it.each([
    { which: "is refused", fail: (of: typeof isSecond) => refuse(of, { code: 403 }) },
    { which: "fails", fail: (of: typeof isSecond) => refuse(of, { code: 500 }) },
    { which: "gets no answer", fail: (of: typeof isSecond) => hang(of) },
  ])("whose write $which does not stop the others, and follows later", async ({ fail }) => {
    const end = fail(isSecond);
    await setNodes(given.place, 3);
    await untilCount(given.place, "web", 3, 1_500);
    await untilCount(given.place, "third", 3, 1_500);
    expect((await deployment(given.place, "second")).replicas).toBe(2);
    end();
    await setNodes(given.place, 4);
    for (const name of ["web", "second", "third"]) await untilCount(given.place, name, 4);
  });
});

const isSecond = (passing: Passing): boolean => isScaleWrite(passing) && isOf("second")(passing);

describe("a request without an answer", () => {
  it("holds up its own object only", async () => {
    await createScaled(given.place, "other");
    await untilCount(given.place, "other", 2);
    const end = hang(passing => isScaleWrite(passing) && isOf("web")(passing));
    await setNodes(given.place, 3);
    await untilCount(given.place, "other", 3, 1_500);
    expect((await deployment(given.place, "web")).replicas).toBe(2);
    end();
    await untilHistory(given.place, "web", { up: 2, down: 0 });
    await mustRequest(given.cluster, "DELETE", autoscalerPath(given.place, "other"));
  });

  it("to the first list of one kind of target does not hold up the other kinds", async () => {
    await given.operator.stop();
    const end = hang(isListOf("statefulsets"));
    const scaleTargetRefs = [
      { apiVersion: "apps/v1", kind: "StatefulSet", name: "none" },
      { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
    ];
    const path = autoscalerPath(given.place, "web");
    const patch = { spec: { scaleTargetRefs } };
    await mustRequest(given.cluster, "PATCH", path, patch, "application/merge-patch+json");
    await given.start();
    await setNodes(given.place, 3);
    await untilCount(given.place, "web", 3, 6_000);
    end();
  });

  it("to the list of nodes at the start keeps the operator alive, not ready, and writing nothing", async () => {
    await given.operator.stop();
    const end = hang(isListOf("nodes"));
    await setNodes(given.place, 3);
    await given.start(0);
    await sleep(3_000);
    expect((await given.operator.get("/livez")).code).toBe(200);
    const { code, text } = await given.operator.get("/readyz");
    expect([code, text]).toEqual([503, expect.stringContaining("nodes")]);
    expect((await deployment(given.place, "web")).replicas).toBe(2);
    end();
    await untilCount(given.place, "web", 3, 4_000);
    expect((await given.operator.get("/readyz")).code).toBe(200);
  });
});
