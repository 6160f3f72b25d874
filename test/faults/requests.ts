import type { AuditEvent } from "../../hack/cluster/audit.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { inOrderOf, loggedRequests } from "../integration/cluster/audit.ts";
import type { Passing } from "./cluster/fault-proxy.ts";

/** Filters of requests for faults. */
export const isScaleWrite = ({ method, url }: Passing): boolean =>
  method === "PATCH" && url.pathname.endsWith("/scale");

export const isStatusWrite = ({ method, url }: Passing): boolean =>
  method === "PATCH" && url.pathname.endsWith("/status");

/** A status that announces a change that the target does not have yet. */
export const isWriteAhead = (passing: Passing): boolean =>
  isStatusWrite(passing) && passing.body.includes('"pending":{');

export const isListOf =
  (plural: string) =>
  ({ method, url, isWatch }: Passing): boolean =>
    method === "GET" && !isWatch && url.pathname.endsWith(`/${plural}`);

/** Requests of one name are retries of each other; two POSTs with different bodies are two objects. */
const nameOf = ({ method, url, body }: Passing): string =>
  [method, url.pathname, ...(method === "POST" ? [body] : [])].join(" ");

/** The intervals between the starts of equal requests, by request. */
export function gapsOf(requests: readonly Passing[]): Map<string, number[]> {
  const latest = new Map<string, number>();
  const gaps = new Map<string, number[]>();
  for (const request of requests) {
    const name = nameOf(request);
    const before = latest.get(name);
    gaps.set(name, [
      ...(gaps.get(name) ?? []),
      ...(before === undefined ? [] : [request.at - before]),
    ]);
    latest.set(name, request.at);
  }
  return gaps;
}

/** The count in a scale write. */
export function countIn({ body }: Passing): number {
  const patch = JSON.parse(body) as { op: string; value: number }[];
  return patch.at(-1)?.value ?? NaN;
}

const isOfOperator = ({ userAgent }: AuditEvent): boolean => userAgent.startsWith("trimtab/");

/** The requests of all replicas that the API server received since then, in the order of its responses. */
export async function auditOfAll(cluster: Cluster, since = new Date(0)): Promise<AuditEvent[]> {
  // Without its Z, it is the beginning of the timestamps in the same millisecond, and precedes them.
  const from = since.toISOString().slice(0, -1);
  const events = (await loggedRequests(cluster)).filter(isOfOperator);
  return inOrderOfAnswers(events.filter(event => event.requestReceivedTimestamp >= from));
}

/** The requests of one replica. */
export async function auditOf(
  cluster: Cluster,
  replica: string,
  since?: Date,
): Promise<AuditEvent[]> {
  const events = await auditOfAll(cluster, since);
  return events.filter(({ userAgent }) => userAgent.includes(`(${replica})`));
}

/** The patches of all replicas in a namespace, in the order of the API server's responses. */
export async function patchesIn(cluster: Cluster, namespace: string): Promise<AuditEvent[]> {
  const events = (await loggedRequests(cluster, namespace)).filter(isOfOperator);
  return inOrderOfAnswers(
    events.filter(({ verb, objectRef }) => verb === "patch" && objectRef?.namespace === namespace),
  );
}

const inOrderOfAnswers = (events: readonly AuditEvent[]): AuditEvent[] =>
  events.toSorted(inOrderOf("stageTimestamp"));

/** The writes of a target's count that the API server accepted. */
export const acceptedScaleWrites = (events: readonly AuditEvent[], namespace: string) =>
  events.filter(
    ({ verb, objectRef, code }) =>
      verb === "patch" &&
      objectRef?.subresource === "scale" &&
      objectRef.namespace === namespace &&
      code === 200,
  );

/** Metrics API requests for the pods of a namespace. */
export const metricsQuestions = (events: readonly AuditEvent[], namespace: string) =>
  events.filter(
    ({ objectRef }) =>
      objectRef?.apiGroup === "metrics.k8s.io" && objectRef.namespace === namespace,
  );

/** The mean interval between the starts of two of them. */
export function meanGapMs(events: readonly AuditEvent[]): number {
  const begun = events.map(event => Date.parse(event.requestReceivedTimestamp));
  return (Math.max(...begun) - Math.min(...begun)) / (begun.length - 1);
}
