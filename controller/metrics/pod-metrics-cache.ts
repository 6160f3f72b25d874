import {
  NamespacePodMetrics,
  type MetricsPorts,
  type MetricsState,
} from "./namespace-pod-metrics.ts";
import { oncePerObject } from "../memoize-by-object.ts";
import { type Tracker, topicOf, type Topic } from "../workqueue/subscriptions.ts";
import { shareOf } from "../workqueue/sync-period.ts";
import { shared, type Moments } from "./moments.ts";
import { SampleTimes } from "./sample-times.ts";

/** The pods whose resource usage is wanted, and how often. */
export interface Consumers {
  readonly namespace: string;
  readonly selector: string;
  readonly periodSeconds: number;
}

/** About what a decision takes: spread over the time that all of them take, none waits for others. */
const eachObjectMs = 0.25;
const longestSpread = 0.25;

/**
 * Resource usage of pods. It is requested once per namespace and period, for all objects that need it. The
 * shortest period sets the pace. Objects with a longer period are notified when that has passed.
 */
export class PodMetrics {
  readonly #ports: MetricsPorts;
  readonly #namespaces = new Map<string, NamespacePodMetrics>();
  /** Of the whole cluster: they have one source. */
  readonly #moments = shared(new SampleTimes());

  constructor(ports: MetricsPorts) {
    this.#ports = ports;
  }

  readonly topic = oncePerObject(({ namespace, selector, periodSeconds }: Consumers): Topic =>
    topicOf("podmetrics", namespace, periodSeconds, selector),
  );

  /** The latest answer. The first one takes a moment. */
  read(consumers: Consumers, tracker: Tracker): MetricsState {
    const { namespace, selector, periodSeconds } = consumers;
    const topic = this.topic(consumers);
    tracker.add(topic);
    const metrics = this.#namespaces.get(namespace) ?? this.#open(namespace, periodSeconds * 1000);
    return metrics.read(topic, { selector, periodMs: periodSeconds * 1000 });
  }

  /** When the latest answer was requested; Infinity: it is a failure, or not of this cache. */
  askedAt(topic: Topic): number {
    const [kind, namespace = ""] = topic.split("/", 2);
    return (kind === "podmetrics" ? this.#namespaces.get(namespace)?.askedAt : null) ?? Infinity;
  }

  /** When those of a namespace are requested; null: no object needs them. */
  momentsIn(namespace: string): Moments | null {
    return this.#namespaces.get(namespace)?.moments ?? null;
  }

  #open(namespace: string, periodMs: number): NamespacePodMetrics {
    const { cluster, total } = this.#ports;
    const offsetMs = (): number =>
      cluster.isShared
        ? 0
        : shareOf(namespace) * Math.min(longestSpread * periodMs, eachObjectMs * total());
    const metrics = new NamespacePodMetrics(namespace, this.#ports, this.#moments(offsetMs));
    this.#namespaces.set(namespace, metrics);
    return metrics;
  }

  release(topic: Topic): void {
    const [, namespace = ""] = topic.split("/", 2);
    const left = this.#namespaces.get(namespace)?.rounds.release(topic);
    if (left !== 0) return;
    this.#namespaces.delete(namespace);
    this.#ports.cluster.forget(namespace);
  }
}
