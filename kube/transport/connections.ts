import { createSecureContext } from "node:tls";

import { Pool } from "undici";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import type { Credentials, TlsMaterial } from "./credentials.ts";
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

/**
 * Pooled connections to the API server, kept until its address or the TLS material changes. Watches have
 * their own connections, so they never delay a request.
 */
export class Connections {
  readonly #most: number;
  #opened: (Pools & { readonly server: string; readonly tls: string }) | null = null;

  /** @param most maximum number of connections for requests, and also for those that may linger */
  constructor(most: number) {
    this.#most = most;
  }

  to({ server, tls }: Credentials): Result<Pools, KubeError> {
    const fingerprint = JSON.stringify(tls);
    if (this.#opened?.server === server && this.#opened.tls === fingerprint) {
      return ok(this.#opened);
    }
    const opened = open(server, tls, this.#most);
    if (!opened.ok) return opened;
    const old = this.#opened;
    this.#opened = { ...opened.value, server, tls: fingerprint };
    // Requests in flight finish on the old connections; nothing waits for them.
    for (const pool of old ? poolsOf(old) : []) void pool.close();
    return opened;
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await Promise.all(opened ? poolsOf(opened).map(pool => pool.destroy()) : []);
  }
}

const poolsOf = ({ requests, lingering, watches }: Pools) => [requests, lingering, watches];

function open(server: string, tls: TlsMaterial, most: number): Result<Pools, KubeError> {
  try {
    const { origin, pathname } = new URL(server);
    // Otherwise each new connection would parse the certificates again.
    const secureContext = createSecureContext(tls);
    const connect = { ...tls, secureContext, timeout: 10_000 };
    const shared = { connect, keepAliveTimeout: keepAliveMs };
    return ok({
      pathPrefix: pathname.replace(/\/$/, ""),
      requests: new Pool(origin, { ...shared, connections: most }),
      lingering: new Pool(origin, { ...shared, connections: most }),
      watches: new Pool(origin, { ...shared, connections: null }),
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    // The address may contain a password.
    const message = `the address of the API server cannot be used: ${why}`;
    return err(kubeError("Unreachable", { request: "connect", message }));
  }
}
