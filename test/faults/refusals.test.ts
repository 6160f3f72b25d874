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
import { gapsOf, isListOf, isScaleWrite, isStatusWrite, isWriteAhead } from "./requests.ts";

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

/** Enough to see that every pause is kept, the first one and those between retries. */
const retries = 3;
const tolerant = { timeout: 30_000, interval: 20 };

it("a busy API server is asked again when it said, and not before, time after time", async () => {
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
  await expect.poll(summary, tolerant).toContain("50% of requests");

  const began = performance.now();
  const waitSeconds = 2;
  refuse(() => true, { code: 429, headers: { "retry-after": String(waitSeconds) } });
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
    // One that is asked only once so far has no gap.
    expect(Math.min(Infinity, ...all), what).toBeGreaterThan(0.9 * waitSeconds * 1000);
  }
  expect((await deployment(place, "web")).replicas).toBe(2);
  expect((await deployment(busy, "web")).replicas).toBe(4);

  proxy.heal();
  await untilCount(place, "web", 3);
  await untilCount(busy, "web", 6);
});

describe("an API server that fails", () => {
  it("at status writes alone keeps every count as it is, and is asked ever more slowly", async () => {
    const began = performance.now();
    refuse(isStatusWrite, { code: 500 });
    await setNodes(given.place, 3);
    const tries = () => passedSince(began).filter(isStatusWrite);
    await expect.poll(() => tries().length, tolerant).toBeGreaterThanOrEqual(5);
    expect(passedSince(began).filter(isScaleWrite)).toEqual([]);
    // Pauses grow from 100 ms at least. One of the four is left out: an event may end it early.
    const [first, fifth] = [tries()[0]!, tries()[4]!];
    expect(fifth.at - first.at).toBeGreaterThanOrEqual(100 + 200 + 400);

    given.proxy.heal();
    await untilHistory(given.place, "web", { up: 2, down: 0 });
    expect((await deployment(given.place, "web")).replicas).toBe(3);
  });

  it("after it has written the status leaves no change announced that is not made", async () => {
    given.proxy.inject({ matches: isStatusWrite, after: () => ({ code: 500 }) });
    await setNodes(given.place, 3);
    const pending = async () => (await historyOf(given.place, "web")).pending;
    await expect.poll(pending, tolerant).not.toBeNull();
    await setNodes(given.place, 2);
    const isTakenBack = (): boolean => {
      const last = given.proxy.passed.findLast(isStatusWrite);
      return last !== undefined && !isWriteAhead(last);
    };
    await expect.poll(isTakenBack, tolerant).toBe(true);
    given.proxy.heal();

    await untilHistory(given.place, "web", { up: 1, down: 0 });
    expect((await deployment(given.place, "web")).replicas).toBe(2);
  });

  it("at scale writes alone makes the change once, later", async () => {
    refuse(isScaleWrite, { code: 500 });
    await setNodes(given.place, 3);
    await expect
      .poll(() => historyOf(given.place, "web"), tolerant)
      .toMatchObject({ up: 1, pending: { from: 2, to: 3 } });
    given.proxy.heal();
    await untilHistory(given.place, "web", { up: 2, down: 0 });
    // Its creation and two changes of its count.
    expect(await deployment(given.place, "web")).toMatchObject({ replicas: 3, generation: 3 });
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
    const began = performance.now();
    refuse(isScaleWrite, { code: 403 });
    await setNodes(given.place, 3);
    const refused = () => passedSince(began).filter(isScaleWrite).length;
    await expect.poll(refused, tolerant).toBeGreaterThan(1);
    expect((await deployment(given.place, "web")).replicas).toBe(2);
    given.proxy.heal();
    await untilCount(given.place, "web", 3);
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
    const began = performance.now();
    const end = fail(isSecond);
    await setNodes(given.place, 3);
    await untilCount(given.place, "web", 3);
    await untilCount(given.place, "third", 3);
    const writes = passedSince(began).filter(isScaleWrite);
    const [failed, again] = writes.filter(isSecond);
    const others = writes.filter(write => !isSecond(write));
    // Neither after a retry of the one that fails, nor, where it gets no answer, after its deadline.
    const until = Math.min(again?.at ?? Infinity, failed?.code === 0 ? endOf(failed) : Infinity);
    expect(
      others
        .filter(({ at }) => at < until)
        .map(({ url }) => url.pathname)
        .sort(),
    ).toEqual(["third", "web"].map(name => expect.stringContaining(`/${name}/`) as string));
    expect((await deployment(given.place, "second")).replicas).toBe(2);
    end();
    await setNodes(given.place, 4);
    for (const name of ["web", "second", "third"]) await untilCount(given.place, name, 4);
  });
});

const isSecond = (passing: Passing): boolean => isScaleWrite(passing) && isOf("second")(passing);
const endOf = ({ endedAt }: Passing): number => endedAt ?? Infinity;

describe("a request without an answer", () => {
  it("holds up its own object only", async () => {
    await createScaled(given.place, "other");
    await untilCount(given.place, "other", 2);
    const began = performance.now();
    const end = hang(passing => isScaleWrite(passing) && isOf("web")(passing));
    await setNodes(given.place, 3);
    await untilCount(given.place, "other", 3);
    const first = (name: string) => passedSince(began).filter(isScaleWrite).find(isOf(name))!;
    await expect.poll(() => first("web"), tolerant).toBeDefined();
    // Its deadline is over after that, not before.
    expect(first("other").at).toBeLessThan(endOf(first("web")));
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
    // The list never gets an answer, however often it is asked for.
    await untilCount(given.place, "web", 3);
    end();
  });

  it("to the list of nodes at the start keeps the operator alive, not ready, and writing nothing", async () => {
    await given.operator.stop();
    const end = hang(isListOf("nodes"));
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
