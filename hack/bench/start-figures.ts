import { readAudit } from "../cluster/audit.ts";
import type { Operator } from "../operator/operator.ts";
import { LogTimes } from "./log-times.ts";
import { resourceOf } from "./requests.ts";
import { quantile } from "./quantiles.ts";

/** For each object that has such a line in the log, the time of the first one, in milliseconds since 1970. */
export function firstTimes(log: string, message: string, keys: readonly string[]): number[] {
  const { byKey } = new LogTimes(message).read(log);
  return keys.flatMap(key => byKey.get(key)?.[0] ?? []);
}

/** `decided                  10% after 1.2 s, 50% after 2.0 s, 100% after 4.1 s` */
export function describeStart(
  message: string,
  times: readonly number[],
  startedAt: number,
): string {
  const parts = [0.1, 0.5, 1].map(share => {
    const seconds = (quantile(times, share) - startedAt) / 1000;
    return `${100 * share}% after ${seconds.toFixed(1)} s`;
  });
  return `${message.padEnd(24)} ${parts.join(", ")}`;
}

/** The longest delay of the event loop since the last time that its metrics were read. */
export async function longestStallMs({ get }: Operator): Promise<number> {
  const { text } = await get("/metrics");
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

/** `1 pods, 2 pods.metrics.k8s.io` */
export const describeLists = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([resource, count]) => `${count} ${resource}`).join(", ");
