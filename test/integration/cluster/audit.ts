import { randomUUID } from "node:crypto";

import type { AuditEvent } from "../../../hack/cluster/audit.ts";
import { apiRequest } from "../../../hack/cluster/api.ts";
import type { Cluster } from "../../../hack/cluster/cluster.ts";
import { eventually } from "../eventually.ts";
import { follow } from "./followed-log.ts";
import type { Sandbox } from "./sandbox.ts";
import { sharedOperator } from "./shared-operator.ts";

/** In the User-Agent of every operator, and in the path of what is in this namespace. */
const ofOperators = { mentions: "trimtab/", namespace: "trimtab" };

/**
 * All requests in a namespace, or those of operators in all namespaces, in the order in which the API server
 * received them. It logs a request just after its response, so this function sends a request and waits for its
 * entry: the list contains every request that was answered before the call.
 */
export async function loggedRequests(cluster: Cluster, namespace?: string): Promise<AuditEvent[]> {
  const path = cluster.auditLogPath;
  if (path === undefined) throw new Error(`${cluster.name} was started without an audit log.`);
  const mentions = namespace ?? ofOperators.mentions;
  const marker = `/api/v1/namespaces/${namespace ?? ofOperators.namespace}/configmaps/${randomUUID()}`;
  await apiRequest(cluster, "GET", marker);
  return await eventually(async () => {
    const requests = await follow(path, mentions).events();
    if (!requests.some(({ requestURI }) => requestURI === marker))
      throw new Error(`${path} has no entry of GET ${marker}.`);
    return requests.toSorted(inOrderOf("requestReceivedTimestamp"));
  });
}

/** Timestamps are in UTC and have microseconds, so their texts sort like their times, without being parsed. */
export const inOrderOf =
  (time: "requestReceivedTimestamp" | "stageTimestamp") =>
  (one: AuditEvent, other: AuditEvent): number =>
    Number(one[time] > other[time]) - Number(one[time] < other[time]);

/** In milliseconds since the epoch, with fractions: the API server's clock has microseconds. */
const microseconds = (timestamp: string): number =>
  Date.parse(timestamp) + Number(/\.\d{3}(\d{3})Z$/.exec(timestamp)?.[1] ?? 0) / 1000;

/** When the API server received the request, in milliseconds since the epoch. */
export const receivedAt = (request: AuditEvent): number =>
  microseconds(request.requestReceivedTimestamp);

/** When the API server responded. */
export const answeredAt = (request: AuditEvent): number => microseconds(request.stageTimestamp);

/** The operator's requests so far, in the order in which the API server received them. */
export async function requestsOfOperator(cluster: Cluster, namespace?: string) {
  const { user, replica } = sharedOperator();
  return (await loggedRequests(cluster, namespace)).filter(request => {
    const here = namespace === undefined || request.objectRef?.namespace === namespace;
    return here && request.user === user && request.userAgent.endsWith(`(${replica})`);
  });
}

const reads = new Set(["get", "list", "watch"]);

export const isWrite = ({ verb }: AuditEvent): boolean => !reads.has(verb);

/** The operator's writes in a namespace: `patch deployments/scale` and the like. */
export async function writesOfOperator(cluster: Cluster, namespace: string): Promise<string[]> {
  const requests = await requestsOfOperator(cluster, namespace);
  return requests.filter(isWrite).map(describeRequest);
}

/** How often the operator has tried to write the count of the Deployment of this name. */
export async function scaleWritesTo(sandbox: Sandbox, name: string): Promise<number> {
  const requests = await requestsOfOperator(sandbox.cluster, sandbox.namespace);
  return requests.filter(
    request =>
      request.objectRef?.name === name && describeRequest(request) === "patch deployments/scale",
  ).length;
}

/** The patches of a subresource that the API server stored in the sandbox, with their bodies. */
export async function storedPatches(
  { cluster, namespace }: Sandbox,
  subresource: "scale" | "status",
): Promise<AuditEvent[]> {
  return (await loggedRequests(cluster, namespace)).filter(
    ({ objectRef, verb, code, responseObject }) =>
      objectRef?.namespace === namespace &&
      objectRef.subresource === subresource &&
      verb === "patch" &&
      code === 200 &&
      responseObject !== undefined,
  );
}

/** Every status that the operator wrote to an object, including short-lived ones. */
export async function statusesOf<Status>(sandbox: Sandbox, name: string): Promise<Status[]> {
  const patches = await storedPatches(sandbox, "status");
  return patches
    .filter(({ objectRef }) => objectRef?.name === name)
    .flatMap(({ responseObject }) => {
      const { status } = responseObject as { readonly status?: Status };
      return status ?? [];
    });
}

/** A list of states without consecutive duplicates. */
export const changesIn = <T>(states: readonly T[]): T[] =>
  states.filter((state, index) => index === 0 || state !== states[index - 1]);

export function describeRequest({ verb, objectRef }: AuditEvent): string {
  const { resource = "", subresource } = objectRef ?? {};
  return subresource === undefined ? `${verb} ${resource}` : `${verb} ${resource}/${subresource}`;
}
