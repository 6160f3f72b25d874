import type { Cluster } from "./types.ts";

interface Sample {
  /** A quantity; null: there is no such value any more. */
  readonly value: string | null;
  /** RFC 3339; without it, whenever it is asked for. */
  readonly timestamp?: string;
  readonly windowSeconds?: number;
  /** What a metric's selector is compared with; values that differ in them stand side by side. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** About an object, which needs to exist only where it is found by a selector. */
export interface CustomValue extends Sample {
  /** As a path has it: pods, deployments.apps. */
  readonly resource: string;
  /** None for what belongs to no namespace, namespaces among them. */
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
 * How questions about values go wrong; discovery keeps working.
 *
 * hanging  until the asker, or the API server after a minute, has had enough
 * units    every value is written with this suffix: "1500m" is "0.0015k", "1500000u" or, with "", "1.5"
 */
export type Fault =
  | { readonly mode: "slow"; readonly milliseconds: number }
  | { readonly mode: "empty" }
  | { readonly mode: "failing"; readonly status: number }
  | { readonly mode: "hanging" }
  | { readonly mode: "units"; readonly suffix: string };

/** What custom.metrics.k8s.io and external.metrics.k8s.io of a cluster say, and how they fail. */
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

  /** For one namespace, or for all that have no fault of their own; null: none any more. */
  async setFault(group: MetricsGroup, fault: Fault | null, namespace = ""): Promise<void> {
    await this.#put("fault", { group, namespace, ...(fault ?? { mode: "" }) });
  }

  /** Takes back all that was set in a namespace; "" is what belongs to none. */
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
