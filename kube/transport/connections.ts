import { createSecureContext } from "node:tls";

import { Pool } from "undici";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import type { Credentials } from "./credentials.ts";
import { kubeError, type KubeError } from "./errors.ts";

export interface Pools {
  /** Some proxies serve a cluster under a path prefix. */
  readonly pathPrefix: string;
  readonly requests: Pool;
  /** For requests with `lingerMs`. */
  readonly lingering: Pool;
  readonly watches: Pool;
}

/** Below the 90 s after which the API server closes an idle connection. */
const keepAliveMs = 60_000;

type Address = Pick<Credentials, "server" | "tls">;

/**
 * Pooled connections to a server, kept until its address or the TLS material changes. Watches have their own
 * connections, so they never delay a request.
 */
export class Connections {
  readonly #most: number;
  readonly #connectMs: number;
  #opened: (Pools & { readonly address: string }) | null = null;

  /** @param most maximum number of connections for requests, and also for those that may linger */
  constructor(most: number, connectMs = 10_000) {
    this.#most = most;
    this.#connectMs = connectMs;
  }

  to({ server, tls }: Address): Result<Pools, KubeError> {
    const address = JSON.stringify([server, tls]);
    if (this.#opened?.address === address) return ok(this.#opened);
    const opened = this.#open({ server, tls });
    if (!opened.ok) return opened;
    const old = this.#opened;
    this.#opened = { ...opened.value, address };
    // Requests in flight finish on the old connections; nothing waits for them.
    for (const pool of old ? poolsOf(old) : []) void pool.close();
    return opened;
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await Promise.all(opened ? poolsOf(opened).map(pool => pool.destroy()) : []);
  }

  #open({ server, tls }: Address): Result<Pools, KubeError> {
    try {
      const { origin, pathname } = new URL(server);
      // Otherwise each new connection would parse the certificates again.
      const secureContext = createSecureContext(tls);
      const connect = { ...tls, secureContext, timeout: this.#connectMs };
      const shared = { connect, connections: this.#most, keepAliveTimeout: keepAliveMs };
      return ok({
        pathPrefix: pathname.replace(/\/$/, ""),
        requests: new Pool(origin, shared),
        lingering: new Pool(origin, shared),
        watches: new Pool(origin, { ...shared, connections: null }),
      });
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      // The address may contain a password.
      const message = `the address of the API server cannot be used: ${why}`;
      return err(kubeError("Unreachable", { request: "connect", message }));
    }
  }
}

const poolsOf = ({ requests, lingering, watches }: Pools) => [requests, lingering, watches];
