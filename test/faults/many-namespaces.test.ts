import { afterAll, beforeAll, expect, it } from "vitest";

import { forEachConcurrently } from "../../hack/cluster/api.ts";
import type { AuditEvent } from "../../hack/cluster/audit.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startOperator, type Operator } from "../../hack/operator/operator.ts";
import { createScaler } from "./busy-place.ts";
import {
  clearPlaces,
  createDeployment,
  makePlace,
  type Place,
  startFaultCluster,
} from "./fault-cluster.ts";
import { auditOf } from "./requests.ts";

const replica = "many-namespaces";
/** Up to so many are watched one by one. */
const few = 20;

let cluster: Cluster;
let operator: Operator;

beforeAll(async () => {
  cluster = await startFaultCluster();
  await clearPlaces(cluster);
  operator = await startOperator(cluster, { replica, webhook: false });
});
afterAll(async () => {
  await operator.stop();
  await clearPlaces(cluster);
  await cluster.stop();
});

async function addPlaces(count: number): Promise<Place[]> {
  const places = await Promise.all(Array.from({ length: count }, () => makePlace(cluster)));
  await forEachConcurrently(places, async place => {
    await createDeployment(place, "web", 1);
    await createScaler(place, "web", {});
  });
  return places;
}

/** Watches on pods: those that are open, and the namespaces (none: the whole cluster) of all. */
async function podWatches() {
  const events = (await auditOf(cluster, replica)).filter(
    ({ verb, objectRef }) => verb === "watch" && objectRef?.resource === "pods",
  );
  const namespaceOf = ({ objectRef }: AuditEvent): string => objectRef?.namespace ?? "";
  const ended = new Set(
    events.filter(({ stage }) => stage === "ResponseComplete").map(({ auditID }) => auditID),
  );
  const begun = events.filter(({ stage }) => stage === "ResponseStarted");
  const open = begun.filter(({ auditID }) => !ended.has(auditID)).map(namespaceOf);
  return { open: open.sort(), begun: begun.map(namespaceOf) };
}

const eventually = { timeout: 20_000, interval: 200 };

it("pods are watched by namespace where these are few, and once for all where they are many", async () => {
  const first = await addPlaces(few);
  const names = first.map(({ namespace }) => namespace).sort();
  await expect.poll(async () => (await podWatches()).open, eventually).toEqual(names);

  await addPlaces(1);
  await expect.poll(async () => (await podWatches()).open, eventually).toEqual([""]);
  const { begun } = await podWatches();
  expect(begun.filter(namespace => namespace === "")).toHaveLength(1);

  const later = await addPlaces(3);
  const isLater = (name = ""): boolean => later.some(({ namespace }) => namespace === name);
  const told = async (): Promise<Set<string | undefined>> => {
    const events = await auditOf(cluster, replica);
    const statuses = events.filter(({ objectRef }) => objectRef?.subresource === "status");
    return new Set(statuses.map(({ objectRef }) => objectRef?.namespace).filter(isLater));
  };
  await expect.poll(async () => (await told()).size, eventually).toBe(later.length);
  const watched = (await podWatches()).begun;
  expect(watched.filter(namespace => namespace === "")).toHaveLength(1);
  expect(watched.filter(isLater)).toEqual([]);
});
