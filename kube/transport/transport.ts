// kube/transport/: HTTP requests to the API server, with their limits, credentials and errors.
// The rest of kube/, controller/, admission/, capabilities/ and cli/ import it.

import { err, ok, type Result } from "../../engine/result.ts";
import { mostBytes, readText } from "./response-size.ts";
import { isSendable, type ApiPath } from "./api-path.ts";
import type { Clock } from "../clock.ts";
import { Connections, type Pools } from "./connections.ts";
import type { Credentials, CredentialSource } from "./credentials.ts";
import { errorFromResponse, isTransient, kubeError, type KubeError } from "./errors.ts";
import { RequestSlots } from "./request-slots.ts";
import { namespaceIn, requestInfo } from "./request-info.ts";

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
  /** Receives the size of the response in bytes. */
  readonly onSize?: (bytes: number) => void;
  /** The namespace whose turn the request waits for, if its path does not name one. */
  readonly owner?: string;
  /** Maximum number of attempts; default: the transport's. */
  readonly tries?: number;
  /** Called immediately before each attempt; if it returns false, nothing is sent: error `Stopped`. */
  readonly maySend?: () => boolean;
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
}

/** The bytes of a response, open until its end, `close` or a silence timeout. */
export interface ByteStream {
  readonly chunks: AsyncIterable<Uint8Array>;
  close(): void;
}

interface Connected {
  readonly pools: Pools;
  readonly credentials: Credentials;
}

const maxTries = 4;
const defaultConnections = 16;

/**
 * The only way to the API server: pooled connections, a deadline on every request, errors as values.
 *
 * Retries: 429 on any verb (the server did not act), transient failures of reads, and one 401 after
 * re-reading the credentials. A failed write returns to the caller, which must read first.
 */
export class Transport {
  readonly #options: TransportOptions;
  readonly #connections: Connections;
  readonly #places: RequestSlots;

  constructor(options: TransportOptions) {
    const { connections = defaultConnections } = options;
    this.#options = options;
    this.#connections = new Connections(connections);
    this.#places = new RequestSlots(connections);
  }

