import { NamespaceMetrics, type MetricsPorts, type MetricsState } from "./namespace-pod-metrics.ts";

/** The pods whose resource usage is wanted, and how often. */
export interface Consumers {
  readonly namespace: string;
  readonly selector: string;
  readonly periodSeconds: number;
}

const prefix = "podmetrics/";

/**
 * Resource usage of pods. It is requested once per namespace and period, for all objects that need it. The
 * shortest period sets the pace. Objects with a longer period are notified when that has passed.
 */
export class PodMetrics {
  readonly #ports: MetricsPorts;
  readonly #namespaces = new Map<string, NamespaceMetrics>();

  constructor(ports: MetricsPorts) {
    this.#ports = ports;
  }

  /** The name under which answers are announced. */
  thing({ namespace, selector, periodSeconds }: Consumers): string {
    return `${prefix}${namespace}/${periodSeconds}/${selector}`;
  }

  /** The latest answer. The first one takes a moment. */
  read(consumers: Consumers): MetricsState {
    const { namespace, selector, periodSeconds } = consumers;
    const metrics = this.#namespaces.get(namespace) ?? new NamespaceMetrics(namespace, this.#ports);
    this.#namespaces.set(namespace, metrics);
    const wish = { selector, periodMs: periodSeconds * 1000 };
    return metrics.read(this.thing(consumers), wish);
  }

  /** Called when nothing depends on this name any more. */
  release(thing: string): void {
    if (!thing.startsWith(prefix)) return;
    const namespace = thing.slice(prefix.length, thing.indexOf("/", prefix.length));
    if (this.#namespaces.get(namespace)?.release(thing) === 0) this.#namespaces.delete(namespace);
  }
}
