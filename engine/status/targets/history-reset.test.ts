import { expect, it } from "vitest";

import { emptyHistory, type History } from "../../model/history.ts";
import { toAutoscalerStatus } from "../autoscaler-status.ts";
import { toClusterProportionalStatus } from "../cluster-proportional-status.ts";
import type { TargetReport } from "./target-report.ts";

const now = Date.parse("2026-01-01T00:10:00Z");
const at = { generation: 3, now, errors: [], limits: [] };
const complete = emptyHistory("uid-1");
const lost: History = { ...complete, reset: { since: now, reason: "UnknownVersion" } };
const invalid: History = { ...complete, reset: { since: now, reason: "InvalidHistory" } };
const target = (history: History | null): TargetReport => ({
  ref: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
  ...{ problem: null, inactive: null, decision: null, currentMetrics: null },
  ...{ currentReplicas: 2, lastScaleTime: null, write: { kind: "Unchanged" } },
  ...{ history, dryRunHistory: null },
});

// prettier-ignore
it.each([
  { shows: "is absent with a history",                       history: complete,  want: undefined },
  { shows: "is absent before the target is found",           history: null,      want: undefined },
  { shows: "names a history in another format",              history: lost,      want: { status: "True", reason: "UnknownVersion", message: expect.stringMatching(/^another release .* until 2026-01-01T01:10:00Z/) as string } },
  { shows: "names a history that was invalid",               history: invalid,   want: { status: "True", reason: "InvalidHistory", message: expect.stringMatching(/^the history in the status was invalid, so/) as string } },
])("the condition HistoryReset $shows", ({ history, want }) => {
  const before = { ...at, target: target(lost) };
  const previous = toAutoscalerStatus(before, undefined);
  const { conditions = [] } = toAutoscalerStatus({ ...at, target: target(history) }, previous);
  const report = { ...at, size: null, parameters: null, targets: [target(history)] };
  const [of] = toClusterProportionalStatus(report, undefined).targets ?? [];
  for (const list of [conditions, of?.conditions ?? []]) {
    const found = list.find(({ type }) => type === "HistoryReset");
    if (want) expect(found).toMatchObject(want);
    else expect(found).toBeUndefined();
  }
  expect(conditions).toContainEqual(expect.objectContaining({ type: "Ready", status: "True" }));
});
