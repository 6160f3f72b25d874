import { pausesAt } from "../../model/pauses.ts";
import { limitReasons } from "../../words.ts";
import type { Decision, Vote } from "../../model/decision.ts";
import { emptyHistory } from "../../model/history.ts";
import { failureReason } from "../../votes/metric-votes.ts";
import { metricSources } from "../../sources/registry.ts";
import type { AutoscalerReport } from "../autoscaler-status.ts";
import type { ClusterProportionalReport } from "../cluster-proportional-status.ts";
import type { TargetProblem, TargetReport, WriteOutcome } from "../targets/target-report.ts";

/** Reports for everything that a status can show: each alone, and pauses and modes with each. */

const now = Date.parse("2026-01-01T00:10:00Z");
const largest = 2_147_483_647;
const message = 'a long message, with "quotes" and \n'.repeat(40);
const source = "a metric with a long name, ".repeat(20);

const problemReasons = [
  ...["TargetNotFound", "UnknownKind", "NotScalable", "KindNotWatched"],
  ...["TooManyMatches", "FailedGetScale"],
] as readonly TargetProblem["reason"][];

const parameterReasons = [
  ...["InSpec", "ConfigMapRead", "ConfigMapNotFound", "ConfigMapForbidden"],
  ...["ConfigMapUnreadable", "InvalidConfigMap", "DefaultInForce"],
];

export const failureReasons: readonly string[] = [
  ...Object.keys(metricSources).map(type => failureReason({ type } as never)),
  ...["InvalidSelector", "AmbiguousSelector", "SelectorRequired", "ReplicasOverflow"],
  "DurationBelowResolution",
];

const count = (replicas: number, name = source): Vote => ({
  ...{ source: name, type: "Count", replicas, message },
});
const failed = (reason: string): Vote => ({ source, type: "Failed", reason, message });

const decisionOf = (votes: readonly Vote[], reasons: readonly string[]): Decision => ({
  ...{ time: now, from: largest, to: 0, votes },
  steps: reasons.map((reason, index) => ({
    step: ["combine", "stabilize", "limit", "bound"][index] ?? "cooldown",
    ...{ before: index, after: index + 1, reason, message },
  })),
});

const decisions: readonly Decision[] = [
  decisionOf([], []),
  decisionOf([count(largest)], ["LargestVote"]),
  decisionOf([count(12, "cpu"), failed("FailedGetPodsMetric")], ["LargestVote"]),
  decisionOf([{ source, type: "Abstain", message }], ["AllAbstain"]),
  ...limitReasons.map(reason => decisionOf([count(12, "cpu")], ["LargestVote", reason])),
  ...limitReasons.map(reason => decisionOf([], [reason])),
  ...failureReasons.map(reason => decisionOf([failed(reason)], ["ScaleDownBlocked"])),
  ...["AboveMaxReplicas", "BelowMinReplicas", "CapacityMonitored", "TargetKept"].map(reason =>
    decisionOf([], [reason]),
  ),
  {
    ...decisionOf(
      [{ source, type: "Count", replicas: largest, reason: "FallbackActive", message }],
      ["LargestVote"],
    ),
    fallbacks: [{ source, reason: "FailedGetExternalMetric", replicas: largest, message }],
  },
  decisionOf([count(largest), failed("FailedGetPodsMetric")], ["LargestVote", ...limitReasons]),
];

const found: TargetReport = {
  ref: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
  ...{ problem: null, inactive: null, decision: null, currentMetrics: null },
  ...{ currentReplicas: largest, lastScaleTime: now },
  write: { kind: "Unchanged" },
  history: emptyHistory("uid-1"),
  dryRunHistory: null,
};

const writes: readonly WriteOutcome[] = [
  ...[{ kind: "Unchanged" } as const, { kind: "Written" } as const],
  ...(["DryRun", "NotOwner"] as const).map(reason => ({ kind: "Withheld", reason }) as const),
  { kind: "Failed", message },
];

const targetReports: readonly TargetReport[] = [
  found,
  ...problemReasons.flatMap(reason =>
    [true, false].map(permanent => ({ ...found, problem: { reason, message, permanent } })),
  ),
  ...["Paused", "ConflictingAutoscaler", "NoParameters"].map(reason => ({
    ...found,
    inactive: { reason, message, permanent: reason === "ConflictingAutoscaler" },
  })),
  ...decisions.flatMap(decision =>
    writes.map(write => ({
      ...{ ...found, decision, write },
      history: { ...emptyHistory("uid-1"), scaledToZero: write.kind === "Written" },
      dryRunHistory: write.kind === "Withheld" ? emptyHistory("uid-1") : null,
    })),
  ),
];

const annotations = (all: string | null, scaleDown: string | null) => ({
  "autoscaling.trimtab.dev/paused-until": all,
  "autoscaling.trimtab.dev/scale-down-paused-until": scaleDown,
  "autoscaling.trimtab.dev/paused-reason": message,
});
const end = "2026-01-02T00:00:00Z";
const pauses = [
  ...[annotations(null, null), annotations(end, null), annotations(null, end)],
  ...[annotations(end, end), annotations("tomorrow", null), annotations("tomorrow", end)],
].map(each => pausesAt(each, now));

const error = { path: "spec", code: "X", message, remedy: message, severity: "error" } as const;
const at = { generation: 3, now, errors: [], limits: [error] };
const settings = ["Active", "DryRun", "Paused"].flatMap(mode =>
  pauses.map(each => ({ ...at, mode, pauses: each })),
);
const [plain] = settings;
const risen = { ...found, decision: decisionOf([count(12, "cpu")], ["LargestVote"]) };

/** Every setting with some targets, and every target with one setting. */
const pairs = [
  ...settings.flatMap(given => [
    { given, target: found },
    { given, target: risen },
  ]),
  ...targetReports.map(target => ({ given: plain ?? { ...at, mode: "Active" }, target })),
];

export const autoscalerReports: readonly AutoscalerReport[] = [
  { ...at, target: null, errors: [error] },
  ...pairs.map(({ given, target }) => ({ ...given, target })),
];

const inSpec = { ...at, size: null, parameters: null };

export const proportionalReports: readonly ClusterProportionalReport[] = [
  { ...inSpec, errors: [error], targets: [] },
  ...parameterReasons.flatMap(reason =>
    [true, false].map(available => ({
      ...{ ...inSpec, targets: [risen] },
      parameters: {
        ...{ available, reason, message, inForce: null },
        ...{ current: false, permanent: false },
      },
    })),
  ),
  ...pairs.map(({ given, target }) => ({
    ...{ ...inSpec, ...given },
    targets: [target, { ...found, ref: { ...found.ref, name: "other" } }],
  })),
];
