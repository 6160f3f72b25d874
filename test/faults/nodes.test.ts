import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { measureHeartbeats } from "../../hack/bench/nodes/heartbeats.ts";
import { mustRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { deleteNodes } from "../../hack/cluster/nodes.ts";
import { startOperator } from "../../hack/cluster/operator/operator.ts";
import {
  clearPlaces,
  createScaled,
  deployment,
  makePlace,
  setNodes,
  startFaultCluster,
  untilCount,
  type Place,
} from "./cluster/fault-cluster.ts";
import type { Answer, FaultProxy, Passing } from "./cluster/fault-proxy.ts";
import { proxiedIn } from "./cluster/operator-in.ts";
import { eventually } from "../integration/eventually.ts";
import { report } from "./figures.ts";
import { countIn, isListOf, isScaleWrite } from "./requests.ts";

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startFaultCluster();
  // Those of other files would make the lists longer.
  await deleteAllNodes();
});
afterAll(async () => {
  await clearPlaces(cluster);
  await deleteAllNodes();
  await cluster.stop();
});

async function deleteAllNodes(): Promise<void> {
  const { items = [] } = await mustRequest(cluster, "GET", "/api/v1/nodes");
  // One request for all of them may take more than a minute.
  const names = items.map(({ metadata }) => metadata?.name ?? "");
  await deleteNodes(cluster, names);
}

const gone: Answer = { code: 410, body: { kind: "Status", reason: "Expired", code: 410 } };
const goneInStream: Answer = { code: 200, body: { type: "ERROR", object: { code: 410 } } };

/** Lists have small, slow pages and break off; watches are rejected or end with an error. */
function makeListsHard(proxy: FaultProxy): void {
  let pages = 0;
  let watches = 0;
  proxy.inject({
    matches: isListOf("nodes"),
    before: async ({ url }) => {
      url.searchParams.set("limit", "10");
      await sleep(15);
      return ++pages % 17 === 0 ? gone : undefined;
    },
  });
  proxy.inject({
    matches: ({ url, isWatch }) => isWatch && url.pathname.endsWith("/nodes"),
    before: () => [undefined, gone, undefined, goneInStream][watches++ % 4],
  });
}

/** The counts that the API server accepted since then, in the order of its responses. */
const countsSince = ({ passed }: FaultProxy, moment: number): number[] =>
  passed
    .filter(passing => passing.at >= moment && isScaleWrite(passing) && passing.code === 200)
    .map(countIn);

/** Lists from their first pages on; a list that starts again counts again. */
const listsSince = ({ passed }: FaultProxy, moment: number): number =>
  passed.filter(
    passing =>
      passing.at >= moment &&
      isListOf("nodes")(passing) &&
      !passing.url.searchParams.has("continue"),
  ).length;

/** The watches are cut at each step. At a stop, a list begins and its count arrives, however slow the machine is. */
async function storm(
  { place, proxy }: { readonly place: Place; readonly proxy: FaultProxy },
  ...[steps, stops]: [steps: readonly number[], stops: readonly number[]]
): Promise<number[]> {
  const began = performance.now();
  for (const nodes of steps) {
    await setNodes(place, nodes);
    const changed = performance.now();
    proxy.cutWatches();
    await sleep(100);
    if (!stops.includes(nodes)) continue;
    // A cut during a list closes no watch of nodes.
    await eventually(() => {
      if (listsSince(proxy, changed) > 0) return;
      proxy.cutWatches();
      throw new Error("no list has begun");
    });
    await untilCount(place, "web", nodes);
  }
  return countsSince(proxy, began);
}

/** The minimum total of this many backoffs: half of 100 ms, doubled up to one second. */
const leastMsFor = (pauses: number): number =>
  Array.from({ length: pauses }, (_, index) => Math.min(1_000, 100 * 2 ** index) / 2).reduce(
    (sum, ms) => sum + ms,
    0,
  );

describe.concurrent("after a watch of nodes breaks", () => {
  it("no count is ever based on an incomplete list", async test => {
    const place = await makePlace(cluster);
    await createScaled(place, "web");
    const { proxy, start } = await proxiedIn(place, test, "storm");
    await start();
    makeListsHard(proxy);

    const steps = Array.from({ length: 20 }, (_, index) => 6 * (index + 1));
    const between = [30, 60, 90];
    const began = performance.now();
    const up = await storm({ place, proxy }, steps, [...between, 120]);
    expect(up).toEqual([...up].sort((a, b) => a - b));
    expect(up).toEqual(expect.arrayContaining(between));
    expect(up.at(-1)).toBe(120);

    const down = await storm({ place, proxy }, [...steps].reverse(), [...between, 6]);
    expect(down).toEqual([...down].sort((a, b) => b - a));
    expect(down).toEqual(expect.arrayContaining(between));
    expect(down.at(-1)).toBe(6);

    const pages = proxy.passed.filter(isListOf("nodes"));
    const lists = listsSince(proxy, began);
    report("storm", { up: up.length, down: down.length, lists, pages: pages.length });
    expect(lists).toBeGreaterThanOrEqual(2 * (between.length + 1));
  });

  it("and is always rejected as too old, it causes no tight loop of lists", async test => {
    const place = await makePlace(cluster);
    await createScaled(place, "web");
    const { proxy, start } = await proxiedIn(place, test, "gone");
    await start();
    // A watch in flight would be neither closed nor rejected.
    const isOpen = ({ url, isWatch, code }: Passing): boolean =>
      isWatch && code === 200 && url.pathname === "/api/v1/nodes";
    await eventually(() => {
      expect(proxy.passed.some(isOpen)).toBe(true);
    });
    proxy.inject({ matches: ({ isWatch }) => isWatch, before: () => gone });
    proxy.cutWatches();
    const began = performance.now();
    // One list and one watch per turn. Later pages of a list do not count.
    const turnsOf = (pathname: string) =>
      proxy.passed.filter(
        ({ at, url, isWatch }) => at >= began && isWatch && url.pathname === pathname,
      );
    const turns = 9;
    await eventually(() => {
      expect(turnsOf("/api/v1/nodes").length).toBeGreaterThanOrEqual(turns);
    });
    const later = proxy.passed.filter(({ at, isWatch }) => at >= began && isWatch);
    for (const pathname of new Set(later.map(({ url }) => url.pathname))) {
      const all = turnsOf(pathname);
      const took = (all.at(-1)?.at ?? 0) - (all[0]?.at ?? 0);
      report("always gone", { pathname, turns: all.length, took });
      expect(took, pathname).toBeGreaterThanOrEqual(leastMsFor(all.length - 1));
    }
    await setNodes(place, 2);
    await untilCount(place, "web", 2);
  });
});

/** `make bench-nodes` uses 5,000. A node writes a heartbeat with a resolution of one second. */
it("400 heartbeats of 100 nodes cause no request and no growth", async ({ onTestFinished }) => {
  const place = await makePlace(cluster);
  await createScaled(place, "web", { linear: { nodesPerReplica: 10 } });
  const operator = await startOperator(cluster, { replica: "heartbeats", webhook: false });
  onTestFinished(operator.stop);
  const options = {
    ...{ count: 100, prefix: `${place.namespace}-`, labels: place.labels },
    ...{ rounds: 4, roundSeconds: 1 },
  };
  const figures = await measureHeartbeats(cluster, operator, options);
  report("heartbeats", figures);
  expect((await deployment(place, "web")).replicas).toBe(10);
  expect(figures.requests.total).toBe(0);
  expect(figures.residentMb.after).toBeLessThan(figures.residentMb.before + 60);
});
