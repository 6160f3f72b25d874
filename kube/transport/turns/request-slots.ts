import { FairShare } from "./fair-share.ts";

/** Places for requests. A request waits for its place and gives up after a timeout. */
export class RequestSlots {
  readonly #share: FairShare<() => void>;

  /** @param least places that an owner keeps while its requests time out; default: all */
  constructor(places: number, least?: number) {
    this.#share = new FairShare(places, least);
  }

  /**
   * Waits in the turns of all owners of the request, and takes a place of the first who may have one: an owner
   * without a free place does not delay a request that others want, too.
   *
   * @returns the owner whose place the caller holds and must `leave`; null: timeout
   */
  enter(owners: Iterable<string>, withinMs: number): Promise<string | null> {
    return new Promise(resolve => {
      const waiting = new Map<string, () => void>();
      const end = (payer: string | null): void => {
        clearTimeout(timer);
        for (const [owner, admit] of waiting) this.#share.remove(owner, admit);
        resolve(payer);
      };
      const timer = setTimeout(() => end(null), Math.max(1, Math.ceil(withinMs)));
      const ready = this.#share.readiest(owners);
      for (const owner of ready === undefined ? owners : [ready]) {
        const admit = (): void => end(owner);
        waiting.set(owner, admit);
        this.#share.add(owner, admit);
      }
      this.#admit();
    });
  }

  /**
   * @param isAnswered false: the request timed out
   * @param afterMs how long the place stays taken
   */
  leave(owner: string, isAnswered: boolean, afterMs = 0): void {
    this.#share.learn(owner, isAnswered);
    const leaveNow = (): void => {
      this.#share.leave(owner);
      this.#admit();
    };
    if (afterMs > 0) setTimeout(leaveNow, afterMs).unref();
    else leaveNow();
  }

  #admit(): void {
    for (let admit = this.#share.take(); admit; admit = this.#share.take()) admit();
  }
}
