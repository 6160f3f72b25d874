import type { Clock } from "../clock.ts";
import type { ApiPath } from "./api-path.ts";
import type { CredentialSource } from "./credentials.ts";

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
