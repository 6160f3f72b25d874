import { fieldsOf, isText, jsonIn } from "../../engine/model/values/json-values.ts";
import type { Result } from "../../engine/model/values/result.ts";

/** The reason for a failed request, by what the caller can do about it. */
export type KubeErrorCode = keyof typeof remedies;

/**
 * A failed request as data. `status` is the HTTP code (null: no response). After Timeout, Unreachable and
 * ServerError it is unknown whether a write took effect: read before deciding again.
 */
export interface KubeError {
  readonly code: KubeErrorCode;
  readonly status: number | null;
  readonly request: string;
  readonly message: string;
  readonly remedy: string;
  readonly retryAfterMs: number | null;
}

/** A promise of what was asked for, or why there is none. */
export type KubeAnswer<T> = Promise<Result<T, KubeError>>;

const byStatus: Readonly<Record<number, KubeErrorCode>> = {
  400: "BadRequest",
  401: "Unauthorized",
  403: "Forbidden",
  404: "NotFound",
  405: "BadRequest",
  409: "Conflict",
  410: "Gone",
  415: "BadRequest",
  422: "Invalid",
  429: "TooManyRequests",
};

const remedies = {
  NotFound: "create it, or correct the name",
  Conflict: "read it again and decide again",
  AlreadyExists: "read it and update it instead",
  Invalid: "correct the object",
  Gone: "list again",
  Unauthorized: "renew the credentials",
  Forbidden: "grant the operator's service account this verb on this resource",
  TooManyRequests: "wait as long as the API server asks",
  BadRequest: "report this request as a bug",
  ServerError: "look at the API server's log; it is retried",
  Timeout: "check that the API server answers; it is retried",
  Unreachable: "check that the API server is up and its address right; it is retried",
  Malformed: "check what answers at the API server's address",
  TooLarge: "look what makes it so large, and remove that",
  Stopped: "nothing: the operator is stopping, or another replica writes from now on",
} as const;

type ErrorDetails = Pick<KubeError, "request" | "message"> &
  Partial<Pick<KubeError, "status" | "retryAfterMs">>;

export const kubeError = (code: KubeErrorCode, details: ErrorDetails): KubeError => ({
  ...{ status: null, retryAfterMs: null, ...details },
  ...{ code, remedy: remedies[code] },
});

const longestRetryAfterSeconds = 300;

/**
 * The pause that a server requests in a header; null: none. Limited, so that users still notice that requests are
 * paused: metrics APIs are third-party software.
 */
export function retryAfterMsIn(header: unknown): number | null {
  const [value] = [header].flat();
  const seconds = isText(value) && value.trim() !== "" ? Number(value) : NaN;
  return seconds >= 0 ? Math.min(seconds, longestRetryAfterSeconds) * 1_000 : null;
}

/** Turns a response into an error, using its metav1.Status body if it has one. */
export function errorFromResponse(
  request: string,
  status: number,
  body: string,
  retryAfter: unknown,
): KubeError {
  // Of a proxy's HTML or a truncated body, the HTTP status still tells the kind of failure.
  const { reason, message } = fieldsOf(jsonIn(body));
  let code = byStatus[status] ?? (status >= 500 ? "ServerError" : "BadRequest");
  if (status === 409 && reason === "AlreadyExists") code = "AlreadyExists";
  if (status === 504) code = "Timeout";
  return kubeError(code, {
    request,
    status,
    message: isText(message) ? message : `HTTP ${status}`,
    // Only for a busy server: a starting one asks for five seconds but is ready much sooner.
    retryAfterMs: status === 429 ? retryAfterMsIn(retryAfter) : null,
  });
}

/** Temporary failures: the same request may succeed later without any change by a user. */
export const isTransient = (error: KubeError): boolean =>
  error.code === "TooManyRequests" ||
  error.code === "ServerError" ||
  error.code === "Timeout" ||
  error.code === "Unreachable" ||
  error.code === "Unauthorized" ||
  error.code === "Malformed";

/** The server refuses until a user changes something: an early retry is useless. */
export const isRefusal = (error: KubeError): boolean =>
  error.code === "Forbidden" || error.code === "Invalid" || error.code === "BadRequest";

export const formatKubeError = (error: KubeError): string =>
  `${error.request}: ${error.message} (${error.code}); ${error.remedy}`;

const firstPauseMs = 50;
/** Short, because work must resume within two seconds of the API server's return. */
export const longestPauseMs = 1_000;
/** Only people resolve a refusal (missing permissions, missing resource), so it gets a longer pause. */
const refusedPauseMs = 30_000;

/**
 * Milliseconds before the next attempt: doubled with each failure, with jitter.
 *
 * @param longest  the longest pause between attempts that may succeed by themselves
 * @param random   from 0 to 1 (exclusive)
 */
export function retryPause(
  error: KubeError,
  failures: number,
  longest: number,
  random: number,
): number {
  const most = error.code === "Gone" || isTransient(error) ? longest : refusedPauseMs;
  const grown = grownPause(firstPauseMs, failures, most);
  return Math.max(grown * (0.5 + random / 2), error.retryAfterMs ?? 0);
}

/** Doubled with each failure. */
export const grownPause = (first: number, failures: number, longest: number): number =>
  Math.min(longest, first * 2 ** Math.min(failures, 20));
