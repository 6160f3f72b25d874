import { timestamp } from "../../../engine/model/values/time.ts";
import type { Dice } from "./dice.ts";
import { requests } from "./measures.ts";

interface Pod {
  readonly name: string;
  readonly startTime: number;
  readonly readyAt: number;
  phase: "Pending" | "Running" | "Succeeded" | "Failed";
  /** When it last became ready or unready. */
  since: number;
  isReady: boolean;
  isDeleting: boolean;
}

/** A workload whose pods follow its count and fail now and then. */
export class DrawnWorkload {
  replicas: number;
  /** The last writer of the count. */
  writer: "Operator" | "Other" = "Other";
  rollout: "Rolling" | "Announced" | null = null;
  readonly name: string;
  readonly #dice: Dice;
  readonly #hasRequests: boolean;
  readonly #startMs: number;
  #pods: Pod[] = [];
  #made = 0;

  constructor(dice: Dice, name: string, replicas: number) {
    this.name = name;
    this.replicas = replicas;
    this.#dice = dice;
    this.#hasRequests = dice.chance(0.95);
    this.#startMs = dice.pick([5, 20, 70, 400]) * 1000;
  }

  get selector(): string {
    return `app=${this.name}`;
  }

  get statusReplicas(): number {
    return this.#pods.filter(({ isDeleting }) => !isDeleting).length;
  }

  get running(): readonly Pod[] {
    return this.#pods.filter(({ phase, isReady }) => phase === "Running" && isReady);
  }

  /** Every pod with samples, also some that is not ready. */
  get measured(): readonly Pod[] {
    return this.#pods.filter(({ phase }) => phase === "Running" || phase === "Succeeded");
  }

  settle(now: number): void {
    while (this.#pods.length < this.replicas) this.#add(now - 3_600_000);
    this.#advancePods(now);
  }

  advance(now: number): void {
    this.#pods = this.#pods.filter(({ isDeleting }) => !isDeleting);
    // During a rollout there is one pod more.
    const wanted = this.replicas + (this.rollout === "Rolling" && this.replicas > 0 ? 1 : 0);
    for (const pod of this.#pods.slice(wanted)) pod.isDeleting = true;
    while (this.#pods.length < wanted) this.#add(now);
    this.#advancePods(now);
  }

  #advancePods(now: number): void {
    const dice = this.#dice;
    for (const pod of this.#pods) {
      if (pod.phase === "Pending" && now >= pod.startTime + 2000) pod.phase = "Running";
      if (pod.phase !== "Running") continue;
      const isLate = dice.chance(0.03);
      if (!pod.isReady && now >= pod.readyAt && !isLate) {
        [pod.isReady, pod.since] = [true, Math.max(pod.readyAt, pod.since)];
      } else if (pod.isReady && dice.chance(0.02)) {
        [pod.isReady, pod.since] = [false, now];
      }
      if (dice.chance(0.01)) pod.phase = dice.pick(["Succeeded", "Failed"]);
    }
  }

  #add(startTime: number): void {
    this.#made += 1;
    this.#pods.push({
      name: `${this.name}-${this.#made}`,
      startTime,
      ...{ readyAt: startTime + this.#startMs, phase: "Pending", since: startTime },
      ...{ isReady: false, isDeleting: false },
    });
  }

  /** As the API server returns them. */
  get pods(): object[] {
    return this.#pods.map(pod => ({
      metadata: {
        ...{ name: pod.name, labels: { app: this.name } },
        ...(pod.isDeleting && { deletionTimestamp: timestamp(pod.since) }),
      },
      spec: { containers: this.#hasRequests ? containers : withoutRequests },
      status: {
        phase: pod.phase,
        ...(pod.phase !== "Pending" && {
          startTime: timestamp(pod.startTime),
          conditions: [
            {
              type: "Ready",
              status: pod.isReady ? "True" : "False",
              lastTransitionTime: timestamp(pod.since),
            },
          ],
        }),
      },
    }));
  }
}

const quantity = (milli: number): string => `${milli}m`;

const containers = Object.entries(requests).map(([name, { cpu, memory }]) => ({
  ...{ name, resources: { requests: { cpu: quantity(cpu), memory: `${memory / 1000}` } } },
}));
const withoutRequests = [{ name: "app", resources: {} }];
