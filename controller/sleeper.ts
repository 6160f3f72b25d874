import { longestTimerMs } from "../kube/clock.ts";

/** Sleeps until its time has come, at most for weeks, or something has happened. One sleeps at a time. */
export class Sleeper {
  #wake: (() => void) | null = null;
  /** Something happened while nobody slept. */
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
