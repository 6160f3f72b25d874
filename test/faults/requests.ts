import { readAudit, type AuditEvent } from "../../hack/cluster/audit.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import type { Passing } from "./fault-proxy.ts";

/** Requests that a fault is made for. */
export const isScaleWrite = ({ method, url }: Passing): boolean =>
  method === "PATCH" && url.pathname.endsWith("/scale");

export const isStatusWrite = ({ method, url }: Passing): boolean =>
  method === "PATCH" && url.pathname.endsWith("/status");

/** A status that announces a change which is not on the target yet. */
export const isWriteAhead = (passing: Passing): boolean =>
  isStatusWrite(passing) && passing.body.includes('"pending":{');

export const isListOf =
  (plural: string) =>
  ({ method, url, isWatch }: Passing): boolean =>
    method === "GET" && !isWatch && url.pathname.endsWith(`/${plural}`);

/** The count that a scale write asked for. */
export function countIn({ body }: Passing): number {
  const patch = JSON.parse(body) as { op: string; value: number }[];
  return patch.at(-1)?.value ?? NaN;
}

/** What the API server says that this replica of the operator asked, oldest first. */
export async function auditOf(
  { auditLogPath }: Cluster,
  replica: string,
  since = new Date(0),
): Promise<AuditEvent[]> {
  const events = [];
  for await (const event of readAudit(auditLogPath ?? "", {
    since,
    userAgentPrefix: "trimtab/",
  })) {
    if (event.userAgent.includes(`(${replica})`)) events.push(event);
  }
  return events;
}

/** The writes of a target's count that the API server accepted. */
export const acceptedScaleWrites = (events: readonly AuditEvent[], namespace: string) =>
  events.filter(
    ({ verb, objectRef, code }) =>
      verb === "patch" &&
      objectRef?.subresource === "scale" &&
      objectRef.namespace === namespace &&
      code === 200,
  );

/** Questions to the metrics API about the pods of a namespace. */
export const metricsQuestions = (events: readonly AuditEvent[], namespace: string) =>
  events.filter(
    ({ objectRef }) =>
      objectRef?.apiGroup === "metrics.k8s.io" && objectRef.namespace === namespace,
  );

/** The least time between the beginnings of two of them. */
export function leastGapMs(events: readonly AuditEvent[]): number {
  const begun = events
    .map(event => Date.parse(event.requestReceivedTimestamp))
    .sort((a, b) => a - b);
  return Math.min(...begun.slice(1).map((at, index) => at - begun[index]!));
}
