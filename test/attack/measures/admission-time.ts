import { durationMs } from "../../../engine/model/values/time.ts";
import { readAudit, type AuditEvent } from "../../../hack/cluster/audit.ts";
import type { Span } from "./decisions.ts";

/** The API server annotates requests that take longer than this with the time of each part. */
const toldAboveMs = 500;
const webhooks = "apiserver.latency.k8s.io/validating-webhook";

/**
 * Milliseconds that the webhook took for each dry-run request in the namespaces, as measured by the API
 * server. A fast request counts with its total time.
 */
export async function admissionTimes(
  auditLog: string,
  { prefix, span }: { readonly prefix: string; readonly span: Span },
): Promise<number[]> {
  const times: number[] = [];
  for await (const event of readAudit(auditLog, { since: new Date(span.from), mentions: prefix })) {
    const isReview = event.requestURI.includes("dryRun=All") && event.stage === "ResponseComplete";
    if (isReview && receivedAt(event) <= span.to) times.push(admissionTime(event));
  }
  return times;
}

const receivedAt = ({ requestReceivedTimestamp }: AuditEvent): number =>
  Date.parse(requestReceivedTimestamp);

export function admissionTime(event: AuditEvent): number {
  const total = Date.parse(event.stageTimestamp) - receivedAt(event);
  if (total <= toldAboveMs) return total;
  return durationMs(event.annotations?.[webhooks] ?? "0") ?? NaN;
}
