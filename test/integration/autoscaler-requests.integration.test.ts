import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect } from "vitest";

import { describeRequest, requestsOfOperator } from "./audit.ts";
import { eventually } from "./eventually.ts";
import { it, type Workloads } from "./workloads.ts";

const autoscalers = 50;
const periodSeconds = 5;
const periods = 20;
const perSync = 0.1;

const names = Array.from({ length: autoscalers }, (_, index) => `web-${index}`);

/** Around 50% of a request of 100m, 5% up or down. */
const noisy = () => ({ cpu: `${Math.round(50 * (0.95 + 0.1 * Math.random()))}m` });

/** All are measured, and nothing is left to be scaled. */
const settled = (workloads: Workloads) =>
  eventually(async () => {
    for (const name of names) {
      const { ScalingActive } = await workloads.verdicts(name);
      expect(ScalingActive).toBe("True/ValidMetricFound");
    }
  }, 120_000);

describe("steady Autoscalers", () => {
  it(
    `cost at most ${perSync} requests per sync, besides watches and shared lists`,
    { timeout: 400_000 },
    async ({ workloads }) => {
      for (const name of names) await workloads.run(name, { replicas: 2, usage: noisy() });
      for (const name of names) await workloads.scaler(name, { syncPeriodSeconds: periodSeconds });
      await settled(workloads);
      await sleep(20_000);

      const before = (await requestsOfOperator(workloads.cluster, workloads.namespace)).length;
      for (let period = 0; period < periods; period++) {
        const started = performance.now();
        await Promise.all(names.map(name => workloads.use(name, noisy())));
        await sleep(Math.max(0, periodSeconds * 1000 - (performance.now() - started)));
      }
      const all = await requestsOfOperator(workloads.cluster, workloads.namespace);
      const since = all.slice(before).map(describeRequest);
      const lists = since.filter(request => request === "list pods");
      const others = since.filter(
        request => request !== "list pods" && !request.startsWith("watch"),
      );
      const syncs = autoscalers * periods;
      console.log({
        lists: lists.length,
        others: others.length,
        syncs,
        kinds: [...new Set(others)],
      });
      expect(lists.length).toBeLessThanOrEqual(periods + 2);
      expect(others.length / syncs).toBeLessThanOrEqual(perSync);
    },
  );
});
