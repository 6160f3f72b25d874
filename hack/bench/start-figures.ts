import { setTimeout as sleep } from "node:timers/promises";

import { readAudit } from "../cluster/audit.ts";
import type { Operator } from "../cluster/operator/operator.ts";
import { resourceOf } from "./requests.ts";

/** Options of Node.js for an operator whose stalls are measured. */
export const stallArgs: readonly string[] = [
  "--import",
  new URL("stall-timer.ts", import.meta.url).href,
];
const answerPauseMs = 20;

const stallLine = '{"longestStallMs":';

/**
 * Ends or begins to measure stalls in an operator that has `stallArgs`, which measures them from its start. Returns the
 * longest one in what has ended; NaN if the operator has ended.
 */
export async function switchStalls({ log, signal, exited }: Operator): Promise<number> {
  const before = log().lastIndexOf(stallLine);
  signal("SIGUSR2");
  let [at, isEnded] = [before, false];
  void exited.then(() => (isEnded = true));
  while (at === before && !isEnded) {
    await sleep(answerPauseMs);
    at = log().lastIndexOf(stallLine);
  }
  return at === before ? NaN : parseInt(log().slice(at + stallLine.length), 10);
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
