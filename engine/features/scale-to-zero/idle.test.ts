import { describe, expect, it } from "vitest";

import { emptyHistory, type History } from "../../model/history.ts";
import { delayIdling } from "./idle.ts";

const NOW = 10_000_000;

interface Row {
  readonly when: string;
  readonly current?: number;
  readonly group?: number;
  /** The idle time; default 300. */
  readonly afterSeconds?: number;
  readonly desired: number;
  /** For how many seconds all metrics have been inactive; null: one is active. */
  readonly idle: number | null;
  readonly after: number;
  readonly reason: string;
  /** The number of seconds until the last replica may go. */
  readonly due?: number;
}

// prettier-ignore
const rows: readonly Row[] = [
  { when: "the metrics have just become inactive",        desired: 0, idle: 0,    after: 1, reason: "IdleDelay", due: 300 },
  { when: "one second is left",                           desired: 0, idle: 299,  after: 1, reason: "IdleDelay", due: 1 },
  { when: "they have been inactive for long enough",      desired: 0, idle: 300,  after: 0, reason: "IdleUnaffected" },
  { when: "another vote of 0 comes while one is active",  desired: 0, idle: null, after: 1, reason: "IdleDelay" },
  { when: "it is large and shall idle, down to one only", desired: 0, idle: 60,   after: 1, reason: "IdleDelay", due: 240, current: 9 },
  { when: "it is large and runs in groups of 3",          desired: 0, idle: 60,   after: 3, reason: "IdleDelay", due: 240, current: 9, group: 3 },
  { when: "a person wrote part of a group",               desired: 0, idle: 60,   after: 2, reason: "IdleDelay", due: 240, current: 2, group: 3 },
  { when: "groups have been idle for long enough",        desired: 0, idle: 300,  after: 0, reason: "IdleUnaffected", group: 3 },
  { when: "no time is asked for, but a metric is active", desired: 0, idle: null, after: 1, reason: "IdleDelay", afterSeconds: 0 },
  { when: "no time is asked for groups of 3, one active", desired: 0, idle: null, after: 3, reason: "IdleDelay", afterSeconds: 0, group: 3 },
  { when: "fewer replicas are wanted, but some",          desired: 2, idle: null, after: 2, reason: "IdleUnaffected" },
];

/** Without a step: by default 5 replicas, 0 desired, and a metric is active. */
interface Absent {
  readonly when: string;
  readonly currentReplicas?: number;
  readonly desired?: number;
  readonly idleSince?: number;
  readonly spec: Parameters<typeof delayIdling.run>[1]["spec"];
}

const spec = { minReplicas: 0, replicaMultiple: 1, metrics: [], idle: { afterSeconds: 300 } };
const atOnce = { ...spec, idle: { afterSeconds: 0 } };
const clockOf = (since: number | null): History["idle"] => (since === null ? null : { since });
const history = { ...emptyHistory("uid"), idle: null };

describe("delayIdling", () => {
  it.each(rows)("turns $desired into $after when $when", row => {
    const { current: currentReplicas = 5, desired, idle, after, reason, due } = row;
    const { afterSeconds = 300 } = row;
    const idleSince = idle === null ? null : NOW - idle * 1000;
    const given = { ...spec, replicaMultiple: row.group ?? 1, idle: { afterSeconds } };
    const context = { now: NOW, currentReplicas, spec: given };
    const step = delayIdling.run(
      { count: desired, history: { ...history, idle: clockOf(idleSince) } },
      context,
    )?.step;
    expect(step).toMatchObject({ step: "idle", before: desired, after, reason });
    expect(step?.until).toBe(due === undefined ? undefined : NOW + due * 1000);
  });

  it.each([
    { when: "the spec has no idle time", currentReplicas: 5, spec: { ...spec, idle: null } },
    { when: "the idle time is 0 and all metrics are inactive", idleSince: NOW, spec: atOnce },
    { when: "the idle time is 0 and replicas are asked for", desired: 1, spec: atOnce },
    { when: "the minimum is above 0", currentReplicas: 5, spec: { ...spec, minReplicas: 1 } },
    { when: "the workload is at 0", currentReplicas: 0, spec },
  ] as readonly Absent[])("is no step when $when", row => {
    const { currentReplicas = 5, desired: count = 0, idleSince = null, spec: given } = row;
    const context = { now: NOW, currentReplicas, spec: given };
    const progress = { count, history: { ...history, idle: clockOf(idleSince) } };
    expect(delayIdling.run(progress, context)).toBeNull();
  });
});
