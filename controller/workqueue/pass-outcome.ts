import { formatKubeError, isRefusal, type KubeError } from "../../kube/transport/errors.ts";
import type { PassOutcome } from "./work-queue.ts";

/** The pass is over; the object is reconciled again after this time, or when something wakes it. */
export const done = (dueInMs: number | null): PassOutcome => ({ kind: "done", dueInMs });

/** The pass is repeated with a backoff, and not before the API server allows it. */
export const retry = (reason: string, errors: readonly KubeError[]): PassOutcome => ({
  kind: "retry",
  reason,
  notBeforeMs: Math.max(0, ...errors.map(({ retryAfterMs }) => retryAfterMs ?? 0)),
  ...(errors.every(isRefusal) ? { refusal: errors.map(formatKubeError).join("; ") } : {}),
});
