import { limitReasons } from "../../engine/pipeline/limit-reasons.ts";

export interface MetricDefinition {
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  /** Label names and descriptions of their values. */
  readonly labels: Readonly<Record<string, string>>;
}

const kind = "`Autoscaler`, `ClusterProportionalAutoscaler`";
const shown = { mode: "`Active`, `DryRun`, `Paused`", ready: "`True`, `False`, `Unknown`" };
const verb = "such as `list`, `watch`, `patch`";
const resource = "plural of the watched resource";
const object = { kind, namespace: "of the object", name: "of the object" };
const code = (words: readonly string[]): string => words.map(word => `\`${word}\``).join(", ");

/**
 * All metrics that the operator defines. Names and labels are an interface: add, never rename. Only labels of
 * `trimtab_object_...` grow with the number of objects. A name ends in its unit, a counter's name in _total.
 */
export const metricDefinitions = {
  trimtab_build_info: {
    type: "gauge",
    help: "Always 1; the running version",
    labels: { version: "of Trimtab", node: "of Node.js" },
  },
  trimtab_leader: {
    type: "gauge",
    help: "1 if this process is the leader, 0 if it is on standby",
    labels: {},
  },
  trimtab_leader_transitions_total: {
    type: "counter",
    help: "How often this process gained or lost leadership",
    labels: {},
  },
  trimtab_objects: {
    type: "gauge",
    help: "Objects that this process manages as the leader",
    labels: { kind, ...shown },
  },
  trimtab_object_info: {
    type: "gauge",
    help: "Always 1; the mode of an object and its Ready condition",
    labels: { ...object, ...shown },
  },
  trimtab_object_replicas: {
    type: "gauge",
    help: "Replica counts from the status of an object, and the bounds that its latest decision applied",
    labels: {
      ...object,
      target: "such as `Deployment/web`",
      state: "`current`, `desired`, `min`, `max`",
    },
  },
  trimtab_decisions_total: {
    type: "counter",
    help: "Decisions, by direction",
    labels: { kind, direction: "`up`, `down`, `hold`" },
  },
  trimtab_holds_total: {
    type: "counter",
    help: "Decisions that changed nothing, or less than their votes requested, by reason",
    labels: {
      kind,
      reason: `${code(limitReasons)}; for a decision that was not written: \`DryRun\`, \`NotOwner\``,
    },
  },
  trimtab_scale_writes_total: {
    type: "counter",
    help: "Replica count writes, by result",
    labels: { kind, result: "`Written`, or an error's code, such as `Conflict`, `Forbidden`" },
  },
  trimtab_reconcile_total: {
    type: "counter",
    help: "Reconciles of an object, by outcome",
    labels: { kind, outcome: "`done`, `retry`" },
  },
  trimtab_queue_depth: {
    type: "gauge",
    help: "Objects waiting for a worker",
    labels: { kind },
  },
  trimtab_queue_wait_seconds: {
    type: "histogram",
    help: "Time from the first enqueue of an object to its reconcile",
    labels: { kind },
  },
  trimtab_due_lateness_seconds: {
    type: "histogram",
    help: "Time from when an object's timed reconcile was due to its start",
    labels: { kind },
  },
  trimtab_kube_requests_total: {
    type: "counter",
    help: "Requests to the API server",
    labels: {
      verb,
      resource: "such as `deployments/scale`; for custom and external metrics the API group",
      code: "HTTP status, or the error, such as `Timeout`; `NoTurn`: never sent, because earlier requests used up its deadline",
    },
  },
  trimtab_kube_request_duration_seconds: {
    type: "histogram",
    help: "Time to the API server's complete response (watches: to its first byte)",
    labels: { verb },
  },
  trimtab_kube_reflectors: {
    type: "gauge",
    help: "Open watches, connected or not",
    labels: { resource },
  },
  trimtab_kube_reflectors_disconnected: {
    type: "gauge",
    help: "Watches disconnected from the API server",
    labels: { resource },
  },
  trimtab_kube_reflector_failing_seconds: {
    type: "gauge",
    help: "How long the longest-disconnected watch has been disconnected; 0 if none is",
    labels: { resource },
  },
  trimtab_kube_reflector_silence_seconds: {
    type: "gauge",
    help: "Time since the last list, event or bookmark of the longest-silent watch",
    labels: { resource },
  },
  trimtab_kube_reflector_objects: {
    type: "gauge",
    help: "Objects cached in memory",
    labels: { resource },
  },
  trimtab_admission_reviews_total: {
    type: "counter",
    help: "Admission reviews, by verdict",
    labels: { kind: `${kind}, \`Other\``, verdict: "`allowed`, `denied`, `fault`" },
  },
  trimtab_admission_review_duration_seconds: {
    type: "histogram",
    help: "Time to an admission verdict",
    labels: { kind: `${kind}, \`Other\`` },
  },
  trimtab_webhook_certificate_expiry_timestamp_seconds: {
    type: "gauge",
    help: "Expiry of the served certificate, in seconds since 1970",
    labels: {},
  },
  trimtab_events_dropped_total: {
    type: "counter",
    help: "Events not written, by reason",
    labels: { reason: "`RateLimited`, `QueueFull`, or an error's code" },
  },
  trimtab_internal_faults_total: {
    type: "counter",
    help: "Internal faults, each one a bug",
    labels: { where: "`reconcile`, `watch`, `admission`, `process`" },
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof metricDefinitions;
export type LabelOf<Name extends MetricName> = keyof (typeof metricDefinitions)[Name]["labels"] &
  string;
