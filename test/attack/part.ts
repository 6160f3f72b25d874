import { setTimeout as sleep } from "node:timers/promises";

import { apiRequest, type ApiTarget } from "../../hack/cluster/api.ts";
import { pausedForever } from "../../hack/cluster/operator/workloads.ts";
import { pauseAt } from "./pace.ts";
import type { Random } from "../../cli/simulate/random.ts";

/** The environment of a part of an attack. */
export interface Attacker {
  /** With the tenant's credentials. */
  readonly target: ApiTarget;
  readonly namespace: string;
  readonly random: Random;
  /** The pace, relative to the pauses that the parts state. */
  readonly rate: number;
  readonly signal: AbortSignal;
  /** Sends a request and counts its response; returns the status code, 0 without a response. */
  readonly send: (
    ...request: [method: string, path: string, body?: object, contentType?: string]
  ) => Promise<number>;
}

/** One kind of attack; all of them run at once. */
export interface Part {
  readonly name: string;
  /** Creates its objects. */
  readonly prepare?: (attacker: Attacker) => Promise<void>;
  readonly act: (attacker: Attacker, turn: number) => Promise<unknown>;
  /** Pause between two turns, at the rate 1. */
  readonly pauseMs: number;
}

/** The number of responses of each kind, by part. */
export type Tally = Record<string, Record<string, number>>;

export function count(tally: Tally, part: string, answer: string | number): void {
  const counted = (tally[part] ??= {});
  counted[answer] = (counted[answer] ?? 0) + 1;
}

/** The attacker for one part. */
export const attackerFor = (
  { name }: Part,
  tenant: Omit<Attacker, "send">,
  tally: Tally,
): Attacker => ({
  ...tenant,
  send: async (...request) => {
    const { code } = await apiRequest(tenant.target, ...request).catch(() => ({ code: 0 }));
    count(tally, name, code);
    return code;
  },
});

export async function run(part: Part, attacker: Attacker): Promise<void> {
  await part.prepare?.(attacker);
  for (let turn = 0; !attacker.signal.aborted; turn++) {
    await part.act(attacker, turn);
    await sleep(pauseAt(attacker.rate, part.pauseMs));
  }
}

/** Runs `make` for each index in turn, until the attack is over. */
export async function each(
  count: number,
  { signal }: Attacker,
  make: (index: number) => Promise<unknown>,
): Promise<void> {
  for (let index = 0; index < count && !signal.aborted; index++) await make(index);
}

const ours = "autoscaling.trimtab.dev/v1alpha1";

export const scalersIn = (namespace: string): string =>
  `/apis/${ours}/namespaces/${namespace}/autoscalers`;
export const podsIn = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;
export const deploymentsIn = (namespace: string): string =>
  `/apis/apps/v1/namespaces/${namespace}/deployments`;

export const deploymentNamed = (name: string) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  name,
});

export const scaler = (name: string, spec: object, metadata: object = {}) => ({
  ...{ apiVersion: ours, kind: "Autoscaler", metadata: { name, ...metadata } },
  spec: { maxReplicas: 3, syncPeriodSeconds: 3, ...spec },
});

/** Paused, so that all of its cost arises in the operator. */
export const deployment = (name: string, labels: object, metadata: object = {}) => ({
  metadata: { name, labels, ...metadata },
  spec: {
    ...{ ...pausedForever, replicas: 1, selector: { matchLabels: labels } },
    template: { metadata: { labels }, spec: { containers: [{ name: "main", image: "none" }] } },
  },
});
