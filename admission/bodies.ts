import type { IncomingMessage } from "node:http";

import { E_TIMEOUT, Semaphore, withTimeout, type SemaphoreInterface } from "async-mutex";

import { err, ok, type Result } from "../engine/result.ts";
import { readText } from "../kube/transport/response-size.ts";

/** An object and its old version, each within etcd's limit of 1.5 MiB, as JSON in a review. */
const largest = 8 * 1024 * 1024;
/**
 * Room for 16 MiB of reviews between arrival and response. A review takes at least one place, so at most 256
 * are in progress at once. The number is small because the semaphore iterates over all free places.
 */
const places = 256;
const placeBytes = (2 * largest) / places;

/** The API server sends a body immediately: a slower one keeps room from others. */
const slowestBodyMs = 3_000;

/** The body of a review; it takes room until `release`. */
export interface Body {
  readonly text: string;
  readonly release: () => void;
}

/**
 * Room for the request bodies of one server, from arrival to response: parsing and validation take several
 * times the memory of the text. A request that finds no room waits.
 */
export class Bodies {
  readonly #room: SemaphoreInterface;
  readonly #bodyMs: number;

  /**
   * @param waitMs how long a request waits for room; this and the time for its body must stay well below the
   * API server's ten seconds
   */
  constructor(waitMs = 5_000, bodyMs = slowestBodyMs) {
    this.#room = withTimeout(new Semaphore(places), waitMs);
    this.#bodyMs = bodyMs;
  }

  /** "large": larger than any valid review; "busy": no room in time. */
  async read(request: IncomingMessage): Promise<Result<Body, "large" | "busy">> {
    const size = Number(request.headers["content-length"] ?? largest);
    if (!(size <= largest)) return err("large");
    const taken = Math.max(1, Math.ceil(size / placeBytes));
    const room = await this.#room.acquire(taken).catch((error: unknown) => {
      if (error === E_TIMEOUT) return null;
      throw error;
    });
    if (room === null) return err("busy");
    const [, release] = room;
    const late = setTimeout(() => request.destroy(), this.#bodyMs);
    try {
      const read = await readText(request, size);
      if (read !== null) return ok({ text: read.text, release });
    } catch (cause) {
      release();
      throw cause;
    } finally {
      clearTimeout(late);
    }
    release();
    return err("large");
  }
}
