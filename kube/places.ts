import { FairShare } from "./fair-share.ts";

interface Guest {
  readonly enter: () => void;
}

/** Places for requests, which wait for theirs and give up after a while. */
export class Places {
  readonly #share: FairShare<Guest>;

  constructor(places: number) {
    this.#share = new FairShare(places);
  }

  /** True: there is a place, to be left afterwards. False: there was none in time. */
  enter(owner: string, withinMs: number): Promise<boolean> {
    return new Promise(resolve => {
      const guest: Guest = {
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
