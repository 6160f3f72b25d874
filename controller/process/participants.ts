import type { Leadership } from "../leader/write-fence.ts";
import type { Topic } from "../workqueue/topic.ts";

/** One part of the process, with a handler for each process-wide event that concerns it. */
export interface Participant {
  /** A target, or the claims on a target, have changed. */
  readonly wake?: (topic: Topic) => void;
  /** A disconnected watch is connected again, or an outage has ended. */
  readonly reconnected?: () => void;
  readonly leadership?: Leadership;
  /** The objects of one of our own kinds: the claims on a target are only known when all kinds are synced. */
  readonly objects?: { whenSynced(): Promise<void> };
  readonly queue?: { readonly kind: string; depth(): number };
}

/** The parts that join the process after its dependencies are made. */
export class Participants {
  readonly #all: Participant[] = [];

  join(participant: Participant): void {
    this.#all.push(participant);
  }

  wake(topic: Topic): void {
    for (const { wake } of this.#all) wake?.(topic);
  }

  reconnected(): void {
    for (const { reconnected } of this.#all) reconnected?.();
  }

  /** This replica leads now. `isFirst`: no other one did before. */
  lead(isFirst: boolean): void {
    for (const { leadership } of this.#all) leadership?.begin(isFirst);
  }

  /** This replica leads no more. Resolves once nothing is being written. */
  async follow(): Promise<void> {
    await Promise.all(
      this.#all.flatMap(({ leadership }) => (leadership ? [leadership.end()] : [])),
    );
  }

  async whenSynced(): Promise<void> {
    await Promise.all(this.#all.flatMap(({ objects }) => (objects ? [objects.whenSynced()] : [])));
  }

  /** The number of waiting objects, by kind. */
  depths(): Map<string, number> {
    const queues = this.#all.flatMap(({ queue }) => queue ?? []);
    return new Map(queues.map(queue => [queue.kind, queue.depth()]));
  }
}
