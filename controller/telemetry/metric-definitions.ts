import { limitReasons } from "../../engine/words.ts";

export interface MetricDefinition {
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  /** Label names and descriptions of their values. */
  readonly labels: Readonly<Record<string, string>>;
}

const defining =
  <Type extends MetricDefinition["type"]>(type: Type) =>
  <Labels extends MetricDefinition["labels"] = Record<never, string>>(
    help: string,
    labels = {} as Labels,
  ) => ({ type, help, labels });
const counter = defining("counter");
const gauge = defining("gauge");
const histogram = defining("histogram");

const kind = "`Autoscaler`, `ClusterProportionalAutoscaler`";
const shown = { mode: "`Active`, `DryRun`, `Paused`", ready: "`True`, `False`, `Unknown`" };
const verb = "such as `list`, `watch`, `patch`";
const resource = "plural of the watched resource";
const target = "such as `Deployment/web`";
const object = { kind, namespace: "of the object", name: "of the object" };
const code = (words: readonly string[]): string => words.map(word => `\`${word}\``).join(", ");

/**
 * All metrics that the operator defines. Names and labels are an interface: add, never rename. Only labels of
 * `trimtab_object_...` grow with the number of objects. A name ends in its unit, a counter's name in _total.
 */
export const metricDefinitions = {
  trimtab_build_info: gauge("Always 1; the running version", {
    version: "of Trimtab, with the commit, such as `0.1.0+g0123456789ab`",
    node: "of Node.js",
  }),
  trimtab_leader: gauge("1 if this process is the leader, 0 if it is on standby"),
  trimtab_namespace_conflict: gauge(
    "Always 1; another installation works in the same namespace. The log says whether this one does not lead, does nothing there, or works there as well",
    { holder: "namespace and name of its Lease", namespace: "with its Lease `trimtab-namespace`" },
  ),
  trimtab_leader_transitions_total: counter("How often this process gained or lost leadership"),
  trimtab_objects: gauge("Objects that this process manages as the leader", { kind, ...shown }),
  trimtab_objects_in_fallback: gauge(
    "Objects in mode Active of which a metric has failed for so long that its fallback counts",
    { kind },
  ),
  trimtab_object_info: gauge("Always 1; the mode of an object and its Ready condition", {
    ...object,
    ...shown,
  }),
  trimtab_object_condition: gauge(
    "Always 1; a condition that has the bad one of its values, and its reason",
    {
      ...object,
      condition: "its type, such as `Ready`",
      reason: "such as `ConflictingAutoscaler`",
    },
  ),
  trimtab_object_failed_votes: gauge(
    "Votes that failed in the latest decision, such as the vote of an unavailable metric, without the inputs of expressions; absent if none did",
    { ...object, target },
  ),
  trimtab_object_replicas: gauge(
    "Replica counts from the status of an object, and the bounds that its latest decision applied",
    {
      ...object,
      target,
      state: "`current`, `desired`, `min`, `max`",
    },
  ),
  trimtab_object_schedule_timestamp_seconds: gauge(
    "When the active window of an object's schedules is replaced, and when the next one begins, in seconds since 1970",
    { ...object, window: "name of the window", state: "`active`, `next`" },
  ),
  trimtab_object_forecast_open: gauge(
    "1 if the gate of an object's forecast is open, 0 if it is closed, and why the forecast may act or not; absent without a forecast",
    { ...object, reason: "as in `status.forecast`, such as `Learning`, `Worthwhile`" },
  ),
  trimtab_object_forecast_replicas: gauge(
    "Replicas that the expected load needs, absent while nothing is expected; and how many replicas of the target are there because of the forecast",
    { ...object, state: "`expected`, `added`" },
  ),
  trimtab_object_forecast_replica_seconds: gauge(
    "Account of the judged days, at most the last 14: what is missing without a forecast, how much of it the forecast avoids, what it takes for that, and what the best setting without a forecast avoids at the same cost",
    { ...object, part: "`shortage`, `avoided`, `extra`, `rival`" },
  ),
  trimtab_decisions_total: counter("Decisions, by direction", {
    kind,
    direction: "`up`, `down`, `hold`",
  }),
  trimtab_holds_total: counter(
    "Decisions that changed nothing, or less than their votes requested, by reason",
    {
      kind,
      reason: `${code(limitReasons)}; for a decision that was not written: \`DryRun\`, \`NotOwner\``,
    },
  ),
  trimtab_sample_age_seconds: histogram(
    "How old the samples of a vote were at the decision, by their own timestamps, on average",
    { kind },
  ),
  trimtab_scale_writes_total: counter("Replica count writes, by result", {
    kind,
    result: "`Written`, or an error's code, such as `Conflict`, `Forbidden`",
  }),
  trimtab_reconcile_total: counter("Reconciles of an object, by outcome", {
    kind,
    outcome: "`done`, `retry`",
  }),
  trimtab_queue_depth: gauge("Objects waiting for a worker", { kind }),
  trimtab_queue_wait_seconds: histogram(
    "Time from the first enqueue of an object to its reconcile",
    { kind },
  ),
  trimtab_due_lateness_seconds: histogram(
    "Time from when an object's timed reconcile was due to its start",
    { kind },
  ),
  trimtab_kube_requests_total: counter("Requests to the API server", {
    verb,
    resource: "such as `deployments/scale`; for custom and external metrics the API group",
    code: "HTTP status, or the error, such as `Timeout`; `NoTurn`: never sent, because earlier requests used up its deadline",
  }),
  trimtab_kube_request_duration_seconds: histogram(
    "Time to the API server's complete response (watches: to its first byte)",
    { verb },
  ),
  trimtab_metric_source_queries_total: counter("Queries to metric sources", {
    source: "the name of the metric source",
    code: "HTTP status, or the error, such as `Timeout`, `Unreachable`",
  }),
  trimtab_metric_source_query_duration_seconds: histogram(
    "Time to a metric source's complete answer, or to the error",
    { source: "the name of the metric source" },
  ),
  trimtab_kube_reflectors: gauge("Open watches, connected or not", { resource }),
  trimtab_kube_reflectors_disconnected: gauge("Watches disconnected from the API server", {
    resource,
  }),
  trimtab_kube_reflector_failing_seconds: gauge(
    "How long the longest-disconnected watch has been disconnected; 0 if none is",
    { resource },
  ),
  trimtab_kube_reflector_silence_seconds: gauge(
    "Time since the last list, event or bookmark of the longest-silent watch",
    { resource },
  ),
  trimtab_kube_reflector_objects: gauge("Objects cached in memory", { resource }),
  trimtab_admission_reviews_total: counter("Admission reviews, by verdict", {
    kind: `${kind}, \`Other\``,
    verdict: "`allowed`, `denied`, `fault`",
  }),
  trimtab_admission_review_duration_seconds: histogram("Time to an admission verdict", {
    kind: `${kind}, \`Other\``,
  }),
  trimtab_webhook_certificate_expiry_timestamp_seconds: gauge(
    "Expiry of the served certificate, in seconds since 1970",
  ),
  trimtab_events_dropped_total: counter("Events not written, by reason", {
    reason: "`RateLimited`, `QueueFull`, or an error's code",
  }),
  trimtab_internal_faults_total: counter("Internal faults, each one a bug", {
    where: "`reconcile`, `watch`, `admission`, `forecasts`, `process`",
  }),
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof metricDefinitions;
export type LabelOf<Name extends MetricName> = keyof (typeof metricDefinitions)[Name]["labels"] &
  string;
