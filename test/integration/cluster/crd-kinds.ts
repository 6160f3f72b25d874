import { specCases as autoscalerCases } from "../../../engine/validate/autoscaler.cases.ts";
import { validateAutoscaler } from "../../../engine/validate/autoscaler.ts";
import { specCases as proportionalCases } from "../../../engine/validate/cluster-proportional-autoscaler.cases.ts";
import { validateClusterProportionalAutoscaler } from "../../../engine/validate/cluster-proportional-autoscaler.ts";
import type { Condition } from "../../../crds/generated/shared.ts";
import { toAutoscalerStatus } from "../../../engine/status/autoscaler-status.ts";
import { toClusterProportionalStatus } from "../../../engine/status/cluster-proportional-status.ts";
import type { FieldError } from "../../../engine/model/values/result.ts";
import type { SpecCase } from "../../../engine/validate/testing/spec-case.ts";
import { fullAutoscalerStatus, fullProportionalStatus } from "../full-status.ts";

/** The data for the tests of a CRD. */
interface CrdKind {
  readonly kind: string;
  readonly plural: string;
  readonly shortName: string;
  /** The prefix of its samples' names. */
  readonly samples: string;
  readonly cases: readonly SpecCase[];
  readonly validate: (spec: unknown) => FieldError[];
  /** A valid spec for tests about something else. */
  readonly spec: object;
  /** The fields of that spec with the CRD's defaults. */
  readonly defaults: object;
  /** A spec that a rule rejects. */
  readonly badSpec: object;
  /** Fields that the CRD does not have, and where the API server reports them. */
  readonly unknown: readonly { readonly fields: object; readonly named: string }[];
  /** A status with every field. */
  readonly status: object;
  /** A status that this version would not write. */
  readonly newerStatus: object;
  /** A status of an earlier release, whose conditions lack fields that are required now. */
  readonly oldStatus: OldStatus;
  /** The status that the operator writes after that one, for a spec that has become invalid. */
  readonly statusAfter: (stored: OldStatus) => object;
  /** The columns that kubectl prints for that status, except the age. */
  readonly columns: Readonly<Record<string, string>>;
  /** What `-o wide` prints in the column Message. */
  readonly message: string;
  /** The fields that a field selector can name, with the values of that spec. */
  readonly selectable: Readonly<Record<string, string>>;
  readonly explained: readonly string[];
}

/** A condition may lack any field but its type and status. */
interface OldStatus {
  readonly observedGeneration: number;
  readonly conditions: Condition[];
  readonly targets?: { readonly ref: typeof target; readonly conditions: Condition[] }[];
}

const target = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const oldConditions = [
  { type: "ScalingActive", status: "True", lastTransitionTime: "2026-01-02T03:04:05Z" },
  { type: "AbleToScale", status: "True", reason: "" },
] as unknown as Condition[];
const invalid = {
  ...{ generation: 1, now: Date.parse("2026-01-02T03:05:00Z"), limits: [] },
  errors: [
    { path: "spec", code: "X", message: "bad", remedy: "fix it", severity: "error" as const },
  ],
};
const badTarget = { ...target, name: "Web" };

