// controller/telemetry/: the metrics of the operator itself.

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

import type { Decision } from "../../engine/model/decision.ts";
import { limitReasonsOf } from "../../engine/words.ts";
import type { QuerySample, RequestSample } from "../../kube/transport/kube-request.ts";
import { metricDefinitions, type LabelOf, type MetricName } from "./metric-definitions.ts";
import { objectSeries, type ShownObject } from "./object-metrics.ts";

const fast = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Measures the delay of the event loop. At prom-client's 10 ms, it takes more CPU time than anything else in a small cluster. */
const loopTimerMs = 50;
/** A decision can be later than any response. */
const slow = [...fast, 30, 60, 300];

/** Names of the metrics that have exactly these labels. */
type Labelled<Label extends string> = {
  [Name in MetricName]: [LabelOf<Name>, Label] extends [Label, LabelOf<Name>] ? Name : never;
}[MetricName];

export interface MetricsRegistryOptions {
  readonly version: string;
  readonly objectMetrics: boolean;
}

/** Of samples, in seconds: a few periods. */
const ages = [1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 120, 300];

export class MetricsRegistry {
  readonly #registry = new Registry();
  readonly #objectMetrics: boolean;
  readonly #kinds = new Map<string, () => Iterable<ShownObject>>();
  #isLeader = false;
  readonly #leader = this.#gauge("trimtab_leader");
  readonly #conflict = this.#gauge("trimtab_namespace_conflict");
  readonly #transitions = this.#counter("trimtab_leader_transitions_total");
  readonly #requests = this.#counter("trimtab_kube_requests_total");
  readonly #requestSeconds = this.#histogram("trimtab_kube_request_duration_seconds");
  readonly #queries = this.#counter("trimtab_metric_source_queries_total");
  readonly #querySeconds = this.#histogram("trimtab_metric_source_query_duration_seconds");
  readonly #passes = this.#counter("trimtab_reconcile_total");
  readonly #waited = this.#histogram("trimtab_queue_wait_seconds");
  readonly #late = this.#histogram("trimtab_due_lateness_seconds", slow);
  readonly #decisions = this.#counter("trimtab_decisions_total");
  readonly #sampleAge = this.#histogram("trimtab_sample_age_seconds", ages);
  readonly #holds = this.#counter("trimtab_holds_total");
  readonly #writes = this.#counter("trimtab_scale_writes_total");
  readonly #reviews = this.#counter("trimtab_admission_reviews_total");
  readonly #reviewSeconds = this.#histogram("trimtab_admission_review_duration_seconds");
  readonly #certificateEnd = this.#gauge("trimtab_webhook_certificate_expiry_timestamp_seconds");
  readonly #eventsDropped = this.#counter("trimtab_events_dropped_total");
  readonly #faults = this.#counter("trimtab_internal_faults_total");

