import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { controlPlanePids } from "../../cluster/pids.ts";
import { measureBusy, type Busy } from "../../host/busy.ts";
import { memoryOf } from "../../host/processes.ts";
import type { Contender, Running } from "./contender.ts";
import { latenessOf, sumOf, waitsIn, type Lateness, type Span } from "./lateness.ts";
import {
  countsOf,
  reactionsTo,
  untilAnswered,
  type LoadChange,
  type Reactions,
  type Sent,
} from "./sent.ts";

/** What the operating system and the audit log say about a span of time. */
export interface Figures extends Reactions {
  readonly seconds: number;
  readonly busy: Busy;
  /** Resident bytes of each process at the end. */
  readonly memory: Readonly<Record<string, number>>;
  /** Completed requests of the contender, by verb and resource. */
  readonly requests: Readonly<Record<string, number>>;
  /** Completed requests of all clients, by the API server's own counter. */
  readonly counted: number;
  /** Null without a contender. */
  readonly lateness: Lateness | null;
  /** Number of changes of load. */
  readonly changes: number;
}

export interface Measured {
  readonly seconds: number;
  readonly periodSeconds: number;
  readonly keys: readonly string[];
  /** Null: no autoscaler. */
  readonly contender: Pick<Contender, "userAgents" | "beginsSync"> | null;
  readonly running: Pick<Running, "pids" | "waits">;
}

/** The last changes of a span take effect after it: a new sample and a sync period later. */
const reactsWithinMs = 45_000;

/** @param changeLoads runs meanwhile, until its signal is aborted */
export async function measureSpan(
  cluster: Cluster,
  measured: Measured,
  changeLoads: (ended: AbortSignal) => Promise<readonly LoadChange[]> = () => Promise.resolve([]),
): Promise<Figures> {
  const { seconds, running, contender } = measured;
  const all = { ...controlPlanePids(cluster), ...running.pids };
  const ended = new AbortController();
  const waits = await running.waits?.();
  const before = await completedRequests(cluster);
  const from = Date.now();
  const busy = measureBusy(all);
  const changing = changeLoads(ended.signal);
  await sleep(seconds * 1_000);
  const used = busy();
  ended.abort();
  const span = { from, to: Date.now() };
  const counted = (await completedRequests(cluster)) - before;
  const later = await running.waits?.();
  const changes = await changing;
  const memory = Object.fromEntries(
    Object.entries(all).map(([name, pid]) => [name, memoryOf(pid, "VmRSS") ?? NaN]),
  );
  const sent = await untilAnswered(cluster, contender?.userAgents ?? [], changes, {
    ...{ since: new Date(from), withinMs: reactsWithinMs },
  });
  const late = contender && latenessIn(sent, contender, measured, span);
  return {
    ...{ seconds, busy: used, memory, counted },
    requests: countsOf(sent.filter(({ at }) => at <= span.to)),
    lateness: late && waits && later ? sumOf(late, waitsIn(waits, later)) : late,
    changes: changes.length,
    ...reactionsTo(changes, sent),
  };
}

/** Requests to aggregated APIs, such as those of metrics, are not part of it. */
async function completedRequests(cluster: Cluster): Promise<number> {
  const { text } = await apiRequest(cluster, "GET", "/metrics");
  const lines = text.split("\n").filter(line => line.startsWith("apiserver_request_total{"));
  const counts = lines.map(line => Number(line.slice(line.lastIndexOf(" "))));
  return counts.reduce((total, count) => total + count, 0);
}

const latenessIn = (
  sent: readonly Sent[],
  { beginsSync }: Pick<Contender, "beginsSync">,
  { keys, periodSeconds }: Measured,
  span: Span,
): Lateness => latenessOf(sent, keys, beginsSync, { ...span, periodMs: periodSeconds * 1_000 });
