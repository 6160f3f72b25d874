import type { Topic } from "../workqueue/subscriptions.ts";

/** What starts when this replica becomes the leader, and stops when it no longer leads. */
export interface LeaderCallbacks {
  /** @param isFirst no other replica led before, so no write can be unknown here */
  readonly onStartedLeading: (isFirst: boolean) => void;
  readonly onStoppedLeading: () => Promise<void>;
  /** Another installation decides in these namespaces from now on, or no longer does. */
  readonly onNamespacesLeft?: (namespaces: readonly string[]) => void;
}

/** One part of the process, with a handler for each process-wide event that concerns it. */
export interface Participant {
  /** A target, or the claims on a target, have changed. */
  readonly wake?: (topic: Topic) => void;
  /** A disconnected watch is connected again, or an outage has ended. */
  readonly reconnected?: () => void;
  /** This replica holds the Lease of its installation, which may have to leave the namespaces to another one. */
  readonly elected?: () => void;
  readonly leaderCallbacks?: LeaderCallbacks;
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

  elected(): void {
    for (const { elected } of this.#all) elected?.();
  }

  /** This replica leads now. `isFirst`: no other one did before. */
  startedLeading(isFirst: boolean): void {
    for (const { leaderCallbacks } of this.#all) leaderCallbacks?.onStartedLeading(isFirst);
  }

  /** This replica no longer leads. Resolves once nothing is being written. */
  async stoppedLeading(): Promise<void> {
    await Promise.all(this.#all.flatMap(each => each.leaderCallbacks?.onStoppedLeading() ?? []));
  }

  namespacesLeft(namespaces: readonly string[]): void {
    for (const { leaderCallbacks } of this.#all) leaderCallbacks?.onNamespacesLeft?.(namespaces);
  }

  async whenSynced(): Promise<void> {
    await Promise.all(this.#all.flatMap(({ objects }) => objects?.whenSynced() ?? []));
  }

  depths(): Map<string, number> {
    const queues = this.#all.flatMap(({ queue }) => queue ?? []);
    return new Map(queues.map(queue => [queue.kind, queue.depth()]));
  }
}
