import { setTimeout as sleep } from "node:timers/promises";

import { expect } from "vitest";

import { apiRequest, mustRequest } from "../../hack/cluster/api.ts";
import { eventually } from "./eventually.ts";
import type { Sandbox } from "./cluster/sandbox.ts";

interface Scale {
  readonly metadata?: { readonly resourceVersion?: string };
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly replicas?: number };
}

/**
 * Moves replicas from one workload to another, one by one, like the deployment in the proposal of 2015: it
 * continues from the current counts, even if others change them meanwhile.
 */
export class Deployer {
  readonly #sandbox: Sandbox;
  readonly #collection: string;

  /** @param collection  such as apis/apps/v1/deployments */
  constructor(sandbox: Sandbox, collection: string) {
    this.#sandbox = sandbox;
    this.#collection = collection;
  }

  /** Moves replicas until none is left; `meanwhile` receives the number moved so far. */
  async move(
    { from, to, paceMs }: { from: string; to: string; paceMs: number },
    meanwhile: (moved: number) => void | Promise<void>,
  ): Promise<void> {
    for (let moved = 0; await this.#add(from, 0); moved++) {
      await meanwhile(moved);
      await this.#add(to, 1);
      await this.#add(from, -1);
      await Promise.all([this.#isObserved(from), this.#isObserved(to)]);
      await sleep(paceMs);
    }
  }

  /** Waits until the workload's controller has created or removed the pods. */
  async #isObserved(name: string): Promise<void> {
    const { cluster } = this.#sandbox;
    const path = `${this.#sandbox.path(this.#collection, name)}/scale`;
    await eventually(async () => {
      const { spec, status } = (await mustRequest(cluster, "GET", path)) as Scale;
      expect(status?.replicas ?? 0).toBe(spec?.replicas ?? 0);
    });
  }

  /** Returns the new count. */
  async #add(name: string, change: number): Promise<number> {
    const { cluster } = this.#sandbox;
    const path = `${this.#sandbox.path(this.#collection, name)}/scale`;
    for (;;) {
      const { metadata, spec } = (await mustRequest(cluster, "GET", path)) as Scale;
      const replicas = Math.max(0, (spec?.replicas ?? 0) + change);
      if (change === 0) return replicas;
      const body = { metadata, spec: { replicas } };
      const { code, text } = await apiRequest(cluster, "PATCH", path, body);
      if (code === 200) return replicas;
      if (code !== 409) throw new Error(`PATCH ${path}: ${code} ${text}`);
    }
  }
}
