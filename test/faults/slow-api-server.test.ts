import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import { forEachConcurrently, mustRequest } from "../../hack/cluster/api.ts";
import { bucketsOf } from "../../hack/operator/histogram.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/operator/metrics-api.ts";
import { createScaler, makeBusyPlace, scalerPath } from "./cluster/busy-place.ts";
import { deploymentPath, type Place } from "./cluster/fault-cluster.ts";
import type { Fault, Passing } from "./cluster/fault-proxy.ts";
import { proxied } from "./cluster/proxied.ts";
import { report } from "./figures.ts";
import { createNumber } from "./fleet.ts";
import { isScaleWrite } from "./requests.ts";

const given = proxied("slow-api-server");

const many = 24;
const names = Array.from({ length: many }, (_, index) => `web-${index}`);
const patient = { timeout: 120_000, interval: 250 };
const atOnce = { policies: [{ type: "Pods" as const, value: 1000, periodSeconds: 1 }] };
const behavior = { scaleUp: atOnce, scaleDown: { ...atOnce, stabilizationWindowSeconds: 0 } };

const isNoWatch = ({ isWatch }: Passing): boolean => !isWatch;
const delayed = (ms: number): Fault => ({
  matches: isNoWatch,
  before: async () => {
    await sleep(ms);
    return undefined;
  },
});

/**
 * Refuses every second request with the same method and path. A count of all requests would refuse an object's
 * requests for as long as those of others happen to take turns with them.
 */
function everySecondRefused(): Fault {
  const refusal = { code: 429, headers: { "retry-after": "1" } };
  const refused = new Set<string>();
  return {
    matches: isNoWatch,
    before: ({ method, url }) => {
      const kind = `${method} ${url.pathname}`;
      if (refused.delete(kind)) return undefined;
      refused.add(kind);
      return refusal;
    },
  };
}

let metrics: MetricsApi;
let place: Place;
let wanted = 2;

beforeAll(async () => {
  metrics = await startMetricsApi(given.cluster);
  // The target is half of the 100m that a pod requests.
  metrics.usageOf = ({ siblings }) => (50 * wanted - 25) / siblings;
  place = await makeBusyPlace(given.cluster);
  await forEachConcurrently(names, async name => {
    await createNumber(place, name);
    await createScaler(place, name, { behavior });
  });
});
// Before the next file counts requests.
afterAll(async () => {
  await mustRequest(place.cluster, "DELETE", scalerPath(place));
  await metrics.stop();
});

// prettier-ignore
it.for([
  { what: "that takes 100 ms for each request",   fault: delayed(100),         waitSeconds: 0.1 },
  { what: "that takes 1 s for each request",      fault: delayed(1_000),       waitSeconds: 1 },
  { what: "that refuses every second request",    fault: everySecondRefused(), waitSeconds: 0.1 },
])("an API server $what delays scaling, and the queue stays bounded", async ({ what, fault, waitSeconds }) => {
  const { proxy } = given;
  await expect.poll(() => countsIn(place), patient).toEqual(new Set([2]));
  const before = await waitedLonger(waitSeconds);
  const since = performance.now();
  const end = proxy.inject(fault);
  const depths: number[] = [];
  wanted = 5;
  const counts = async () => {
    depths.push(await metric("trimtab_queue_depth"));
    return countsIn(place);
  };
  await expect.poll(counts, patient).toEqual(new Set([5]));
  end();
  const isAccepted = (passing: Passing): boolean =>
    passing.at >= since && isScaleWrite(passing) && passing.code === 200;
  const accepted = proxy.passed.filter(isAccepted).map(({ url }) => url.pathname);
  const waited = (await waitedLonger(waitSeconds)) - before;
  report(what, { deepest: Math.max(...depths), waited, ms: performance.now() - since });
  expect(Math.max(...depths)).toBeLessThanOrEqual(many);
  expect(accepted.length, "a count is written once").toBe(new Set(accepted).size);
  expect(waited, "the wait is in /metrics").toBeGreaterThan(0);

  wanted = 2;
  await expect.poll(() => countsIn(place), patient).toEqual(new Set([2]));
});

async function countsIn(place: Place): Promise<Set<unknown>> {
  const { items = [] } = await mustRequest(place.cluster, "GET", deploymentPath(place));
  expect(items).toHaveLength(many);
  return new Set(items.map(({ spec }) => (spec as { readonly replicas: number }).replicas));
}

async function metric(name: string): Promise<number> {
  const { text } = await given.operator.get("/metrics");
  return Number(new RegExp(`^${name}\\{kind="Autoscaler"[^}]*\\} (\\S+)$`, "m").exec(text)?.[1]);
}

/** The reconciles so far that waited longer than this for a worker. */
async function waitedLonger(seconds: number): Promise<number> {
  const { text } = await given.operator.get("/metrics");
  const buckets = bucketsOf(text, "trimtab_queue_wait_seconds");
  return (buckets.get(Infinity) ?? NaN) - (buckets.get(seconds) ?? NaN);
}
