import { createSecureContext } from "node:tls";

import { Pool } from "undici";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import type { SourceCredentials } from "./credential-files.ts";

interface Address {
  readonly origin: string;
  /** Null: the name in the address. */
  readonly serverName: string | null;
  /** Further queries wait, so that a slow server gets no more of them and costs no more memory. */
  readonly connections: number;
}

const keepAliveMs = 60_000;
const connectMs = 5_000;

/**
 * The connections to one metric source: shared with nothing else, and kept until its certificates change. A redirect
 * is not followed, because it could send the credentials elsewhere.
 */
export class SourceConnection {
  readonly #address: Address;
  #opened: { readonly pool: Pool; readonly tls: string } | null = null;

  constructor(address: Address) {
    this.#address = address;
  }

  /** Errors: a sentence without anything of the certificates. */
  to({ ca, cert, key }: SourceCredentials): Result<Pool, string> {
    const tls = JSON.stringify([ca, cert, key]);
    if (this.#opened?.tls === tls) return ok(this.#opened.pool);
    const { origin, serverName, connections } = this.#address;
    const material = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
    try {
      // Otherwise each new connection would parse the certificates again.
      const secureContext = createSecureContext(material);
      const named = serverName === null ? {} : { servername: serverName };
      const connect = { ...material, ...named, secureContext, timeout: connectMs };
      const pool = new Pool(origin, { connect, connections, keepAliveTimeout: keepAliveMs });
      // Queries in flight finish on the old connections; nothing waits for them.
      void this.#opened?.pool.close();
      this.#opened = { pool, tls };
      return ok(pool);
    } catch {
      return err("the certificates in its Secret cannot be read");
    }
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await opened?.pool.destroy();
  }
}
