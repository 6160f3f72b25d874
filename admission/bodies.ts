import type { IncomingMessage } from "node:http";
import { E_TIMEOUT, Semaphore, withTimeout, type SemaphoreInterface } from "async-mutex";

import { err, ok, type Result } from "../engine/model/values/result.ts";
import { readText } from "../kube/transport/response-size.ts";

/** An object and its old version, each within etcd's limit of 1.5 MiB, as JSON in a review. */
const largest = 8 * 1024 * 1024;
/**
 * Room for 16 MiB of reviews between arrival and response. A review takes at least one place, so at most 256
 * are in progress at once. The number is small because the semaphore iterates over all free places.
 */
const mostPlaces = 256;
const placeBytes = (2 * largest) / mostPlaces;
/**
 * Room for what JSON.parse makes of the reviews in progress: a forged one of 8 MiB would exceed the heap. An
 * object of the largest size with its old version, full of labels, needs less. Small reviews need none.
 */
const largestParsed = 48 * 1024 * 1024;
const parsedPlaceBytes = largestParsed / mostPlaces;
const smallParsed = 128 * 1024;
const parseWaitMs = 1_000;

/** The API server sends a body immediately: a slower one keeps room from others. */
const slowestBodyMs = 3_000;

/** The body of a review; it takes room until `release`. */
export interface Body {
  readonly text: string;
  readonly release: () => void;
}

/**
 * Room for the request bodies of one server, from arrival to response: for their texts, and for what they are
 * once they are parsed. A request that finds no room waits.
 */
export class Bodies {
  readonly #room: SemaphoreInterface;
  readonly #parsed: SemaphoreInterface;
  readonly #bodyMs: number;

  /**
   * @param waitMs how long a request waits for room; this and the time for its body must stay well below the
   * API server's ten seconds
   */
  constructor(waitMs = 5_000, bodyMs = slowestBodyMs) {
    this.#room = withTimeout(new Semaphore(mostPlaces), waitMs);
    this.#parsed = withTimeout(new Semaphore(mostPlaces), Math.min(waitMs, parseWaitMs));
    this.#bodyMs = bodyMs;
  }

  /** "large": larger than any valid review; "busy": no room in time. */
  async read(request: IncomingMessage): Promise<Result<Body, "large" | "busy">> {
    const size = Number(request.headers["content-length"] ?? largest);
    if (!(size <= largest)) return err("large");
    const releaseText = await enter(this.#room, size / placeBytes);
    if (!releaseText) return err("busy");
    const late = setTimeout(() => request.destroy(), this.#bodyMs);
    let body: Result<Body, "large" | "busy"> = err("large");
    try {
      const read = await readText(staying(request), size);
      clearTimeout(late);
      if (read.ok) body = await this.#enterParsed(read.value.text, releaseText);
      return body;
    } finally {
      clearTimeout(late);
      if (!body.ok) releaseText();
    }
  }

  async #enterParsed(
    text: string,
    releaseText: () => void,
  ): Promise<Result<Body, "large" | "busy">> {
    const size = parsedSize(text);
    if (size > largestParsed) return err("large");
    if (size <= smallParsed) return ok({ text, release: releaseText });
    const releaseParsed = await enter(this.#parsed, size / parsedPlaceBytes);
    const release = (): void => {
      releaseParsed?.();
      releaseText();
    };
    return releaseParsed ? ok({ text, release }) : err("busy");
  }
}

/** The same body; to stop reading it does not end the connection, on which the client waits for a response. */
const staying = (request: IncomingMessage) => ({
  on: (event: "error", listener: () => void) => request.on(event, listener),
  [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }),
});

/** Null: no room in time. */
async function enter(room: SemaphoreInterface, places: number): Promise<(() => void) | null> {
  try {
    return (await room.acquire(Math.max(1, Math.ceil(places))))[1];
  } catch (error) {
    if (error === E_TIMEOUT) return null;
    throw error;
  }
}

/** Objects of the API server are nested less deeply. Deeper ones could overflow the stack. */
const deepest = 256;
/** Bytes of memory for an object or a list, for a field, and for a further value. */
const costs: Readonly<Record<string, number>> = { "{": 64, "[": 64, ":": 96, ",": 32 };

/**
 * Keys that are numbers are elements. V8 keeps them in a list with holes of up to three times as many places as a
 * dictionary needs, so {"34":0} has 35 places. An escape may stand for a digit.
 */
const elements = 33 * 8;
const mayBeNumber = /^[\d\\]/;
/** With such a letter, a text takes two bytes for each of its letters. */
const wide = /[^\u0000-\u00ff]|\\u(?!00)/;

/**
 * About the most bytes of memory that JSON.parse takes for a text: up to thirty times its length. Infinity: it
 * is nested too deeply.
 */
export function parsedSize(json: string): number {
  let bytes = wide.test(json) ? 2 * json.length : json.length;
  let depth = 0;
  let text = "";
  for (let index = 0; index < json.length; index++) {
    const character = json.charAt(index);
    if (character === '"') {
      text = json.charAt(index + 1);
      index = endOfText(json, index);
    } else if (character === ":" && mayBeNumber.test(text)) bytes += elements;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth > deepest) return Infinity;
    bytes += costs[character] ?? 0;
  }
  return bytes;
}

function endOfText(json: string, start: number): number {
  let index = start + 1;
  for (; index < json.length && json[index] !== '"'; index++) if (json[index] === "\\") index++;
  return index;
}
