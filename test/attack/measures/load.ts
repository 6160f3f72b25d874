import { quantile } from "../../../hack/bench/quantiles.ts";
import { readAudit, type AuditEvent } from "../../../hack/cluster/audit.ts";
import type { Tally } from "../part.ts";
import { aligned } from "../../../hack/host/aligned.ts";
import type { Busy } from "../../../hack/host/busy.ts";
import type { Span } from "./decisions.ts";

/** Completed requests, by client, verb and resource. */
export type Traffic = ReadonlyMap<string, Requests>;

export interface Requests {
  readonly perSecond: number;
  /** 99% of them took at most this long, from their receipt to the end of the response. */
  readonly slowestMs: number;
}

export interface Load {
  readonly busy: Busy;
  readonly traffic: Traffic;
}

/** Number of rows: the rest of the traffic does not matter. */
const mostShown = 15;

/** The requests that the API server received in a span. */
export async function trafficIn(auditLog: string, { from, to }: Span): Promise<Traffic> {
  const times = new Map<string, number[]>();
  for await (const event of readAudit(auditLog, { since: new Date(from) })) {
    const received = Date.parse(event.requestReceivedTimestamp);
    if (received > to || event.stage !== "ResponseComplete") continue;
    const id = `${clientOf(event)}: ${event.verb} ${resourceOf(event)}`;
    const known = times.get(id) ?? [];
    times.set(id, known);
    known.push(Date.parse(event.stageTimestamp) - received);
  }
  const seconds = (to - from) / 1_000;
  return new Map(
    Array.from(times, ([id, all]) => {
      const slowestMs = quantile(all, 0.99);
      return [id, { perSecond: all.length / seconds, slowestMs }];
    }),
  );
}

/** The tenant sends its requests with the same program as the measurement does. */
const clientOf = ({ user, userAgent }: AuditEvent): string =>
  user.endsWith(":mallory") ? "tenant" : (userAgent.split("/", 1)[0] ?? "");

/** Requests for metrics have the name of the metric as their resource. */
function resourceOf({ objectRef = {} }: AuditEvent): string {
  const { apiGroup = "", resource = "", subresource } = objectRef;
  if (apiGroup.endsWith("metrics.k8s.io")) return apiGroup;
  return subresource === undefined ? resource : `${resource}/${subresource}`;
}

/** What each part of the attack sent: `events  1.2  74 of 200, 2 of 403`. */
export const offeredTable = (tally: Tally, seconds: number): string =>
  aligned([
    ["attack", "per second", "responses"],
    ...Object.entries(tally).map(([part, codes]) => {
      const total = Object.values(codes).reduce((sum, count) => sum + count, 0);
      const counts = Object.entries(codes).map(([code, count]) => `${count} of ${code}`);
      return [part, shown(total / seconds), counts.join(", ")];
    }),
  ]);

export function loadTable(before: Load, during: Load): string {
  const busiest = [...during.traffic]
    .sort(([, a], [, b]) => b.perSecond - a.perSecond)
    .slice(0, mostShown);
  return aligned([
    ["requests per second, and the p99 of their times", "before", "during"],
    ...busiest.map(([id, requests]) => [
      id,
      described(before.traffic.get(id)),
      described(requests),
    ]),
    ["hardware threads busy", "before", "during"],
    ...Object.entries(during.busy).map(([name, threads]) => {
      const calm = before.busy[name] ?? 0;
      return [name, calm.toFixed(2), threads.toFixed(2)];
    }),
  ]);
}

const described = ({ perSecond, slowestMs }: Requests = { perSecond: 0, slowestMs: 0 }): string =>
  `${shown(perSecond)} ${Math.round(slowestMs)} ms`;

const shown = (rate: number): string => rate.toFixed(1);
