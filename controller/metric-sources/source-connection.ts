import type { Pool } from "undici";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import { Connections } from "../../kube/transport/connections.ts";
import type { SourceCredentials } from "./credential-files.ts";

interface Address {
  readonly origin: string;
  /** Null: the name in the address. */
  readonly serverName: string | null;
  /** Further queries wait, so that a slow server gets no more of them and costs no more memory. */
  readonly connections: number;
}

const connectMs = 5_000;

/**
 * The connections to one metric source: shared with nothing else, and kept until its certificates change. A redirect
 * is not followed, because it could send the credentials elsewhere.
 */
export class SourceConnection {
  readonly #address: Address;
  readonly #connections: Connections;

  constructor(address: Address) {
    this.#address = address;
    this.#connections = new Connections(address.connections, connectMs);
  }

  /** Errors: a sentence without anything of the certificates. */
  to({ ca, cert, key }: SourceCredentials): Result<Pool, string> {
    const { origin: server, serverName } = this.#address;
    const named = serverName === null ? {} : { servername: serverName };
    const tls = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }), ...named };
    const pools = this.#connections.to({ server, tls });
    return pools.ok
      ? ok(pools.value.requests)
      : err("the certificates in its Secret cannot be read");
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}
