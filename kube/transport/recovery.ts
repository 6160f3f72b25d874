import { apiPath } from "./api-path.ts";
import { isTransient, type KubeError } from "./errors.ts";
import type { Transport } from "./transport.ts";

export interface RecoveryOptions {
  readonly transport: Transport;
  readonly sleep: (ms: number) => Promise<unknown>;
  /** The API server does not respond or rejects the credentials. Called once for each outage. */
  readonly onAway: (error: KubeError) => void;
  readonly onBack: () => void;
}

/** Short, because work must resume within two seconds of the API server's return. */
const pauseMs = 1_000;
const deadlineMs = 2_000;

/**
 * Detects the end of an outage for callers that back off. Watches alone cannot detect it: a frozen server and
 * an expired token leave open watches as they are.
 */
export function makeRecovery({ transport, sleep, onAway, onBack }: RecoveryOptions) {
  const ask = async (): Promise<KubeError | null> => {
    const answer = await transport.request({ method: "GET", path: apiPath("version"), deadlineMs });
    return answer.ok ? null : answer.error;
  };
  const probe = async (): Promise<void> => {
    let isAway = false;
    let error = await ask();
    while (error !== null && isSilence(error)) {
      if (!isAway) onAway(error);
      isAway = true;
      await sleep(pauseMs);
      error = await ask();
    }
    if (isAway) onBack();
    // However many individual requests fail (for example all writes), one probe a second is enough.
    else await sleep(Math.max(pauseMs, error?.retryAfterMs ?? 0));
  };
  let probing: Promise<void> | null = null;
  return {
    /** Reports a failed request. If every request fails, waits for the end of the outage. */
    suspect: (): void => {
      probing ??= probe().finally(() => {
        probing = null;
      });
    },
  };
}

/** A refusal and a 429 are responses, too. */
const isSilence = (error: KubeError): boolean =>
  isTransient(error) && error.code !== "TooManyRequests";
