import type { Clock } from "../clock.ts";
import type { ApiPath } from "./api-path.ts";
import type { CredentialSource } from "./credentials.ts";
import { kubeError, type KubeError } from "./errors.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface KubeRequest {
  readonly method: Method;
  readonly path: ApiPath;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly contentType?: string;
  /** The Accept header; default JSON. */
  readonly accept?: string;
  /** Deadline for all attempts together; default: the transport's. */
  readonly deadlineMs?: number;
  /** Size limit of the response in bytes; default: the limit of one object. */
  readonly mostBytes?: number;
  /** The most items of `onItems`; default: no limit. */
  readonly mostItems?: number;
  readonly onSize?: (bytes: number) => void;
  /**
   * Receives the items of a list as they arrive; the answer is the list without them. An attempt that fails may
   * have passed on some, so such a request has one attempt.
   */
  readonly onItems?: (items: readonly unknown[]) => void;
  /** Whether the response is a page of a list, which may be large; default: no. */
  readonly isPage?: boolean;
  /** Whose turn the request waits for; default: that of the namespace in its path. */
  readonly owner?: string;
  /**
   * How long the API server may continue with the request, whether or not the client still waits: for example
   * while a conversion webhook does not respond. Such requests have places of their own, as many as all others.
   * An abandoned request keeps its place for this time. Without this limit, abandoned requests would occupy all
   * seats of the operator's priority level.
   */
  readonly lingerMs?: number;
  /** Maximum number of attempts; default: the transport's. */
  readonly tries?: number;
  /** Called when the request no longer waits for its turn. */
  readonly onTurn?: () => void;
  /** Called immediately before each attempt; if it returns false, nothing is sent: error `Stopped`. */
  readonly mayWrite?: () => boolean;
}

/** One finished request, for counters. `code` is the HTTP status or the error code. */
export interface RequestSample {
  readonly verb: string;
  readonly resource: string;
  readonly code: string;
  /** Null: the request was never sent. */
  readonly milliseconds: number | null;
}

/** One finished question to a metric source. `code` may also be OK, as gRPC has no HTTP status. */
export interface QuerySample {
  readonly source: string;
  readonly code: string;
  readonly milliseconds: number;
}

export interface TransportOptions {
  readonly credentials: CredentialSource;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly onRequest: (sample: RequestSample) => void;
  readonly deadlineMs: number;
  /**
   * Maximum number of concurrent requests; default 16. No namespace takes more than it leaves free. Watches
   * do not count.
   */
  readonly connections?: number;
  /** What remains of them for a namespace whose requests time out, until others are answered; default: all. */
  readonly leastConnections?: number;
  /**
   * The share of its time that a request may wait for its turn; default 1. A request that is sent late times out
   * even if the response is not slow.
   */
  readonly waitShare?: number;
}

/** The bytes of a response, open until its end, `close` or a silence timeout. */
export interface ByteStream {
  readonly chunks: AsyncIterable<Uint8Array>;
  close(): void;
}

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

const writeVerbs: Readonly<Record<string, string>> = {
  POST: "create",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

/** Users choose the names of these resources: each name would become a separate label value. */
const namedByPeople = new Set(["custom.metrics.k8s.io", "external.metrics.k8s.io"]);

/** The namespace of a request; empty: it concerns no single namespace. */
export function namespaceIn(path: string): string {
  const [root, api, ...rest] = path.split("/");
  const [, plural, name = ""] = api === "apis" ? rest.slice(1) : rest;
  const isApi = root === "" && (api === "api" || api === "apis");
  return isApi && plural === "namespaces" ? name : "";
}

/** The owner of requests that wait for others of their namespace to the same API, and for no other API. */
export const ownerAt = (namespace: string, api: string): string => `${namespace} ${api}`;

/**
 * A request in the terms of the API server's authorizer, for counters and messages.
 *
 * Source: apiserver RequestInfoFactory, limited to the paths of this client.
 */
export function requestInfo(method: string, path: string, watch: boolean) {
  const parts = path.split("/").filter(part => part !== "");
  const rest = parts.slice(parts[0] === "api" ? 2 : 3);
  const scoped = rest[0] === "namespaces" && rest.length > 2 ? rest.slice(2) : rest;
  const [plural, name, subresource] = scoped;
  if (plural === undefined) return { verb: "get", resource: "discovery" };
  const group = parts[1] ?? "";
  if (namedByPeople.has(group)) return { verb: "get", resource: group };
  const resource = subresource === undefined ? plural : `${plural}/${subresource}`;
  if (watch) return { verb: "watch", resource };
  return { verb: writeVerbs[method] ?? (name === undefined ? "list" : "get"), resource };
}
