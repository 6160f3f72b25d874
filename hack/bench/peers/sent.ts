import { setTimeout as sleep } from "node:timers/promises";

import { readAudit } from "../../cluster/audit.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { resourceOf } from "../requests.ts";

/** A completed request of a contender. */
export interface Sent {
  /** `update deployments/scale` */
  readonly kind: string;
  /** `namespace/name` */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A change of load. */
export interface LoadChange {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The requests with one of these texts in their User-Agent, except for watches and leases, in order. */
async function requestsOf(
  { auditLogPath = "" }: Cluster,
  userAgents: readonly string[],
  since: Date,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const userAgent of userAgents) {
    for await (const event of readAudit(auditLogPath, { since, mentions: userAgent })) {
      const resource = resourceOf(event);
      if (!event.userAgent.includes(userAgent) || resource === "leases") continue;
      if (event.verb === "watch") continue;
      const { namespace = "", name = "" } = event.objectRef ?? {};
      const at = Date.parse(event.stageTimestamp);
      sent.push({ kind: `${event.verb} ${resource}`, key: `${namespace}/${name}`, at });
    }
  }
  return sent.sort((a, b) => a.at - b.at);
}

export function countsOf(sent: readonly Sent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of sent) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** The audit log is written asynchronously. */
const auditDelayMs = 1_000;
/** Reading the log uses a core for a moment. */
const readsEveryMs = 15_000;

/** The requests until each change has had a scale write, at most for some time. */
export async function untilAnswered(
  cluster: Cluster,
  userAgents: readonly string[],
  changes: readonly LoadChange[],
  { since, withinMs }: { readonly since: Date; readonly withinMs: number },
): Promise<Sent[]> {
  const giveUpAt = performance.now() + withinMs;
  await sleep(auditDelayMs);
  for (;;) {
    const sent = await requestsOf(cluster, userAgents, since);
    if (reactionsTo(changes, sent).unanswered.length === 0) return sent;
    if (performance.now() >= giveUpAt) return sent;
    await sleep(readsEveryMs);
  }
}

const isScaleWrite = ({ kind }: Sent): boolean => /^(update|patch) .*\/scale$/.test(kind);

export interface Reactions {
  /** Milliseconds from a change of load to the scale write that follows, if one does. */
  readonly reactions: readonly number[];
  /** The objects whose load changed, without a scale write. */
  readonly unanswered: readonly string[];
}

export function reactionsTo(changes: readonly LoadChange[], sent: readonly Sent[]): Reactions {
  const writes = sent.filter(isScaleWrite);
  const delays = changes.map(({ key, at }) => {
    const write = writes.find(each => each.key === key && each.at >= at);
    return { key, delay: write ? write.at - at : null };
  });
  return {
    reactions: delays.flatMap(({ delay }) => delay ?? []),
    unanswered: delays.flatMap(({ key, delay }) => (delay === null ? [key] : [])),
  };
}
