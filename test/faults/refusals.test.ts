import { describe, expect, it, onTestFinished } from "vitest";

import { mustRequest } from "../../hack/cluster/api.ts";
import {
  createBusy,
  createScaler,
  makeBusyPlace,
  scalerPath,
  scalerStatus,
} from "./cluster/busy-place.ts";
import { autoscalerPath, deployment, setNodes, untilCount } from "./cluster/fault-cluster.ts";
import { respondWith, neverRespond, type Passing } from "./cluster/fault-proxy.ts";
import { report } from "./figures.ts";
import { startMetricsApi } from "../../hack/operator/metrics-api.ts";
import { proxied } from "./cluster/proxied.ts";
import { gapsOf, isListOf, isStatusWrite } from "./requests.ts";

const given = proxied("refusals");

const passedSince = (moment: number): Passing[] =>
  given.proxy.passed.filter(({ at }) => at >= moment);

/** Enough to check every pause: the first one and those between retries. */
const retries = 3;
const tolerant = { timeout: 60_000, interval: 20 };

it("a busy API server gets each retry after its Retry-After, and never earlier", async () => {
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
  const message = async () => (await scalerStatus(busy, "web")).message;
  await expect.poll(message, tolerant).toContain("50% of requests");

  const began = performance.now();
  const waitSeconds = 2;
  const tooMany = { code: 429, headers: { "retry-after": String(waitSeconds) } };
  proxy.inject(respondWith(() => true, tooMany));
  metrics.usageOf = ({ siblings }) => 300 / siblings;
  await setNodes(place, 3);
  const hasAsked = () => passedSince(began).some(isStatusWrite);
  await expect.poll(hasAsked, tolerant).toBe(true);
  expect(proxy.cutWatches()).toBe(7);
  const gaps = () => gapsOf(passedSince(began));
  const retried = () =>
    [...gaps()].filter(([, all]) => all.length >= retries).map(([name]) => name);
  const patient = { timeout: 60_000, interval: 100 };
  // The seven watches and the status.
  await expect.poll(() => retried().length, patient).toBeGreaterThanOrEqual(8);
  await expect.poll(() => retried().join(), patient).toMatch(/PATCH [^,]*\/status/);
  report("busy", { asked: Array.from(gaps(), ([what, all]) => [what, all.length + 1]) });
  for (const [what, all] of gaps()) {
    // A request that was sent only once so far has no gap.
    expect(Math.min(Infinity, ...all), what).toBeGreaterThan(0.9 * waitSeconds * 1000);
  }
  expect((await deployment(place, "web")).replicas).toBe(2);
  expect((await deployment(busy, "web")).replicas).toBe(4);

  proxy.heal();
  await untilCount(place, "web", 3);
  await untilCount(busy, "web", 6);
});

describe("a request without a response", () => {
  it("for the first list of one kind of target does not delay the other kinds", async () => {
    await given.operator.stop();
    const end = given.proxy.inject(neverRespond(isListOf("statefulsets")));
    const scaleTargetRefs = [
      { apiVersion: "apps/v1", kind: "StatefulSet", name: "none" },
      { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
    ];
    const path = autoscalerPath(given.place, "web");
    const patch = { spec: { scaleTargetRefs } };
    await mustRequest(given.cluster, "PATCH", path, patch, "application/merge-patch+json");
    await given.start();
    await setNodes(given.place, 3);
    // The list never gets a response, however often it is requested.
    await untilCount(given.place, "web", 3);
    end();
  });

  it("for the first list of nodes keeps the operator alive, unready, without writes", async () => {
    await given.operator.stop();
    const end = given.proxy.inject(neverRespond(isListOf("nodes")));
    await setNodes(given.place, 3);
    const began = performance.now();
    await given.start({ readyWithinMs: 0 });
    const asked = () => passedSince(began).filter(isListOf("nodes")).length;
    await expect.poll(asked, tolerant).toBeGreaterThan(1);
    expect((await given.operator.get("/livez")).code).toBe(200);
    const { code, text } = await given.operator.get("/readyz");
    expect([code, text]).toEqual([503, expect.stringContaining("nodes")]);
    expect((await deployment(given.place, "web")).replicas).toBe(2);
    end();
    await untilCount(given.place, "web", 3);
    expect((await given.operator.get("/readyz")).code).toBe(200);
  });
});