  async request<T>(request: KubeRequest): Promise<Result<T, KubeError>> {
    const { clock, sleep } = this.#options;
    if (!isSendable(request.path)) return err(unsendable(request));
    const giveUpAt = clock.monotonic() + (request.deadlineMs ?? this.#options.deadlineMs);
    for (let tried = 1; ; tried++) {
      const answer = await this.#inTurn<T>(request, giveUpAt);
      if (answer.ok || tried >= (request.tries ?? maxTries)) return answer;
      const pause = this.#pauseBeforeRetry(request, answer.error, tried);
      if (pause === null || clock.monotonic() + pause >= giveUpAt) return answer;
      await sleep(pause);
    }
  }

  /** Opens a stream (a watch). Fails like `request`; later failures surface while reading. */
  async stream(
    request: KubeRequest,
    silenceMs: number,
    signal: AbortSignal,
  ): Promise<Result<ByteStream, KubeError>> {
    if (!isSendable(request.path)) return err(unsendable(request));
    const name = describe(request);
    const connected = await this.#connected();
    if (!connected.ok) return connected;
    const { pools, credentials } = connected.value;
    const started = this.#options.clock.monotonic();
    const opening = new AbortController();
    const abort = (): void => {
      opening.abort();
    };
    // The deadline applies until the response begins; after that, only silence ends a stream.
    const deadline = setTimeout(abort, this.#options.deadlineMs);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    const release = (): void => {
      clearTimeout(deadline);
      signal.removeEventListener("abort", abort);
    };
    try {
      const response = await pools.watches.request({
        method: "GET",
        path: pools.pathPrefix + pathWithQuery(request),
        headers: this.#headers(credentials, request),
        headersTimeout: 0,
        bodyTimeout: silenceMs,
        signal: opening.signal,
      });
      if (response.statusCode !== 200) {
        const failure = await this.#failure(name, response);
        this.#count(request, String(response.statusCode), started);
        release();
        return err(failure);
      }
      clearTimeout(deadline);
      this.#count(request, "200", started);
      // The reader receives the error; an error without a reader must not end the process.
      response.body.on("error", () => undefined);
      const close = (): void => {
        release();
        response.body.destroy();
      };
      return ok({ chunks: response.body as AsyncIterable<Uint8Array>, close });
    } catch (cause) {
      release();
      const error = failureToAnswer(name, cause, signal.aborted);
      this.#count(request, error.code, started);
      return err(error);
    }
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  /** Waiting for a place counts towards the deadline. */
  async #inTurn<T>(request: KubeRequest, giveUpAt: number): Promise<Result<T, KubeError>> {
    const leftMs = (): number => giveUpAt - this.#options.clock.monotonic();
    const owner = request.owner ?? namespaceIn(request.path);
    if (!(await this.#places.enter(owner, leftMs()))) {
      this.#count(request, "NoTurn", null);
      const message = "no turn within the deadline: other requests of its namespace have no answer";
      return err(kubeError("Timeout", { request: describe(request), message }));
    }
    try {
      return await this.#once<T>(request, leftMs());
    } finally {
      this.#places.leave(owner);
    }
  }

  async #once<T>(request: KubeRequest, leftMs: number): Promise<Result<T, KubeError>> {
    const name = describe(request);
    const connected = await this.#connected();
    if (!connected.ok) return connected;
    const { pools, credentials } = connected.value;
    if (request.maySend && !request.maySend()) {
      return err(kubeError("Stopped", { request: name, message: "another replica leads" }));
    }
    const started = this.#options.clock.monotonic();
    try {
      const response = await pools.requests.request({
        method: request.method,
        path: pools.pathPrefix + pathWithQuery(request),
        headers: this.#headers(credentials, request),
        body: request.body === undefined ? null : JSON.stringify(request.body),
        // Node rejects fractions of milliseconds.
        signal: AbortSignal.timeout(Math.max(1, Math.ceil(leftMs))),
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      if (response.statusCode >= 300) {
        const failure = await this.#failure(name, response);
        this.#count(request, String(response.statusCode), started);
        return err(failure);
      }
      const most = request.mostBytes ?? mostBytes.object;
      const read = await readText(response.body, most);
      if (read === null) {
        this.#count(request, "TooLarge", started);
        return err(tooLarge(request, most));
      }
      this.#count(request, String(response.statusCode), started);
      request.onSize?.(read.bytes);
      return parseBody<T>(name, read.text);
    } catch (cause) {
      const error = failureToAnswer(name, cause, false);
      this.#count(request, error.code, started);
      return err(error);
    }
  }

  async #failure(
    name: string,
    response: {
      statusCode: number;
      headers: Record<string, string | string[] | undefined>;
      body: Parameters<typeof readText>[0];
    },
  ): Promise<KubeError> {
    if (response.statusCode === 401) this.#options.credentials.invalidate();
    const retryAfter = response.headers["retry-after"];
    const body = await readText(response.body, mostBytes.failure);
    const seconds = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
    return errorFromResponse(name, response.statusCode, body?.text ?? "", seconds);
  }

  #pauseBeforeRetry(request: KubeRequest, error: KubeError, tried: number): number | null {
    if (error.code === "Unauthorized") return tried === 1 ? 0 : null;
    const safe =
      error.code === "TooManyRequests" || (request.method === "GET" && isTransient(error));
    // The caller's backoff handles an unreachable server: a retry here would only hide the outage.
    if (!safe || error.code === "Unreachable" || error.code === "Timeout") return null;
    return error.retryAfterMs ?? 100 * 2 ** tried * (0.5 + this.#options.random());
  }

  async #connected(): Promise<Result<Connected, KubeError>> {
    const credentials = await this.#options.credentials.get();
    if (!credentials.ok) return credentials;
    const pools = this.#connections.to(credentials.value);
    return pools.ok ? ok({ pools: pools.value, credentials: credentials.value }) : pools;
  }

  #headers(credentials: Credentials, request: KubeRequest): Record<string, string> {
    return {
      accept: request.accept ?? "application/json",
      "user-agent": this.#options.userAgent,
      ...(credentials.authorization === null ? {} : { authorization: credentials.authorization }),
      ...(request.body === undefined
        ? {}
        : { "content-type": request.contentType ?? "application/json" }),
    };
  }

  #count(request: KubeRequest, code: string, started: number | null): void {
    const watch = request.query?.["watch"] === true;
    const info = requestInfo(request.method, request.path, watch);
    const milliseconds = started === null ? null : this.#options.clock.monotonic() - started;
    this.#options.onRequest({ ...info, code, milliseconds });
  }
}

const describe = (request: KubeRequest): string => `${request.method} ${request.path}`;

const unsendable = (request: KubeRequest): KubeError =>
  kubeError("BadRequest", {
    request: describe(request),
    message: "a part of the path is empty, ., .., or contains / or %",
  });

/** A write has already taken effect: as after any unusable response, the caller must read first. */
const tooLarge = (request: KubeRequest, most: number): KubeError =>
  kubeError(request.method === "GET" ? "TooLarge" : "Malformed", {
    request: describe(request),
    message: `the answer is longer than ${most} bytes`,
  });

function pathWithQuery({ path, query }: Pick<KubeRequest, "path" | "query">): string {
  if (!query) return path;
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `${path}?${search.toString()}`;
}

function parseBody<T>(request: string, text: string): Result<T, KubeError> {
  try {
    return ok(JSON.parse(text) as T);
  } catch {
    return err(kubeError("Malformed", { request, message: "the answer is not JSON" }));
  }
}

function failureToAnswer(request: string, cause: unknown, stopped: boolean): KubeError {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (stopped) return kubeError("Stopped", { request, message });
  const name = cause instanceof Error ? cause.name : "";
  const late = name === "TimeoutError" || name === "AbortError" || name.includes("Timeout");
  return late
    ? kubeError("Timeout", { request, message: "no answer within the deadline" })
    : kubeError("Unreachable", { request, message });
}
