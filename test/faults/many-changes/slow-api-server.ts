import { setTimeout as sleep } from "node:timers/promises";

import { expect, it } from "vitest";

import { forEachConcurrently, mustRequest } from "../../../hack/cluster/api.ts";
import { bucketsOf } from "../../../hack/cluster/operator/histogram.ts";
import type { Operator } from "../../../hack/cluster/operator/operator.ts";
import { createScaler, makeBusyPlace } from "../cluster/busy-place.ts";
import { deploymentPath, type Place } from "../cluster/fault-cluster.ts";
import type { Fault, Passing } from "../cluster/fault-proxy.ts";
import { proxiedIn } from "../cluster/operator-in.ts";
import type { Scene } from "../cluster/scene.ts";
import { report } from "../figures.ts";
import { eventually } from "../../integration/eventually.ts";
import { createNumber } from "../fleet.ts";
import { isScaleWrite } from "../requests.ts";

/** Twice as many as the workers for one namespace. */
const many = 16;
const names = Array.from({ length: many }, (_, index) => `web-${index}`);
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

/** Many objects, and a function that sets the count that their loads need, two at first. */
async function createObjects({ metrics }: Scene, place: Place) {
  const answers = metrics.in(place.namespace);
  // The target is half of the 100m that a pod requests.
  const want = (count: number): void => {
    answers.usageOf = ({ siblings }) => (50 * count - 25) / siblings;
  };
  want(2);
  await forEachConcurrently(names, async name => {
    await createNumber(place, name);
    await createScaler(place, name, { behavior });
  });
  return want;
}

/** Registers the tests of a slow API server. */
export function slowApiServers(scene: Scene): void {
  // prettier-ignore
  it.for([
    { what: "that takes 100 ms for each request", fault: delayed(100),         waitSeconds: 0.1 },
    { what: "that takes 1 s for each request",    fault: delayed(1_000),       waitSeconds: 1 },
    { what: "that refuses every second request",  fault: everySecondRefused(), waitSeconds: 0.1 },
  ])("$what delays scaling, and the queue stays bounded", async ({ what, fault, waitSeconds }, test) => {
    const place = await makeBusyPlace(scene.cluster);
    const { proxy, start } = await proxiedIn(place, test, "slow-api-server");
    const [want, operator] = await Promise.all([createObjects(scene, place), start()]);
    await untilAllHave(place, 2);
    const before = await waitedLonger(operator, waitSeconds);
    const since = performance.now();
    const end = proxy.inject(fault);
    const depths: number[] = [];
    want(5);
    await untilAllHave(place, 5, async () => {
      depths.push(await depthOf(operator));
    });
    end();
    const isAccepted = (passing: Passing): boolean =>
      passing.at >= since && isScaleWrite(passing) && passing.code === 200;
    const accepted = proxy.passed.filter(isAccepted).map(({ url }) => url.pathname);
    // One exposition serves all scrapes of a second.
    const waited = await eventually(async () => {
      const longer = (await waitedLonger(operator, waitSeconds)) - before;
      expect(longer, "the wait is in /metrics").toBeGreaterThan(0);
      return longer;
    });
    report(what, { deepest: Math.max(...depths), waited, ms: performance.now() - since });
    expect(Math.max(...depths)).toBeLessThanOrEqual(many);
    expect(accepted.length, "a count is written once").toBe(new Set(accepted).size);

    want(2);
    await untilAllHave(place, 2);
  });
}

/** Waits until all have this count, and looks at something else on the way. */
const untilAllHave = (place: Place, count: number, look?: () => Promise<void>) =>
  eventually(async () => {
    await look?.();
    const { items = [] } = await mustRequest(place.cluster, "GET", deploymentPath(place));
    expect(items).toHaveLength(many);
    const counts = items.map(({ spec }) => (spec as { readonly replicas: number }).replicas);
    expect(new Set(counts)).toEqual(new Set([count]));
  }, 120_000);

async function depthOf({ get }: Operator): Promise<number> {
  const { text } = await get("/metrics");
  return Number(/^trimtab_queue_depth\{kind="Autoscaler"\} (\S+)$/m.exec(text)?.[1]);
}

/** The reconciles so far that waited longer than this for a worker. */
async function waitedLonger({ get }: Operator, seconds: number): Promise<number> {
  const { text } = await get("/metrics");
  const buckets = bucketsOf(text, "trimtab_queue_wait_seconds");
  return (buckets.get(Infinity) ?? NaN) - (buckets.get(seconds) ?? NaN);
}
