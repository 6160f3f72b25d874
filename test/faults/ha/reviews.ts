import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest } from "../../../hack/cluster/api.ts";
import { autoscalerPath, type Place } from "../cluster/fault-cluster.ts";

/** A rejected object: when it was sent, when the response came, and its text. */
export interface Refusal {
  readonly at: number;
  readonly answeredAt: number;
  readonly answer: string;
}

const pauseMs = 50;

/** Creates objects continuously, as dry runs: one of the replicas reviews each of them. */
export class Reviews {
  readonly #place: Place;
  readonly #stopping = new AbortController();
  #ended: Promise<void> = Promise.resolve();
  sent = 0;
  /** When the accepted ones were sent. */
  readonly passed: number[] = [];
  readonly refused: Refusal[] = [];

  constructor(place: Place) {
    this.#place = place;
  }

  begin(): void {
    this.#ended = this.#run();
  }

  async end(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const at = Date.now();
      const answer = await this.#send().catch((error: unknown) => String(error));
      this.sent += 1;
      if (answer === null) this.passed.push(at);
      else this.refused.push({ at, answeredAt: Date.now(), answer });
      await sleep(pauseMs);
    }
  }

  /** Null: accepted. */
  async #send(): Promise<string | null> {
    const path = `${autoscalerPath(this.#place)}?dryRun=All`;
    const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "none" };
    const object = {
      apiVersion: "autoscaling.trimtab.dev/v1alpha1",
      kind: "ClusterProportionalAutoscaler",
      metadata: { name: `new-${this.sent}` },
      spec: { scaleTargetRefs: [ref], linear: { nodesPerReplica: 1 } },
    };
    const { code, text } = await apiRequest(this.#place.cluster, "POST", path, object);
    return code === 201 ? null : `${code} ${text}`;
  }
}
