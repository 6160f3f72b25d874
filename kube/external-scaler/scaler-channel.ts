import {
  Client,
  connectivityState,
  credentials,
  Metadata,
  type ServiceError,
  status,
} from "@grpc/grpc-js";

import { err, ok } from "../../engine/model/values/result.ts";
import type { KubeAnswer, KubeError } from "../transport/errors.ts";
import type { Method } from "./messages.ts";
import { scalerError } from "./scaler-errors.ts";

/** Where a scaler is, and how to prove both sides. PEM texts; tls null: plaintext. */
export interface ScalerEndpoint {
  readonly address: string;
  readonly tls: {
    readonly ca: string | undefined;
    readonly cert: string | undefined;
    readonly key: string | undefined;
    readonly serverName: string | undefined;
  } | null;
}

/** Far above real answers: a metric has a name and a number. */
const mostBytes = 64 * 1024;

const options = {
  "grpc.max_receive_message_length": mostBytes,
  // The next period asks again, and a stream is opened again.
  "grpc.enable_retries": 0,
  "grpc.initial_reconnect_backoff_ms": 1_000,
  "grpc.max_reconnect_backoff_ms": 30_000,
  // A node that is gone ends no connection. Servers that allow fewer pings say so, and the client obeys.
  "grpc.keepalive_time_ms": 60_000,
  "grpc.keepalive_timeout_ms": 10_000,
  // The address is all that the platform team has configured: no proxy, and no TXT records of its domain.
  "grpc.enable_http_proxy": 0,
  "grpc.service_config_disable_resolution": 1,
  "grpc.enable_channelz": 0,
  "grpc.primary_user_agent": "trimtab",
} as const;

/** One connection to a scaler, on which all calls and streams run side by side. */
export class ScalerChannel {
  readonly #client: Client;
  readonly #source: string;
  readonly #onConnected: () => void;
  readonly #streams = new Set<() => void>();

  /**
   * @param onConnected called for each connection: what a scaler said before may not hold any more
   * @throws the certificate or the key cannot be read
   */
  constructor(source: string, { address, tls }: ScalerEndpoint, onConnected: () => void) {
    this.#source = source;
    this.#onConnected = onConnected;
    const name = tls?.serverName;
    this.#client = new Client(`dns:${address}`, credentialsOf(tls), {
      ...options,
      ...(name ? { "grpc.ssl_target_name_override": name, "grpc.default_authority": name } : {}),
    });
    this.#watch(this.#client.getChannel().getConnectivityState(false));
  }

  call<Request, Response>(
    { name, path, encode, decode }: Method<Request, Response>,
    request: Request,
    deadlineMs: number,
  ): KubeAnswer<Response> {
    const call = { source: this.#source, method: name };
    return new Promise(resolve => {
      const end = (error: ServiceError | null, response?: Response): void =>
        resolve(error || !response ? err(scalerError(call, error ?? empty)) : ok(response));
      const limits = { deadline: Date.now() + deadlineMs };
      this.#client.makeUnaryRequest(path, encode, decode, request, new Metadata(), limits, end);
    });
  }

  /**
   * Opens a stream, without a deadline.
   *
   * @param on.message  returns what the scaler sent
   * @param on.end      called once, unless the stream is closed here
   * @returns closes it
   */
  open<Request, Response>(
    { name, path, encode, decode }: Method<Request, Response>,
    request: Request,
    on: {
      readonly message: (response: Response) => void;
      readonly end: (error: KubeError) => void;
    },
  ): () => void {
    const call = { source: this.#source, method: name };
    const stream = this.#client.makeServerStreamRequest(path, encode, decode, request);
    const cancel = (): void => stream.cancel();
    let isWanted = true;
    this.#streams.add(cancel);
    stream.on("data", (response: Response) => {
      if (isWanted) on.message(response);
    });
    // The status follows.
    stream.on("error", () => undefined);
    stream.on("status", ended => {
      this.#streams.delete(cancel);
      if (isWanted) on.end(scalerError(call, ended));
    });
    return () => {
      isWanted = false;
      cancel();
    };
  }

  /** Calls in flight end as usual, and streams now. */
  close(): void {
    this.#client.close();
    for (const cancel of this.#streams) cancel();
  }

  #watch(before: connectivityState): void {
    const channel = this.#client.getChannel();
    channel.watchConnectivityState(before, Infinity, closed => {
      if (closed) return;
      const state = channel.getConnectivityState(false);
      if (state === connectivityState.READY) this.#onConnected();
      if (state !== connectivityState.SHUTDOWN) this.#watch(state);
    });
  }
}

function credentialsOf(tls: ScalerEndpoint["tls"]) {
  if (tls === null) return credentials.createInsecure();
  const bytes = (pem: string | undefined) => (pem === undefined ? null : Buffer.from(pem));
  return credentials.createSsl(bytes(tls.ca), bytes(tls.key), bytes(tls.cert));
}

const empty = { code: status.INTERNAL, details: "the answer is empty" } as const;
