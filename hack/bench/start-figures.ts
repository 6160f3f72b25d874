import { readAudit } from "../cluster/audit.ts";
import type { Operator } from "../cluster/operator/operator.ts";
import { resourceOf } from "./requests.ts";

/** The longest delay of the event loop since the last time that its metrics were read; NaN: no answer in time. */
export async function longestStallMs({ get }: Operator): Promise<number> {
  const { text } = await get("/metrics").catch(() => ({ text: "" }));
  const seconds = /^nodejs_eventloop_lag_max_seconds ([\d.e-]+)/m.exec(text)?.[1];
  return Math.round(Number(seconds) * 1000);
}

/** For each resource, the number of lists in the namespace with the most of them; pages do not count. */
export async function listCounts(auditLog: string, since: Date): Promise<Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for await (const event of readAudit(auditLog, { since, userAgentPrefix: "trimtab/" })) {
    if (event.verb !== "list" || event.requestURI.includes("continue=")) continue;
    const { namespace = "", apiGroup = "" } = event.objectRef ?? {};
    const resource = [resourceOf(event), apiGroup].filter(Boolean).join(".");
    const inEach = counts.get(resource) ?? new Map<string, number>();
    counts.set(resource, inEach.set(namespace, (inEach.get(namespace) ?? 0) + 1));
  }
  return new Map([...counts].map(([resource, each]) => [resource, Math.max(...each.values())]));
}
