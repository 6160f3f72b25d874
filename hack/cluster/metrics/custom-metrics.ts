import type { Cluster } from "../types.ts";

interface Sample {
  /** A quantity; null removes the value. */
  readonly value: string | null;
  /** RFC 3339; default: the time of the request. */
  readonly timestamp?: string;
  readonly windowSeconds?: number;
  /** The labels that a metric selector matches; values with different labels coexist. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** A value that describes an object, which needs to exist only for queries by selector. */
export interface CustomValue extends Sample {
  /** As in an API path: pods, deployments.apps. */
  readonly resource: string;
  /** None for cluster-scoped objects, including namespaces. */
  readonly namespace?: string;
  readonly name: string;
  readonly metric: string;
}

export interface ExternalValue extends Sample {
  readonly namespace: string;
  readonly metric: string;
}

export type MetricsGroup = "custom.metrics.k8s.io" | "external.metrics.k8s.io";

/**
 * How requests for values fail; discovery keeps working.
 *
 * hanging  until the client gives up, or the API server after a minute
 * units    writes every value with this suffix: "1500m" is "0.0015k", "1500000u" or, with "", "1.5"
 */
export type Fault =
  | { readonly mode: "slow"; readonly milliseconds: number }
  | { readonly mode: "empty" }
  | { readonly mode: "failing"; readonly status: number }
  | { readonly mode: "hanging" }
  | { readonly mode: "units"; readonly suffix: string };

/** The values and faults of custom.metrics.k8s.io and external.metrics.k8s.io in a cluster. */
export class CustomMetrics {
  readonly #control: string;

  constructor({ name, customMetricsControl }: Cluster) {
    if (customMetricsControl === undefined) {
      throw new Error(`Cluster ${name} has no custom metrics: start it with customMetrics.`);
    }
    this.#control = customMetricsControl;
  }

  async setCustom(...values: readonly CustomValue[]): Promise<void> {
    await this.#put("custom-values", values);
  }

  async setExternal(...values: readonly ExternalValue[]): Promise<void> {
    await this.#put("external-values", values);
  }

  /** For one namespace, or for all namespaces without their own fault; null removes the fault. */
  async setFault(group: MetricsGroup, fault: Fault | null, namespace = ""): Promise<void> {
    await this.#put("fault", { group, namespace, ...(fault ?? { mode: "" }) });
  }

  /** Removes everything that was set in a namespace; "" stands for cluster-scoped values. */
  async clear(namespace: string): Promise<void> {
    await this.#put("cleared-namespace", namespace);
  }

  async #put(what: string, body: unknown): Promise<void> {
    const answer = await fetch(`${this.#control}/${what}`, {
      method: "PUT",
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
  }
}
