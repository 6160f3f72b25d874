import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

import type { RequestSample } from "../kube/transport.ts";

const fast = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * The operator's metrics. Names and labels are an interface: add, never rename. No label grows with
 * the number of objects.
 */
export class Telemetry {
  readonly registry = new Registry();
  readonly #requests = this.#counter("kube_requests_total", "Requests to the API server", [
    "verb",
    "resource",
    "code",
  ]);
  readonly #requestSeconds = this.#histogram(
    "kube_request_duration_seconds",
    "Time to the API server's whole answer (watches: to its first byte)",
    ["verb"],
  );
  readonly #passes = this.#counter("reconcile_total", "Passes over an object, by how they ended", [
    "kind",
    "outcome",
  ]);
  readonly #waited = this.#histogram(
    "queue_wait_seconds",
    "Time from the first wake-up of an object to its pass",
    ["kind"],
  );
  readonly #decisions = this.#counter("decisions_total", "Decisions, by direction", [
    "kind",
    "direction",
  ]);
  readonly #writes = this.#counter("scale_writes_total", "Writes of a replica count, by result", [
    "kind",
    "result",
  ]);
  readonly #reviews = this.#counter("admission_reviews_total", "Admission reviews, by verdict", [
    "kind",
    "verdict",
  ]);
  readonly #reviewSeconds = this.#histogram(
    "admission_review_duration_seconds",
    "Time to an admission verdict",
    ["kind"],
  );
  readonly #eventsDropped = this.#counter("events_dropped_total", "Events not written, by why", [
    "reason",
  ]);
  readonly #faults = this.#counter("internal_faults_total", "Bugs that showed themselves", [
    "where",
  ]);

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  request({ verb, resource, code, milliseconds }: RequestSample): void {
    this.#requests.inc({ verb, resource, code });
    this.#requestSeconds.observe({ verb }, milliseconds / 1000);
  }

  pass(kind: string, outcome: string): void {
    this.#passes.inc({ kind, outcome });
  }

  waited(kind: string, milliseconds: number): void {
    this.#waited.observe({ kind }, milliseconds / 1000);
  }

  decision(kind: string, from: number, to: number): void {
    this.#decisions.inc({ kind, direction: to > from ? "up" : to < from ? "down" : "hold" });
  }

  write(kind: string, result: string): void {
    this.#writes.inc({ kind, result });
  }

  review(kind: string, verdict: string, milliseconds: number): void {
    this.#reviews.inc({ kind, verdict });
    this.#reviewSeconds.observe({ kind }, milliseconds / 1000);
  }

  eventDropped(reason: string): void {
    this.#eventsDropped.inc({ reason });
  }

  fault(where: string): void {
    this.#faults.inc({ where });
  }

  /** A gauge that is read when it is scraped. */
  observe(name: string, help: string, label: string, read: () => Map<string, number>): void {
    const gauge = new Gauge({
      name: `trimtab_${name}`,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect: () => {
        gauge.reset();
        for (const [value, count] of read()) gauge.set({ [label]: value }, count);
      },
    });
  }

  #counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name: `trimtab_${name}`, help, labelNames, registers: [this.registry] });
  }

  #histogram(name: string, help: string, labelNames: string[]): Histogram {
    const common = { name: `trimtab_${name}`, help, labelNames, buckets: fast };
    return new Histogram({ ...common, registers: [this.registry] });
  }
}
