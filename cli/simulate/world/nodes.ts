import type { EpochMs } from "../../../engine/result.ts";

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
