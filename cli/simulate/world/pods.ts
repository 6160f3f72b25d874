import type { Pod } from "../../../engine/model/observation/pod.ts";
import type { PodRequests } from "../../../engine/model/observation/pod-requests.ts";
import type { EpochMs } from "../../../engine/model/values/result.ts";

interface SimulatedPod {
  readonly pod: Pod;
  readonly readyAt: EpochMs;
}

interface Ports {
  readonly requests: PodRequests;
  /** When a pod that is created now is ready; `pods` counts it. */
  readonly readyAt: (now: EpochMs, pods: number) => EpochMs;
}

/** The pods of one workload. A pod is pending until it is ready. */
export class Pods {
  readonly #ports: Ports;
  /** In the order of readiness. */
  readonly #ready: SimulatedPod[] = [];
  /** In the order of creation. */
  readonly #starting: SimulatedPod[] = [];
  #created = 0;
  #listed: readonly Pod[] | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  get count(): number {
    return this.#ready.length + this.#starting.length;
  }

  get ready(): number {
    return this.#ready.length;
  }

  /** When the next pod becomes ready; Infinity: none is starting. */
  nextReadyAt: EpochMs = Infinity;

  /** The same list until something changes. */
  get list(): readonly Pod[] {
    return (this.#listed ??= [...this.#ready, ...this.#starting].map(({ pod }) => pod));
  }

  /** The ready pods from the last to the first. */
  newest(): readonly SimulatedPod[] {
    return this.#ready.toReversed();
  }

  /** Pods that were ready long before the simulation. */
  begin(count: number, since: EpochMs): void {
    for (let left = count; left > 0; left -= 1) this.#becomeReady(this.#create(since, since));
  }

  /** Source  the ReplicaSet controller: pods that are not ready go first, then the youngest. */
  scaleTo(count: number, now: EpochMs): void {
    for (let left = this.count - count; left > 0; left -= 1) {
      if (!this.#starting.pop()) this.#ready.pop();
    }
    while (this.count < count) {
      this.#starting.push(this.#create(now, this.#ports.readyAt(now, this.count + 1)));
    }
    this.#change();
  }

  /** Lets pods become ready whose time has come. */
  advance(now: EpochMs): void {
    if (this.nextReadyAt > now) return;
    const due = this.#starting.filter(({ readyAt }) => readyAt <= now);
    const rest = this.#starting.filter(({ readyAt }) => readyAt > now);
    this.#starting.splice(0, Infinity, ...rest);
    for (const pod of due.toSorted((a, b) => a.readyAt - b.readyAt)) this.#becomeReady(pod);
    this.#change();
  }

  #create(now: EpochMs, readyAt: EpochMs): SimulatedPod {
    this.#created += 1;
    const { requests } = this.#ports;
    const shape = { name: `pod-${this.#created}`, labels: {}, isDeleting: false, requests };
    const well = { owner: null, failure: null, hasNode: true };
    return { pod: { ...shape, ...well, phase: "Pending", startTime: now, ready: null }, readyAt };
  }

  #becomeReady({ pod, readyAt }: SimulatedPod): void {
    const ready = { status: "True", since: readyAt };
    this.#ready.push({ pod: { ...pod, phase: "Running", ready }, readyAt });
  }

  #change(): void {
    this.#listed = null;
    this.nextReadyAt = Math.min(Infinity, ...this.#starting.map(({ readyAt }) => readyAt));
  }
}

export interface NodeSettings {
  /** Nodes at the start, and at the least. */
  readonly count: number;
  readonly podsPerNode: number;
  /** From the order of a node until it is ready. */
  readonly startMs: number;
}

/** A node that has been spare for so long leaves. Source  cluster-autoscaler, --scale-down-unneeded-time. */
const spareMs = 600_000;

/** Nodes that are ordered when pods do not fit, and leave when they are spare. */
export class Nodes {
  readonly #settings: NodeSettings;
  #ready: number;
  #ordered: EpochMs[] = [];
  /** Since when that many nodes are enough; null: all are needed. */
  #spareSince: EpochMs | null = null;

  constructor(settings: NodeSettings) {
    this.#settings = settings;
    this.#ready = settings.count;
  }

  /** When the pod that makes the number of pods this large has a node. */
  roomFor(pods: number, now: EpochMs): EpochMs {
    this.#arrive(now);
    const { podsPerNode, startMs } = this.#settings;
    const needed = Math.ceil(pods / podsPerNode);
    while (this.#ready + this.#ordered.length < needed) this.#ordered.push(now + startMs);
    return needed <= this.#ready ? now : (this.#ordered[needed - this.#ready - 1] ?? now);
  }

  /** Lets spare nodes go. Nodes that are ordered arrive all the same. */
  release(pods: number, now: EpochMs): void {
    this.#arrive(now);
    const { podsPerNode, count } = this.#settings;
    const needed = Math.max(count, Math.ceil(pods / podsPerNode));
    if (needed >= this.#ready) {
      this.#spareSince = null;
      return;
    }
    this.#spareSince ??= now;
    if (now - this.#spareSince < spareMs) return;
    this.#ready = needed;
    this.#spareSince = null;
  }

  #arrive(now: EpochMs): void {
    while ((this.#ordered[0] ?? Infinity) <= now) {
      this.#ordered.shift();
      this.#ready += 1;
    }
  }
}