const autoscalerSpec = { scaleTargetRef: target, maxReplicas: 10 };
const autoscaler: CrdKind = {
  kind: "Autoscaler",
  plural: "autoscalers",
  shortName: "asc",
  samples: "autoscaler-",
  cases: autoscalerCases,
  validate: validateAutoscaler,
  spec: autoscalerSpec,
  defaults: {
    minReplicas: 1,
    mode: "Active",
    syncPeriodSeconds: 15,
    algorithm: "Trimtab-1",
  },
  badSpec: { ...autoscalerSpec, scaleTargetRef: badTarget },
  unknown: [
    { fields: { thresholds: [{ name: "a", wait: 5 }] }, named: "spec.thresholds[0].wait" },
    { fields: { behavior: { scaleDown: { window: 5 } } }, named: "spec.behavior.scaleDown.window" },
    {
      fields: { metrics: [{ type: "Resource", resource: { name: "cpu" }, graphite: {} }] },
      named: "spec.metrics[0].graphite",
    },
  ],
  status: fullAutoscalerStatus,
  newerStatus: {
    observedGeneration: 1,
    currentMetrics: [{ type: "Prometheus" }],
    decision: {
      ...fullAutoscalerStatus.decision,
      votes: [{ source: "queue", type: "Guess", message: "" }],
    },
    history: {
      version: 2,
      targetUID: 7,
      recommendations: "AQID",
      scaleEvents: [{ time: "2026-01-02T03:04:05Z", change: 1, by: "person" }],
      pending: { to: 6 },
      waits: { busy: "2026-01-02T03:04:05Z" },
    },
  },
  oldStatus: { observedGeneration: 1, conditions: oldConditions },
  statusAfter: stored => toAutoscalerStatus({ ...invalid, target: null }, stored),
  columns: {
    NAME: "printed",
    MODE: "Active",
    TARGET: "web",
    MIN: "1",
    MAX: "10",
    CURRENT: "4",
    DESIRED: "6",
    READY: "True",
    WHY: fullAutoscalerStatus.summary,
  },
  message: fullAutoscalerStatus.message,
  selectable: { "spec.mode": "Active", "spec.scaleTargetRef.name": "web" },
  explained: [
    "spec.metrics.resource.target.averageValue",
    "spec.metrics.object.metric.selector",
    "spec.behavior.scaleUp.tolerance",
    "spec.thresholds.value.durationSeconds",
    "spec.thresholds.intention.intent",
    "status.currentMetrics.external.metric.selector",
  ],
};

const proportionalSpec = { scaleTargetRefs: [target], linear: { nodesPerReplica: 16 } };
const [firstTarget] = fullProportionalStatus.targets;
const proportional: CrdKind = {
  kind: "ClusterProportionalAutoscaler",
  plural: "clusterproportionalautoscalers",
  shortName: "cpa",
  samples: "cpa-",
  cases: proportionalCases,
  validate: validateClusterProportionalAutoscaler,
  spec: proportionalSpec,
  defaults: {
    mode: "Active",
    linear: { ...proportionalSpec.linear, minReplicas: 1, preventSinglePointFailure: false },
    algorithm: "Trimtab-1",
  },
  badSpec: { scaleTargetRefs: [badTarget], linear: {} },
  unknown: [
    { fields: { nodes: { taints: [] } }, named: "spec.nodes.taints" },
    { fields: { linear: { ...proportionalSpec.linear, max: 5 } }, named: "spec.linear.max" },
  ],
  status: fullProportionalStatus,
  newerStatus: {
    observedGeneration: 1,
    parameters: { source: "Secret", linear: { maxReplicas: 2 ** 40 } },
    targets: [
      {
        ...firstTarget,
        decision: {
          ...firstTarget!.decision,
          votes: [{ source: "pods", type: "Guess", message: "" }],
          steps: [{ step: "smooth", before: 1, after: 1, reason: "Smooth", message: "" }],
        },
        history: { version: 2, recommendations: [[6, 3]], past: { scaled: true } },
      },
    ],
  },
  oldStatus: {
    observedGeneration: 1,
    conditions: oldConditions,
    targets: [{ ref: target, conditions: oldConditions }],
  },
  statusAfter: stored => {
    const nothing = { size: null, parameters: null, targets: [] };
    return toClusterProportionalStatus({ ...invalid, ...nothing }, stored);
  },
  columns: {
    NAME: "printed",
    MODE: "Active",
    TARGET: fullProportionalStatus.targetSummary,
    NODES: "40",
    CORES: "320",
    CURRENT: "2",
    DESIRED: "3",
    READY: "True",
    WHY: fullProportionalStatus.summary,
  },
  message: fullProportionalStatus.message,
  selectable: { "spec.mode": "Active" },
  explained: [
    "spec.linear.coresPerReplica",
    "status.targets.history.version",
    "spec.nodes.selector",
  ],
};

export const crdKinds: readonly CrdKind[] = [autoscaler, proportional];
