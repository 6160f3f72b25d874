import { holdReasons } from "../engine/holds.ts";

/** One metric as the documentation shows it. */
export interface MetricDefinition {
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  /** Label names and descriptions of their values. */
  readonly labels: Readonly<Record<string, string>>;
}

const kind = "`Autoscaler`, `ClusterProportionalAutoscaler`";
const resource = "plural of what is watched";
const object = { kind, namespace: "the object's", name: "the object's" };
const code = (words: readonly string[]): string => words.map(word => `\`${word}\``).join(", ");

/**
 * All metrics that the operator defines. Names and labels are an interface: add, never rename. Only labels of
 * `trimtab_object_...` grow with the number of objects. A name ends in its unit, a counter's name in _total.
 */
export const catalogue = {
  trimtab_build_info: {
    type: "gauge",
    help: "Always 1; what runs",
    labels: { version: "of Trimtab", node: "of Node.js" },
  },
  trimtab_leader: {
    type: "gauge",
    help: "1 where this process decides and writes, 0 where it stands by",
    labels: {},
  },
  trimtab_leader_transitions_total: {
    type: "counter",
    help: "How often this process began or ceased to lead",
    labels: {},
  },
  trimtab_objects: {
    type: "gauge",
    help: "Objects that this process leads",
    labels: { kind, mode: "`Active`, `DryRun`, `Paused`", ready: "`True`, `False`, `Unknown`" },
  },
  trimtab_object_info: {
    type: "gauge",
    help: "Always 1; an object's mode, and whether it is Ready",
    labels: {
      ...object,
      mode: "`Active`, `DryRun`, `Paused`",
      ready: "`True`, `False`, `Unknown`",
    },
  },
  trimtab_object_replicas: {
    type: "gauge",
    help: "Replica counts of an object's target: what its status says, and the bounds that its latest decision kept to",
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
    help: "Decisions that changed nothing, or less than their votes asked for, by each reason",
    labels: {
      kind,
      reason: `${code(holdReasons)}; of a wish not written: \`DryRun\`, \`NotOwner\``,
    },
  },
  trimtab_scale_writes_total: {
    type: "counter",
    help: "Writes of a replica count, by result",
    labels: { kind, result: "`Written`, or an error's code, such as `Conflict`, `Forbidden`" },
  },
  trimtab_reconcile_total: {
    type: "counter",
    help: "Passes over an object, by how they ended",
    labels: { kind, outcome: "`done`, `retry`" },
  },
  trimtab_queue_depth: {
    type: "gauge",
    help: "Objects that wait for a worker",
    labels: { kind },
  },
  trimtab_queue_wait_seconds: {
    type: "histogram",
    help: "Time from the first wake-up of an object to its pass",
    labels: { kind },
  },
  trimtab_due_lateness_seconds: {
    type: "histogram",
    help: "Time from when an object was due, without anything having happened, to its pass",
    labels: { kind },
  },
  trimtab_kube_requests_total: {
    type: "counter",
    help: "Requests to the API server",
    labels: {
      verb: "such as `list`, `watch`, `patch`",
      resource: "such as `deployments/scale`; of metrics that people name the API group",
      code: "HTTP status, or what stood in its way, such as `Timeout`; `NoTurn`: it was never sent, because those before it took all of its deadline",
    },
  },
  trimtab_kube_request_duration_seconds: {
    type: "histogram",
    help: "Time to the API server's whole answer (watches: to its first byte)",
    labels: { verb: "such as `list`, `watch`, `patch`" },
  },
  trimtab_kube_reflectors: {
    type: "gauge",
    help: "Watches that are kept",
    labels: { resource },
  },
  trimtab_kube_reflectors_disconnected: {
    type: "gauge",
    help: "Watches that are cut off from the API server",
    labels: { resource },
  },
  trimtab_kube_reflector_failing_seconds: {
    type: "gauge",
    help: "For how long the longest cut off watch has been so; 0: none is",
    labels: { resource },
  },
  trimtab_kube_reflector_silence_seconds: {
    type: "gauge",
    help: "Time since the last list, event or bookmark of the watch that has been silent for longest",
    labels: { resource },
  },
  trimtab_kube_reflector_objects: {
    type: "gauge",
    help: "Objects kept in memory",
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
    help: "When the certificate that is served ends, in seconds since 1970",
    labels: {},
  },
  trimtab_events_dropped_total: {
    type: "counter",
    help: "Events not written, by why",
    labels: { reason: "`RateLimited`, `QueueFull`, or an error's code" },
  },
  trimtab_internal_faults_total: {
    type: "counter",
    help: "Bugs that showed themselves",
    labels: { where: "`reconcile`, `watch`, `admission`, `process`" },
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof catalogue;
/** Label names of a metric. */
export type LabelOf<Name extends MetricName> = keyof (typeof catalogue)[Name]["labels"] & string;
