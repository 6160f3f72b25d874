import { expect, it } from "vitest";

import type { Step, Vote } from "../model/decision.ts";
import { emptyHistory } from "../model/history.ts";
import { MAX_INTERVALS } from "../history/recommendations.ts";
import type { Metric } from "../model/spec/metric.ts";
import type { MetricStatus } from "../model/metric-vote.ts";
import { conditionOf } from "../votes/threshold-reading.ts";
import { MAX_SCALE_EVENTS } from "../history/scale-record.ts";
import { freshTimer } from "../model/threshold-timer.ts";
import { MAX_SLOTS } from "../model/upstream-lists.ts";
import { toAutoscalerStatus } from "./autoscaler-status.ts";
import { toClusterProportionalStatus } from "./cluster-proportional-status.ts";
import type { TargetReport } from "./targets/target-report.ts";

/** Etcd accepts 1.5 MiB; the spec and the annotations of tools need a part of that. */
const mostBytes = 640 * 1024;
const now = Date.parse("2026-01-01T00:10:00Z");
const uid = "0b5d1c5e-7d3e-4c6e-9d0e-5a1f6a1c2b3d";

/** The API server writes each of these characters as six bytes. */
const text = (length: number): string => "<".repeat(length);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
/** The longest answer of an external server that is read. */
const message = text(64 * 1024);

const metric = (index: number) => ({
  name: `${index}`.padEnd(512, "<"),
  selector: {
    matchExpressions: times(32, () => ({
      ...{ key: text(317), operator: "In" as const },
      values: times(64, () => text(63)),
    })),
  },
});
const asked = times(32, (index): Metric => ({
  type: "Pods",
  pods: { metric: metric(index) },
}));
const conditions = asked.map(metric =>
  conditionOf({
    ...{ metric, comparison: "GreaterThan", value: "1", durationSeconds: 30, increment: 1 },
  }),
);
const describedObject = { apiVersion: text(317), kind: text(63), name: text(253) };
const currentMetrics = times(32, (index): MetricStatus => ({
  type: "Object",
  object: { metric: metric(index), describedObject, current: { value: "9223372036854775807m" } },
}));

/** An expression has two votes. */
const votes = times(66, (): Vote => ({
  ...{ source: text(2_000), type: "Failed", reason: "FailedGetExternalMetric", message },
  input: text(63),
}));
const steps = times(11, (): Step => ({
  ...{ step: "combine", before: 2 ** 31, after: 2 ** 31, atLeast: 2 ** 31, atMost: 2 ** 31 },
  ...{ others: 2 ** 31, reason: "ScaleDownBlocked", message },
}));
const change = (index: number) => ({
  ...{ time: now - index, change: -(2 ** 31) },
  span: { since: now, up: 2 ** 31, down: -(2 ** 31) },
});
const slots = times(MAX_SLOTS, index => ({ time: now - index, change: 2 ** 31, outdated: true }));
const history = {
  ...emptyHistory(uid),
  recommendations: times(MAX_INTERVALS, index => ({ value: 2 ** 31 - index, since: now + index })),
  lowestRecommendations: times(MAX_INTERVALS, index => ({ value: index, since: now + index })),
  scaleEvents: times(MAX_SCALE_EVENTS, change),
  pending: {
    ...{ from: 2 ** 31, to: 2 ** 31, time: now, targetUID: uid, scaledToZero: true },
    ...{ cause: "Bounds" as const, answered: 2 ** 31 },
  },
  added: { to: 2 ** 31, time: now },
  thresholds: conditions.map((condition, index) => ({
    ...freshTimer(`${index}`.padEnd(63, "x"), condition),
    ...{ since: now, last: now, replicas: 2 ** 31, notBefore: now, gapSeconds: [1e6, 1e6] },
  })),
};

const report: TargetReport = {
  ref: describedObject,
  problem: null,
  inactive: { reason: "ConflictingAutoscaler", message, permanent: true },
  currentReplicas: 2 ** 31,
  decision: { time: now, from: 2 ** 31, to: 2 ** 31, votes, steps },
  currentMetrics,
  write: { kind: "Failed", message },
  history,
  dryRunHistory: history,
  lastScaleTime: now,
};
const limits = [{ code: "X", path: "spec", message, remedy: message }] as never;
const at = { generation: 2 ** 31, now, errors: [], limits };

const rows = [
  {
    shows: "an Autoscaler with 32 metrics and 32 thresholds",
    status: toAutoscalerStatus(
      { ...at, target: report },
      toAutoscalerStatus({ ...at, target: { ...report, inactive: null } }, undefined),
    ),
  },
  {
    shows: "a ClusterProportionalAutoscaler with 16 targets",
    status: toClusterProportionalStatus(
      {
        ...{ ...at, size: null },
        parameters: {
          ...{ available: true, inForce: null, current: false, reason: "Unreadable", message },
          permanent: false,
        },
        targets: times(16, index => ({
          ...{ ...report, ref: { ...describedObject, name: `${index}` } },
          // Cores and nodes; this kind has no metrics and no thresholds.
          decision: {
            time: now,
            from: 0,
            to: 0,
            votes: votes.slice(0, 2),
            steps: steps.slice(0, 4),
          },
          history: { ...history, thresholds: [] },
          dryRunHistory: { ...history, thresholds: [] },
        })),
      },
      undefined,
    ),
  },
  {
    shows: "upstream's profile, whose lists are longer",
    status: toAutoscalerStatus(
      {
        ...at,
        target: {
          ...report,
          history: { ...history, lists: { scaleUps: slots, scaleDowns: slots } as never },
        },
      },
      undefined,
    ),
  },
];

/** The JSON encoding of Go. */
const bytesOf = (status: object): number =>
  new TextEncoder().encode(JSON.stringify(status).replaceAll(/[<>&]/g, "\\u0000")).length;

it.each(rows)("$shows fits into etcd, whatever the answers", ({ status }) => {
  expect(bytesOf(status)).toBeLessThan(mostBytes);
  expect(JSON.stringify(status)).toContain("…");
});