  constructor({ version, objectMetrics }: MetricsRegistryOptions) {
    this.#objectMetrics = objectMetrics;
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: loopTimerMs });
    this.#gauge("trimtab_build_info").set({ version, node: process.versions.node }, 1);
    // Unknown, which is not 0.
    this.#certificateEnd.remove();
    // Start at 0, so that the first fault counts as an increase. The same goes for kinds, below.
    for (const where of ["reconcile", "watch", "admission", "forecasts", "process"])
      this.#faults.inc({ where }, 0);
  }

  async exposition(): Promise<string> {
    const text = await this.#registry.metrics();
    return text + (await objectSeries(this.#objects(), this.#objectMetrics));
  }

  request({ verb, resource, code, milliseconds }: RequestSample): void {
    this.#requests.inc({ verb, resource, code });
    if (milliseconds !== null) this.#requestSeconds.observe({ verb }, milliseconds / 1000);
  }

  /** `source`: as configured, so there are few. */
  query({ source, code, milliseconds }: QuerySample): void {
    this.#queries.inc({ source, code });
    this.#querySeconds.observe({ source }, milliseconds / 1000);
  }

  pass(kind: string, outcome: string): void {
    this.#passes.inc({ kind, outcome });
  }

  /** lateMs: time since the object was due; null: it was not due. */
  waited(kind: string, milliseconds: number, lateMs: number | null): void {
    this.#waited.observe({ kind }, milliseconds / 1000);
    if (lateMs !== null) this.#late.observe({ kind }, lateMs / 1000);
  }

  decision(kind: string, decision: Decision): void {
    const { from, to } = decision;
    this.#decisions.inc({ kind, direction: to > from ? "up" : to < from ? "down" : "hold" });
    for (const reason of limitReasonsOf(decision)) this.#holds.inc({ kind, reason });
    for (const { sampleAgeSeconds: age } of decision.votes)
      if (age !== undefined) this.#sampleAge.observe({ kind }, age);
  }

  withheld(kind: string, reason: "DryRun" | "NotOwner"): void {
    this.#holds.inc({ kind, reason });
  }

  write(kind: string, result: string): void {
    this.#writes.inc({ kind, result });
  }

  /** Any client that reaches the port may send a review of any kind. */
  review(named: string, verdict: string, milliseconds: number): void {
    const kind = this.#kinds.has(named) ? named : "Other";
    this.#reviews.inc({ kind, verdict });
    this.#reviewSeconds.observe({ kind }, milliseconds / 1000);
  }

  certificateExpires(epochSeconds: number): void {
    this.#certificateEnd.set(epochSeconds);
  }

  /** Sets whether this process decides and writes. */
  leading(isLeader: boolean): void {
    if (isLeader !== this.#isLeader) this.#transitions.inc();
    this.#isLeader = isLeader;
    this.#leader.set(isLeader ? 1 : 0);
  }

  /** The other installations that work in the same namespaces. */
  namespaceConflict(conflicts: readonly { readonly namespace: string; readonly holder: string }[]) {
    this.#conflict.reset();
    for (const { namespace, holder } of conflicts) this.#conflict.set({ namespace, holder }, 1);
  }

  eventDropped(reason: string): void {
    this.#eventsDropped.inc({ reason });
  }

  fault(where: string): void {
    this.#faults.inc({ where });
  }

  /** Adds a kind that this process scales. Its objects are read on scrape. */
  scales(kind: string, objects: () => Iterable<ShownObject>): void {
    this.#kinds.set(kind, objects);
    for (const direction of ["up", "down", "hold"]) this.#decisions.inc({ kind, direction }, 0);
    for (const verdict of ["allowed", "denied", "fault"]) this.#reviews.inc({ kind, verdict }, 0);
    this.#writes.inc({ kind, result: "Written" }, 0);
    for (const times of [this.#waited, this.#late, this.#reviewSeconds]) times.zero({ kind });
  }

  observe<Label extends "kind" | "resource">(
    name: Labelled<Label>,
    label: Label,
    read: () => Map<string, number>,
  ): void {
    const gauge = this.#gauge(name, () => {
      gauge.reset();
      for (const [value, count] of read()) gauge.set({ [label]: value }, count);
    });
  }

  /** None on a standby replica: the leader exposes its objects. */
  *#objects(): Iterable<ShownObject> {
    if (!this.#isLeader) return;
    for (const objects of this.#kinds.values()) yield* objects();
  }

  #gauge(name: MetricName, collect?: () => void): Gauge {
    return new Gauge({ ...this.#definition(name), ...(collect && { collect }) });
  }

  #counter(name: MetricName): Counter {
    return new Counter(this.#definition(name));
  }

  #histogram(name: MetricName, buckets = fast): Histogram {
    return new Histogram({ ...this.#definition(name), buckets });
  }

  #definition(name: MetricName) {
    const { help, labels } = metricDefinitions[name];
    return { name, help, labelNames: Object.keys(labels), registers: [this.#registry] };
  }
}
