import type { StepJson } from "../../../cli/evaluate/recorded-step.ts";
import { type Random } from "../../../cli/simulate/random.ts";
import { below } from "../../random.ts";
import { iso } from "../world/pods.ts";
import { NOON } from "../world/loop-world.ts";
import { chance } from "./specs.ts";

export type MetricsJson = NonNullable<StepJson["metrics"]>;

const long = NOON - 3_600_000;

/** Draws what an autoscaler reads in each sync. The loads last for several syncs. */
export class Steps {
  readonly #random: Random;
  #messages = 20;
  #usage = 300;

  constructor(random: Random) {
    this.#random = random;
  }

  get messages(): number {
    return this.#messages;
  }

  next(index: number, replicas: number): StepJson {
    const random = this.#random;
    const now = NOON + index * 15_000 + below(random, 1000);
    if (chance(random, 0.15)) this.#messages = below(random, 150);
    if (chance(random, 0.15)) this.#usage = below(random, 1000);
    const names = Array.from({ length: replicas }, (_, pod) => `web-${pod}`);
    const failing = ["resource", "external/queue"].filter(() => chance(random, 0.08));
    const isRolling = chance(random, 0.1);
    return {
      now: iso(now),
      scale: {
        ...{ specReplicas: replicas, statusReplicas: replicas, selector: "app=web" },
        ...(isRolling ? { rollout: "Rolling" } : {}),
      },
      pods: names.map((name, pod) => this.#pod(name, pod)),
      metrics: {
        resource: names.flatMap((name, pod) =>
          pod > 2 && chance(random, 0.05) ? [] : [this.#sample(name, now)],
        ),
        external: { queue: [String(this.#messages)] },
        ...(failing.length > 0 ? { errors: failing } : {}),
      },
    };
  }

  /** The first five have run for long; of the others, some are not ready. */
  #pod(name: string, pod: number) {
    const startTime = pod > 4 ? NOON - 100_000 : long;
    const isReady = pod <= 4 || pod % 4 !== 0 || chance(this.#random, 0.7);
    const lastTransitionTime = iso(isReady ? startTime + 10_000 : startTime);
    const status = isReady ? "True" : "False";
    return {
      metadata: { name, labels: { app: "web" } },
      spec: { containers: [{ name: "main", resources: { requests: { cpu: "1" } } }] },
      status: {
        ...{ phase: "Running", startTime: iso(startTime) },
        conditions: [{ type: "Ready", status, lastTransitionTime }],
      },
    };
  }

  #sample(name: string, now: number) {
    const noise = below(this.#random, 200) - 100;
    const usage = Math.min(1000, Math.max(5, this.#usage + noise));
    return {
      ...{ metadata: { name }, timestamp: iso(now - 5000), window: "15s" },
      containers: [{ name: "main", usage: { cpu: `${usage}m` } }],
    };
  }
}

/** Every pod uses more. */
export const withMoreUsage = ({ resource = [], ...rest }: MetricsJson): MetricsJson => ({
  ...rest,
  resource: resource.map(item => ({
    ...item,
    containers: (item.containers ?? []).map(({ name, usage }) => ({
      name,
      usage: { cpu: `${Number.parseInt(usage?.["cpu"] ?? "0", 10) + 100}m` },
    })),
  })),
});
