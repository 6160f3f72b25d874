import { afterAll, beforeAll, expect, it } from "vitest";

import { forEachConcurrently } from "../../hack/cluster/api.ts";
import type { AuditEvent } from "../../hack/cluster/audit.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import { createScaler } from "./cluster/busy-place.ts";
import {
  clearPlaces,
  createDeployment,
  makePlace,
  type Place,
  startFaultCluster,
} from "./cluster/fault-cluster.ts";
import { auditOf } from "./requests.ts";

const replica = "many-namespaces";
/** Maximum number of namespaces with a separate watch. */
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

/** No namespace, "": the whole cluster. */
const namespaceOf = ({ objectRef }: AuditEvent): string => objectRef?.namespace ?? "";

/** Lists of pods (first pages) and watches on them as events, and the scopes of open watches. */
async function podRequests() {
  const events = (await auditOf(cluster, replica)).filter(
    ({ objectRef, requestURI }) =>
      objectRef?.resource === "pods" &&
      objectRef.apiGroup === undefined &&
      !new URL(requestURI, "http://host").searchParams.has("continue"),
  );
  const ended = new Set(
    events.filter(({ stage }) => stage === "ResponseComplete").map(({ auditID }) => auditID),
  );
  const lists = events.filter(({ verb }) => verb === "list");
  const watches = events.filter(
    ({ verb, stage }) => verb === "watch" && stage === "ResponseStarted",
  );
  const open = watches.filter(({ auditID }) => !ended.has(auditID)).map(namespaceOf);
  return { lists, watches, open: open.sort() };
}

/** The scopes of pod lists and watches since the watch of the whole cluster began. */
async function sinceTakeover() {
  const { lists, watches } = await podRequests();
  const began = watches.find(event => namespaceOf(event) === "")?.requestReceivedTimestamp ?? "";
  const isLater = (event: AuditEvent): boolean => event.requestReceivedTimestamp >= began;
  const ofNamespaces = [...lists, ...watches].filter(isLater).map(namespaceOf).filter(Boolean);
  const [listed, watched] = [lists, watches].map(
    events => events.filter(event => namespaceOf(event) === "").length,
  );
  return { listed, watched, ofNamespaces };
}

const eventually = { timeout: 60_000, interval: 200 };

it("pods are watched per namespace if there are few, otherwise in the whole cluster", async () => {
  const first = await addPlaces(few);
  const names = first.map(({ namespace }) => namespace).sort();
  await expect.poll(async () => (await podRequests()).open, eventually).toEqual(names);

  await addPlaces(1);
  await expect.poll(async () => (await podRequests()).open, eventually).toEqual([""]);
  const once = { listed: 1, watched: 1, ofNamespaces: [] };
  expect(await sinceTakeover()).toEqual(once);

  const later = await addPlaces(3);
  const isLater = (name = ""): boolean => later.some(({ namespace }) => namespace === name);
  const told = async (): Promise<Set<string | undefined>> => {
    const events = await auditOf(cluster, replica);
    const statuses = events.filter(({ objectRef }) => objectRef?.subresource === "status");
    return new Set(statuses.map(({ objectRef }) => objectRef?.namespace).filter(isLater));
  };
  await expect.poll(async () => (await told()).size, eventually).toBe(later.length);
  expect(await sinceTakeover()).toEqual(once);
});
