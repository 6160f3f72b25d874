import { FairShare } from "./fair-share.ts";

interface Waiter {
  readonly enter: () => void;
}

/** Places for requests. A request waits for its place and gives up after a timeout. */
export class RequestSlots {
  readonly #share: FairShare<Waiter>;

  constructor(places: number) {
    this.#share = new FairShare(places);
  }

  /** True: the caller holds a place and must `leave` it. False: timeout. */
  enter(owner: string, withinMs: number): Promise<boolean> {
    return new Promise(resolve => {
      const guest: Waiter = {
        enter: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const giveUp = (): void => {
        this.#share.remove(owner, guest);
        resolve(false);
      };
      const timer = setTimeout(giveUp, Math.max(1, Math.ceil(withinMs)));
      this.#share.add(owner, guest);
      this.#admit();
    });
  }

  leave(owner: string): void {
    this.#share.leave(owner);
    this.#admit();
  }

  #admit(): void {
    for (let guest = this.#share.take(); guest; guest = this.#share.take()) guest.enter();
  }
}
