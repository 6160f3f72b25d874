// kube/transport/: HTTP requests to the API server, with their limits, credentials and errors.

import type { Dispatcher } from "undici";

import { err, ok } from "../../engine/model/values/result.ts";
import { mostBytes, readItems, readPage, readText } from "./response-size.ts";
import { isSendable } from "./api-path.ts";
import { Connections, type Pools } from "./connections.ts";
import type { Credentials } from "./credentials.ts";
import {
  errorFromResponse,
  isTransient,
  kubeError,
  type KubeAnswer,
  type KubeError,
} from "./errors.ts";
import {
  type ByteStream,
  type KubeRequest,
  type TransportOptions,
  describe,
  failureToAnswer,
  tooLarge,
  unsendable,
  namespaceIn,
  requestInfo,
} from "./kube-request.ts";
import { RequestSlots } from "./turns/request-slots.ts";

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
  readonly #lingering: RequestSlots;

  constructor(options: TransportOptions) {
    const { connections = defaultConnections, leastConnections } = options;
    this.#options = options;
    this.#connections = new Connections(connections);
    this.#places = new RequestSlots(connections, leastConnections);
    this.#lingering = new RequestSlots(connections, Math.ceil(connections / 8));
  }

  async request<T>(request: KubeRequest): KubeAnswer<T> {
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
  ): KubeAnswer<ByteStream> {
    if (!isSendable(request.path)) return err(unsendable(request));
    const connected = await this.#connected();
    if (!connected.ok) return connected;
    const { pools, credentials } = connected.value;
    const started = this.#options.clock.monotonic();
    const opening = new AbortController();
    // The deadline applies until the response begins; after that, only silence ends a stream.
    const deadline = setTimeout(() => opening.abort(), this.#options.deadlineMs);
    try {
      const response = await pools.watches.request({
        method: "GET",
        path: pools.pathPrefix + pathWithQuery(request),
        headers: this.#headers(credentials, request),
        headersTimeout: 0,
        bodyTimeout: silenceMs,
        signal: AbortSignal.any([signal, opening.signal]),
      });
      if (response.statusCode !== 200) return await this.#failure(request, response, started);
      this.#count(request, "200", started);
      // The reader receives the error; an error without a reader must not end the process.
      response.body.on("error", () => undefined);
      const close = (): void => void response.body.destroy();
      return ok({ chunks: response.body as AsyncIterable<Uint8Array>, close });
    } catch (cause) {
      const error = failureToAnswer(describe(request), cause, signal.aborted);
      this.#count(request, error.code, started);
      return err(error);
    } finally {
      clearTimeout(deadline);
    }
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  /** Waiting for a place counts towards the deadline. */
  async #inTurn<T>(request: KubeRequest, giveUpAt: number): KubeAnswer<T> {
    const leftMs = (): number => giveUpAt - this.#options.clock.monotonic();
    const { lingerMs, owner = namespaceIn(request.path) } = request;
    const places = lingerMs === undefined ? this.#places : this.#lingering;
    if ((await places.enter([owner], leftMs() * (this.#options.waitShare ?? 1))) === null) {
      this.#count(request, "NoTurn", null);
      const message = "no turn in time: other requests of its namespace have no answer";
      return err(kubeError("Timeout", { request: describe(request), message }));
    }
    const sentAt = this.#options.clock.monotonic();
    request.onTurn?.();
    let isAnswered = false;
    try {
      const answer = await this.#once<T>(request, leftMs());
      isAnswered = answer.ok || answer.error.code !== "Timeout";
      return answer;
    } finally {
      const lingersFor = (lingerMs ?? 0) - (this.#options.clock.monotonic() - sentAt);
      places.leave(owner, isAnswered, isAnswered ? 0 : lingersFor);
    }
  }

  async #once<T>(request: KubeRequest, leftMs: number): KubeAnswer<T> {
    const name = describe(request);
    const connected = await this.#connected();
    if (!connected.ok) return connected;
    const { pools, credentials } = connected.value;
    if (request.mayWrite && !request.mayWrite()) {
      return err(kubeError("Stopped", { request: name, message: "another replica leads" }));
    }
    const started = this.#options.clock.monotonic();
    try {
      const pool = request.lingerMs === undefined ? pools.requests : pools.lingering;
      const response = await pool.request({
        method: request.method,
        path: pools.pathPrefix + pathWithQuery(request),
        headers: this.#headers(credentials, request),
        body: request.body === undefined ? null : JSON.stringify(request.body),
        // Node rejects fractions of milliseconds.
        signal: AbortSignal.timeout(Math.max(1, Math.ceil(leftMs))),
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      if (response.statusCode >= 300) return await this.#failure(request, response, started);
      const read = await readBody(request, response.body);
      if (!read.ok) {
        this.#count(request, "TooLarge", started);
        return err(tooLarge(request, read.error));
      }
      const value = JSON.parse(read.value.text) as T;
      this.#count(request, String(response.statusCode), started);
      request.onSize?.(read.value.bytes);
      return ok(value);
    } catch (cause) {
      const error = failureToAnswer(name, cause, false);
      this.#count(request, error.code, started);
      return err(error);
    }
  }

  async #failure(request: KubeRequest, response: Dispatcher.ResponseData, started: number) {
    if (response.statusCode === 401) this.#options.credentials.invalidate();
    const { statusCode: status, headers } = response;
    const read = await readText(response.body, mostBytes.failure);
    this.#count(request, String(status), started);
    const body = read.ok ? read.value.text : "";
    return err(errorFromResponse(describe(request), status, body, headers["retry-after"]));
  }

  #pauseBeforeRetry(request: KubeRequest, error: KubeError, tried: number): number | null {
    if (error.code === "Unauthorized") return tried === 1 ? 0 : null;
    const safe =
      error.code === "TooManyRequests" || (request.method === "GET" && isTransient(error));
    // The caller's backoff handles an unreachable server: a retry here would only hide the outage.
    if (!safe || error.code === "Unreachable" || error.code === "Timeout") return null;
    return error.retryAfterMs ?? 100 * 2 ** tried * (0.5 + this.#options.random());
  }

  async #connected(): KubeAnswer<{ pools: Pools; credentials: Credentials }> {
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

function pathWithQuery({ path, query }: Pick<KubeRequest, "path" | "query">): string {
  if (!query) return path;
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `${path}?${search.toString()}`;
}

function readBody(request: KubeRequest, body: Dispatcher.ResponseData["body"]) {
  const { onItems, isPage, mostBytes: most = mostBytes.object, mostItems = Infinity } = request;
  if (onItems) return readItems(body, { bytes: most, items: mostItems }, onItems);
  return isPage ? readPage(body, most) : readText(body, most);
}
