import { randomUUID } from "node:crypto";

import type { Requester } from "./access-review.ts";

/** The `request` of an AdmissionReview, as far as something reads it. */
export interface AdmissionRequest {
  readonly uid: string;
  readonly kind: { readonly group: string; readonly kind: string };
  readonly operation: string;
  readonly namespace?: string;
  readonly name?: string;
  /** Set by authentication. */
  readonly userInfo: Requester;
  readonly object?: unknown;
  readonly oldObject?: unknown;
}

export interface Validator {
  readonly group: string;
  readonly kind: string;
  readonly operations: readonly string[];
  readonly validate: (request: AdmissionRequest) => Answer | Promise<Answer>;
}

interface Answer {
  readonly allowed: boolean;
  readonly warnings?: readonly string[];
  /** Why it is not allowed. */
  readonly statusMessage?: string;
  /** `unavailable`: another attempt may be allowed. Any other code, or none: the object must change first. */
  readonly statusCode?: number;
}

export interface ReviewResponse {
  readonly uid: string;
  readonly allowed: boolean;
  readonly warnings?: readonly string[];
  readonly status?: RefusalStatus;
}

interface RefusalStatus {
  readonly code: number;
  readonly message: string;
  readonly reason?: string;
  readonly details?: { readonly retryAfterSeconds: number };
}

/** Service Unavailable. */
export const unavailable = 503;

export interface ReviewReport {
  readonly kind: string;
  readonly verdict: "allowed" | "denied" | "fault";
  /** Only for a fault; the response contains it, too, so that users can find it in the log. */
  readonly faultId?: string;
  readonly key?: string;
  readonly fault?: unknown;
}

/** The API server stops reading at 4 KiB in total and would cut a longer list of warnings. */
const longestWarning = 256;

/**
 * Answers an AdmissionReview. The response is always a review: an internal fault is a denial with an id, never an
 * error code.
 */
export async function review(
  validators: readonly Validator[],
  request: AdmissionRequest,
  report: (done: ReviewReport) => void,
): Promise<ReviewResponse> {
  const { uid, operation } = request;
  const concerned = validators.filter(
    ({ group, kind }) => group === request.kind.group && kind === request.kind.kind,
  );
  // Other kinds would create an unbounded number of series in /metrics.
  const kind = concerned.length > 0 ? request.kind.kind : "other";
  try {
    const asked = concerned.filter(({ operations }) => operations.includes(operation));
    const answers = await Promise.all(asked.map(async ({ validate }) => validate(request)));
    const refusals = answers.filter(({ allowed }) => !allowed);
    const warnings = answers.flatMap(answer => answer.warnings ?? []);
    report({ kind, verdict: refusals.length > 0 ? "denied" : "allowed" });
    return {
      uid,
      allowed: refusals.length === 0,
      ...(warnings.length > 0 ? { warnings: warnings.map(cut) } : {}),
      ...(refusals.length > 0 ? { status: statusOf(refusals) } : {}),
    };
  } catch (fault) {
    const faultId = randomUUID();
    const key = `${request.namespace ?? ""}/${request.name ?? ""}`;
    report({ kind, verdict: "fault", faultId, key, fault });
    const message = `trimtab could not judge this object (fault ${faultId}, see the operator's log); try again`;
    return { uid, allowed: false, status: { code: unavailable, message } };
  }
}

/**
 * Clients take a 422 for a fault of the object. The API server sends `retryAfterSeconds` as the header Retry-After,
 * at which kubectl and controllers repeat the request by themselves.
 *
 * Source  apiserver pkg/endpoints/handlers/responsewriters/writers.go, ErrorNegotiated.
 */
function statusOf(refusals: readonly Answer[]): RefusalStatus {
  const message = refusals.map(({ statusMessage }) => statusMessage ?? "refused").join("\n");
  if (refusals.some(({ statusCode }) => statusCode !== unavailable)) return { code: 422, message };
  const details = { retryAfterSeconds: 1 };
  return { code: unavailable, message, reason: "ServiceUnavailable", details };
}

const cut = (warning: string): string =>
  warning.length > longestWarning ? `${warning.slice(0, longestWarning - 1)}…` : warning;
