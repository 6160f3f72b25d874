import type { IncomingMessage } from "node:http";

import { err, ok, type Result } from "../engine/result.ts";

/** An object and its old version, each within etcd's 1.5 MiB, as JSON in a review. */
const largest = 8 * 1024 * 1024;
/** Of all that are being read: anybody who reaches the port can send some. */
const mostAtOnce = 4 * largest;

/** The bodies of one server's requests, as far as there is room for them. */
export class Bodies {
  /** Bytes of those that are being read. */
  #reading = 0;

  /** "large": larger than any review can be; "busy": with all others it is more than there is room for. */
  async read(request: IncomingMessage): Promise<Result<string, "large" | "busy">> {
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        size += chunk.length;
        this.#reading += chunk.length;
        if (size > largest) return err("large");
        if (this.#reading > mostAtOnce) return err("busy");
        chunks.push(chunk);
      }
      return ok(Buffer.concat(chunks).toString("utf8"));
    } finally {
      this.#reading -= size;
    }
  }
}
