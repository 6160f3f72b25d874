import { shortText } from "../../engine/model/values/short-text.ts";
import { fieldsOf, isText, jsonIn } from "../../engine/model/values/json-values.ts";
import { type KubeError, retryAfterMsIn } from "../../kube/transport/errors.ts";
import { redact, type SourceCredentials } from "./credential-files.ts";

/** Why there is no answer. `message` shows neither an address nor a credential: tenants read it. */
export type QueryProblem = Pick<KubeError, "code" | "message"> &
  Partial<Pick<KubeError, "remedy" | "status" | "retryAfterMs">>;

export const crowded: QueryProblem = {
  code: "Timeout",
  message: "too many queries of this namespace are waiting, or the server is slow",
  remedy: "write fewer queries that differ, or ask the platform team to look at the metric source",
};

export const late: QueryProblem = {
  code: "Timeout",
  message: "no answer in time",
  remedy: "simplify the query, or ask the platform team to look at the metric source",
};

/** The message of the cause would contain the address. */
export function unreachable(cause: unknown): QueryProblem {
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  const why = typeof code === "string" ? code : "no connection";
  return { code: "Unreachable", message: `the server cannot be reached (${why})` };
}

const longestMessage = 300;

/** For a response with another status than 200. */
export function refusal(
  status: number,
  body: string,
  { credentials, retryAfter }: { credentials: SourceCredentials; retryAfter: unknown },
): QueryProblem {
  if (status >= 300 && status < 400) {
    return { code: "Malformed", status, message: "the server redirects, which is not followed" };
  }
  if (status === 401 || status === 403) {
    const message = `the server refuses the credentials (HTTP ${status})`;
    return { code: "Unauthorized", status, message };
  }
  if (status === 429) {
    const retryAfterMs = retryAfterMsIn(retryAfter);
    return { code: "TooManyRequests", status, message: "the server is busy", retryAfterMs };
  }
  // 422: the query cannot be executed.
  const said = status === 400 || status === 422 ? messageOf(body) : null;
  if (said === null) return { code: "ServerError", status, message: `HTTP ${status}` };
  const shown = shortText(redact(said, credentials), longestMessage);
  const message = `HTTP ${status}: ${shown}`;
  return { code: "BadRequest", status, message, remedy: "correct the query" };
}

/** What a Prometheus says about a query; what a proxy says in its place may repeat the request. */
function messageOf(body: string): string | null {
  const { errorType, error } = fieldsOf(jsonIn(body));
  return isText(errorType) && isText(error) ? error : null;
}
