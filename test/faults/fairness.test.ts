import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { forEachConcurrently } from "../../hack/cluster/api.ts";
import { eventually } from "../integration/eventually.ts";
import { createScaler, scalerStatus } from "./cluster/busy-place.ts";
import {
  createDeployment,
  createScaled,
  makePlace,
  setNodes,
  untilCount,
  type Place,
} from "./cluster/fault-cluster.ts";
import { respondWith, neverRespond, type Passing } from "./cluster/fault-proxy.ts";
import { report } from "./figures.ts";
import { sharedOperator } from "./side-by-side.ts";

/** The timeout is long, so that requests without a response keep their slots. */
const timeoutMs = 6_000;
const shared = sharedOperator("fairness", timeoutMs / 1_000);

/** Requests about a namespace that contain this text get no response. Returns those that wait. */
function hang({ namespace }: Place, part: string) {
  const matches = ({ url, isWatch }: Passing): boolean =>
    !isWatch && url.pathname.includes(`/namespaces/${namespace}/`) && url.pathname.includes(part);
  shared.proxy.inject(neverRespond(matches));
  return () => shared.proxy.passed.filter(each => matches(each) && isWaiting(each));
}

const isWaiting = ({ endedAt }: Passing): boolean => endedAt === null;

const names = (many: number): string[] =>
  Array.from({ length: many }, (_, index) => `web-${index}`);
const externalMetric = (name: string) => ({
  type: "External" as const,
  external: { metric: { name }, target: { type: "AverageValue" as const, averageValue: "10" } },
});

const gapsBetween = (moments: readonly number[]): number[] =>
  moments.slice(1).map((moment, index) => Math.round(moment - moments[index]!));

/** Each test has its own namespaces: requests that hang in one must not affect the other. */
describe.concurrent("while one namespace hangs", () => {
  it("at scale requests, another one is scaled as soon as its nodes change", async () => {
    const { cluster } = shared;
    const place = await makePlace(cluster);
    await createScaled(place, "web");
    const slow = await makePlace(cluster);
    const hanging = hang(slow, "/scale");
    await setNodes(slow, 2);
    await forEachConcurrently(names(60), name => createScaled(slow, name));
    // Those that hang time out at about the same time, and others follow.
    const untilManyHang = () =>
      eventually(() => {
        // The others may time out meanwhile.
        const lately = performance.now() - timeoutMs / 2;
        const recent = hanging().filter(({ at }) => at > lately);
        expect(recent.length).toBeGreaterThan(4);
        return recent;
      });

    const took: number[] = [];
    const counts = [3, 4, 5, 6, 7];
    for (const count of counts) {
      const before = await untilManyHang();
      const began = performance.now();
      await setNodes(place, count);
      await untilCount(place, "web", count);
      took.push(Math.round(performance.now() - began));
      // It has not waited for them: by far most of them still hang.
      expect(before.filter(isWaiting).length).toBeGreaterThan(before.length / 2);
      // The tries are spread over a timeout.
      await sleep(timeoutMs / counts.length);
    }
    report("scaled next to scales that hang, ms", took);
  });

  it("at metrics requests, another one gets its metrics in each period", async () => {
    const { cluster, proxy } = shared;
    const slow = await makePlace(cluster);
    const hanging = hang(slow, "/external.metrics.k8s.io/");
    const others = ["one", "two", "three"];
    const isOf = (name: string, { url }: Passing): boolean =>
      url.pathname.endsWith(`/${name}_queue`);
    const isOther = (passing: Passing): boolean => others.some(name => isOf(name, passing));
    const body = { kind: "ExternalMetricValueList", items: [{ metricName: "q", value: "10" }] };
    proxy.inject(respondWith(isOther, { code: 200, body }));
    await forEachConcurrently(names(8), async name => {
      await createDeployment(slow, name, 1);
      const metrics = Array.from({ length: 32 }, (_, index) => externalMetric(`${name}_${index}`));
      await createScaler(slow, name, { metrics, syncPeriodSeconds: 15 });
    });
    await eventually(() => {
      expect(hanging().length).toBeGreaterThan(16);
    });

    const place = await makePlace(cluster);
    await forEachConcurrently(others, async name => {
      await createDeployment(place, name, 1);
      await createScaler(place, name, { metrics: [externalMetric(`${name}_queue`)] });
    });
    const answered = (name: string) =>
      proxy.passed.filter(each => isOf(name, each) && each.code === 200).map(({ at }) => at);
    const periods = 3;
    await eventually(() => {
      for (const name of others) expect(answered(name).length).toBeGreaterThan(periods);
    });
    const gaps = others.map(answered).flatMap(gapsBetween);
    report("between queries next to ones that hang, ms", gaps);
    // Its period is 3 s. Behind requests that hang, it would wait for several periods each time.
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    expect(mean).toBeLessThan(1.5 * 3_000);
    for (const name of others) {
      const { conditions = [] } = await scalerStatus(place, name);
      expect(conditions).toContainEqual(
        expect.objectContaining({ type: "ScalingActive", status: "True" }),
      );
    }
  });
});
