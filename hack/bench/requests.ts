import { setTimeout as sleep } from "node:timers/promises";

import { readAudit, type AuditEvent } from "../cluster/audit.ts";
import type { Cluster } from "../cluster/cluster.ts";

/** The requests of an operator, from the API server's audit log. */
export interface RequestCounts {
  /** All requests except watches and leases, by `verb resource`. */
  readonly byKind: ReadonlyMap<string, number>;
  readonly total: number;
  readonly watches: number;
  readonly refused: number;
}

/** Counts the requests of one User-Agent that were received since `since`. */
export async function countRequests(
  auditLog: string,
  userAgentPrefix: string,
  since: Date,
): Promise<RequestCounts> {
  const byKind = new Map<string, number>();
  const counts = { total: 0, watches: 0, refused: 0 };
  for await (const event of readAudit(auditLog, { since, userAgentPrefix })) {
    if (event.verb === "watch") {
      counts.watches += 1;
      continue;
    }
    if (event.objectRef?.resource === "leases") continue;
    const kind = `${event.verb} ${resourceOf(event)}`;
    byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
    counts.total += 1;
    if (event.code === 401 || event.code === 403) counts.refused += 1;
  }
  return { byKind, ...counts };
}

/** The requests for metrics. At rest, the operator has the pods themselves from watches. */
export const metricsLists = "list pods";

/** Resolves when the operators of a cluster have sent no request but for metrics for two seconds. */
export async function untilAtRest({ auditLogPath }: Cluster): Promise<void> {
  for (;;) {
    const since = new Date();
    await sleep(2_000);
    const { byKind } = await countRequests(auditLogPath ?? "", "trimtab/", since);
    if ([...byKind.keys()].every(kind => kind === metricsLists)) return;
  }
}

export function resourceOf({ objectRef, requestURI }: AuditEvent): string {
  if (!objectRef?.resource) return requestURI.split("?")[0] ?? "";
  return [objectRef.resource, objectRef.subresource].filter(Boolean).join("/");
}

/** `12 (5 patch deployments/scale, 7 get pods)` */
export function describeRequests({ total, byKind }: RequestCounts): string {
  const parts = [...byKind]
    .sort(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${count} ${kind}`);
  return parts.length === 0 ? "0" : `${total} (${parts.join(", ")})`;
}
