import { kubeError, type KubeError } from "./errors.ts";
import type { KubeRequest } from "./kube-request.ts";

export const describe = (request: KubeRequest): string => `${request.method} ${request.path}`;

export const unsendable = (request: KubeRequest): KubeError =>
  kubeError("BadRequest", {
    request: describe(request),
    message: "a part of the path is empty, ., .., *, or contains / or %",
  });

/** A write has already taken effect: as after any unusable response, the caller must read first. */
export const tooLarge = (request: KubeRequest, exceeded: string): KubeError =>
  kubeError(request.method === "GET" ? "TooLarge" : "Malformed", {
    request: describe(request),
    message: `the answer ${exceeded}`,
  });

/** Why a request has no response. `stopped`: the caller ended it. */
export function failureToAnswer(request: string, cause: unknown, stopped: boolean): KubeError {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (stopped) return kubeError("Stopped", { request, message });
  if (cause instanceof SyntaxError) {
    return kubeError("Malformed", { request, message: "the answer is not JSON" });
  }
  const name = cause instanceof Error ? cause.name : "";
  const late = name === "TimeoutError" || name === "AbortError" || name.includes("Timeout");
  return late
    ? kubeError("Timeout", { request, message: "no answer within the deadline" })
    : kubeError("Unreachable", { request, message });
}
