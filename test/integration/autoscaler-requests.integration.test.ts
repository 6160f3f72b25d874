import { setTimeout as sleep } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import type { AuditEvent } from "../../hack/cluster/audit.ts";
import { describeRequest, receivedAt, requestsOfOperator } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import {
  createAll,
  isAtEdge,
  makeNoise,
  noisyAutoscalers,
  type NoisyAutoscaler,
} from "./noisy-autoscalers.ts";
import { sharedCluster } from "./cluster/shared-cluster.ts";
import { Workloads } from "./cluster/workloads.ts";

const namespaces = 3;
const autoscalers = 50;
const periodSeconds = 3;
/** Status writes exhaust their burst meanwhile. */
const warmUpPeriods = 9;
const periods = 15;
const perSync = 0.1;
const seed = Number(process.env["SEED"] ?? 1);

/** All objects have metrics, and none has to be scaled. */
const settled = (all: readonly NoisyAutoscaler[]) =>
  eventually(async () => {
    for (const { workloads, name } of all) {
      const { conditions = [], decision } = await workloads.scalerStatus(name);
      const active = conditions.find(({ type }) => type === "ScalingActive");
      expect(active).toMatchObject({ status: "True", reason: "ValidMetricFound" });
      expect(decision?.votes.filter(({ type }) => type === "Failed")).toEqual([]);
    }
  }, 120_000);

/** While many namespaces are in use, one list of the metrics of all pods serves them. */
const isClusterList = ({ objectRef }: AuditEvent): boolean =>
  objectRef?.apiGroup === "metrics.k8s.io" && objectRef.namespace === undefined;

/** The operator's requests in all of the namespaces during a time span. */
async function requestsFor(all: readonly NoisyAutoscaler[], from: number, to: number) {
  const [{ workloads }] = all as [NoisyAutoscaler];
  const here = new Set(all.map(scaled => scaled.workloads.namespace));
  const requests = await requestsOfOperator(workloads.cluster);
  return requests.filter(
    request =>
      (here.has(request.objectRef?.namespace ?? "") || isClusterList(request)) &&
      from <= receivedAt(request) &&
      receivedAt(request) < to,
  );
}

/** Counts requests over several periods when all objects are settled. */
async function measure(all: readonly NoisyAutoscaler[]): Promise<void> {
  await Promise.all([settled(all), sleep(warmUpPeriods * periodSeconds * 1000)]);
  const from = Date.now();
  await sleep(periods * periodSeconds * 1000);
  const to = Date.now();

  const requests = await requestsFor(all, from, to);
  const lists = requests.filter(request => describeRequest(request) === "list pods");
  const others = requests.filter(({ verb }) => !["list", "watch"].includes(verb));
  const elapsedPeriods = (to - from) / (periodSeconds * 1000);
  const edges = all.filter(isAtEdge);
  const named = new Set(edges.map(({ name }) => name));
  const atEdges = others.filter(({ objectRef }) => named.has(objectRef?.name ?? ""));
  const figures = {
    listsPerPeriod: lists.length / elapsedPeriods,
    perSync: others.length / (autoscalers * elapsedPeriods),
    perSyncAtEdges: atEdges.length / (edges.length * elapsedPeriods),
  };
  const kinds = [...new Set(others.map(describeRequest))];
  console.log({ seed, elapsedPeriods, ...figures, kinds });
  for (const { workloads, name, replicas } of all)
    expect(await workloads.replicas(name)).toBe(replicas);
  // One period may begin before the span, and one may end after it.
  expect(lists.length).toBeLessThanOrEqual(namespaces * (elapsedPeriods + 2));
  expect(lists.length).toBeGreaterThan(0);
  expect(figures.perSync).toBeLessThanOrEqual(perSync);
  expect(figures.perSyncAtEdges).toBeLessThanOrEqual(perSync);
}

describe("steady Autoscalers", () => {
  it(
    `cause at most ${perSync} requests per sync, except for watches and lists, SEED=${seed}`,
    { timeout: 600_000 },
    async () => {
      const cluster = await sharedCluster();
      const places = Array.from({ length: namespaces }, () => new Workloads(cluster));
      await Promise.all(places.map(workloads => workloads.open()));
      const all = noisyAutoscalers(autoscalers, places);
      await createAll(all, seed, periodSeconds);
      const measured = new AbortController();
      await Promise.all([
        makeNoise(all, seed, periodSeconds, measured.signal),
        measure(all).finally(() => {
          measured.abort();
        }),
      ]);
      await Promise.all(places.map(workloads => workloads.remove()));
    },
  );
});
