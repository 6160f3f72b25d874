import { FairShare } from "./fair-share.ts";

/** Places for requests. A request waits for its place and gives up after a timeout. */
export class RequestSlots {
  readonly #share: FairShare<() => void>;

  constructor(places: number) {
    this.#share = new FairShare(places);
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

  leave(owner: string): void {
    this.#share.leave(owner);
    this.#admit();
  }

  #admit(): void {
    for (let admit = this.#share.take(); admit; admit = this.#share.take()) admit();
  }
}
