import { longestTimerMs } from "../../kube/clock.ts";

/** Sleeps for a time (24 days at most) or until it is woken. Only one caller sleeps at a time. */
export class InterruptibleTimer {
  #wake: (() => void) | null = null;
  /** Woken while no caller was asleep. */
  #isWoken = false;

  wake(): void {
    if (this.#wake) this.#wake();
    else this.#isWoken = true;
  }

  async sleep(ms: number): Promise<void> {
    if (this.#isWoken) {
      this.#isWoken = false;
      return;
    }
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, Math.min(ms, longestTimerMs));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }
}
