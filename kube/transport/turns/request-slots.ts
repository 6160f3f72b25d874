import { FairShare } from "./fair-share.ts";

/** Places for requests. A request waits for its place and gives up after a timeout. */
export class RequestSlots {
  readonly #share: FairShare<() => void>;

  /** @param least places that an owner keeps while its requests time out; default: all */
  constructor(places: number, least?: number) {
    this.#share = new FairShare(places, least);
  }

  /** True: the caller holds a place and must `leave` it. False: timeout. */
  enter(owner: string, withinMs: number): Promise<boolean> {
    return new Promise(resolve => {
      const admit = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const giveUp = (): void => {
        this.#share.remove(owner, admit);
        resolve(false);
      };
      const timer = setTimeout(giveUp, Math.max(1, Math.ceil(withinMs)));
      this.#share.add(owner, admit);
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
