import { apiPath } from "./api-path.ts";
import { isTransient, type KubeError } from "./errors.ts";
import type { Transport } from "./transport.ts";

export interface RecoveryOptions {
  readonly transport: Transport;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** The API server answers nothing, or does not let us in. Told once. */
  readonly onAway: (error: KubeError) => void;
  /** It answers again. */
  readonly onBack: () => void;
}

/** Small, because work must resume within two seconds of the API server's return. */
const pauseMs = 1_000;
const deadlineMs = 2_000;

/**
 * Watches over the end of an outage for those who back off meanwhile. Watches alone cannot tell:
 * a server that is frozen and a token that has ended leave the open ones as they are.
 */
export class Recovery {
  readonly #options: RecoveryOptions;
  #isProbing = false;

  constructor(options: RecoveryOptions) {
    this.#options = options;
  }

  /** Something failed; finds out whether all fails, and if so, when that is over. */
  suspect(): void {
    if (this.#isProbing) return;
    this.#isProbing = true;
    void this.#probe().finally(() => {
      this.#isProbing = false;
    });
  }

  async #probe(): Promise<void> {
    const { sleep, onAway, onBack } = this.#options;
    let isAway = false;
    let error = await this.#ask();
    while (error !== null && isSilence(error)) {
      if (!isAway) onAway(error);
      isAway = true;
      await sleep(pauseMs);
      error = await this.#ask();
    }
    if (isAway) onBack();
    // However much fails by itself, such as all writes: one question a second is enough.
    else await sleep(Math.max(pauseMs, error?.retryAfterMs ?? 0));
  }

  async #ask(): Promise<KubeError | null> {
    const { transport } = this.#options;
    const answer = await transport.request({ method: "GET", path: apiPath("version"), deadlineMs });
    return answer.ok ? null : answer.error;
  }
}

/** A refusal and a request to wait are answers, too. */
const isSilence = (error: KubeError): boolean =>
  isTransient(error) && error.code !== "TooManyRequests";
