import { setTimeout as sleep } from "node:timers/promises";

import { readAudit } from "../../cluster/audit.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { controlPlanePids } from "../../cluster/pids.ts";
import { measureBusy, type Busy, type Pids } from "../../host/busy.ts";
import { memoryOf } from "../../host/processes.ts";
import { resourceOf } from "../requests.ts";

/** What the operating system and the audit log say about a span of time. */
export interface Figures {
  readonly seconds: number;
  readonly busy: Busy;
  /** Resident bytes of each process at the end. */
  readonly memory: Readonly<Record<string, number>>;
  /** Completed requests of the contender, by verb and resource. */
  readonly requests: Readonly<Record<string, number>>;
  /** Number of changes of load. */
  readonly changes: number;
  /** Milliseconds from a change of load to the scale write that follows, if one does within 45 s. */
  readonly reactions: readonly number[];
  /** The objects whose load changed, without a scale write within 45 s. */
  readonly unanswered: readonly string[];
}

export interface Measured {
  /** A text in the User-Agent of the requests to count; null: none. */
  readonly userAgent: string | null;
  readonly pids: Pids;
  readonly seconds: number;
}

/** A change of load. */
export interface LoadChange {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The last changes of a span take effect after it: a new sample and a sync period later. */
const reactsWithinMs = 45_000;
/** The audit log is written asynchronously. */
const auditDelayMs = 1_000;

/** @param changeLoads runs meanwhile, until its signal is aborted */
export async function measureSpan(
  cluster: Cluster,
  { userAgent, pids, seconds }: Measured,
  changeLoads: (ended: AbortSignal) => Promise<readonly LoadChange[]> = () => Promise.resolve([]),
): Promise<Figures> {
  const all = { ...controlPlanePids(cluster), ...pids };
  const ended = new AbortController();
  const since = new Date();
  const busy = measureBusy(all);
  const changing = changeLoads(ended.signal);
  await sleep(seconds * 1_000);
  const used = busy();
  ended.abort();
  const until = Date.now();
  const changes = await changing;
  const memory = Object.fromEntries(
    Object.entries(all).map(([name, pid]) => [name, memoryOf(pid, "VmRSS") ?? NaN]),
  );
  await sleep(changes.length > 0 ? reactsWithinMs : auditDelayMs);
  const sent = userAgent === null ? [] : await requestsOf(cluster, userAgent, since);
  return {
    ...{ seconds, busy: used, memory },
    requests: countsOf(sent.filter(({ at }) => at <= until)),
    changes: changes.length,
    ...reactionsTo(changes, sent),
  };
}

interface Sent {
  /** `update deployments/scale` */
  readonly kind: string;
  readonly key: string;
  readonly at: number;
}

async function requestsOf(
  { auditLogPath = "" }: Cluster,
  userAgent: string,
  since: Date,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  for await (const event of readAudit(auditLogPath, { since, mentions: userAgent })) {
    const at = Date.parse(event.stageTimestamp);
    const resource = resourceOf(event);
    if (!event.userAgent.includes(userAgent) || resource === "leases") continue;
    if (event.verb === "watch") continue;
    const { namespace = "", name = "" } = event.objectRef ?? {};
    sent.push({ kind: `${event.verb} ${resource}`, key: `${namespace}/${name}`, at });
  }
  return sent;
}

function countsOf(sent: readonly Sent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of sent) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

const isScaleWrite = ({ kind }: Sent): boolean => /^(update|patch) .*\/scale$/.test(kind);

function reactionsTo(
  changes: readonly LoadChange[],
  sent: readonly Sent[],
): Pick<Figures, "reactions" | "unanswered"> {
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
