import { StringDecoder } from "node:string_decoder";

import { Semaphore } from "async-mutex";

import { err, ok, type Result } from "../../engine/model/values/result.ts";

import { ListItems } from "./list-items.ts";

const kib = 1024;
const mib = 1024 * kib;

/**
 * Limits in bytes for reading a response, by kind of request. A response takes several times its size in
 * memory, and may come from a third-party server or contain what a tenant has stored.
 */
export const mostBytes = {
  /** One object: etcd stores up to 1.5 MiB of it, and JSON writes one byte of text as up to six. */
  object: 16 * mib,
  /** A page of a list with several objects; a larger page is requested again with a lower limit. */
  page: 8 * mib,
  /** A value for each pod of a namespace; this API has no pagination. */
  podMetrics: 16 * mib,
  /** The usage of a pod that the operator has in memory; few have more labels and containers. */
  metricsOfPod: 4 * kib,
  /** The values of a metric: thousands of series. */
  metric: mib,
  /** A replica count and a selector. */
  scale: 256 * kib,
  /** The reason why a request failed. */
  failure: 64 * kib,
} as const;

/**
 * Limits in items for reading a list of a metrics API. In memory, a tiny item takes several times the bytes that
 * it has in the response. Real items of podMetrics and metric reach the limit in bytes first.
 */
export const mostItems = {
  /** The usage of pods, if the operator has fewer than half as many in memory. */
  usageOfPods: 10_000,
  /** The same for each pod that it has: a metrics API may still have pods that are gone. */
  usageOfPod: 2,
  podMetrics: 50_000,
  metric: 10_000,
} as const;

/**
 * Limits in characters for the texts that are read from an answer about metrics. An answer with a longer text is
 * refused.
 */
export const mostCharacters = {
  /** A quantity, a time or a window. */
  value: 64,
  /** A double without an exponent, as Prometheus writes it. */
  double: 512,
  /** Of an object, a container, a resource or a metric. */
  name: 317,
} as const;

interface Body extends AsyncIterable<Uint8Array> {
  on(event: "error", listener: () => void): unknown;
}

type Reading = Promise<Result<{ readonly text: string; readonly bytes: number }, string>>;

const beyond = (most: number): string => `is longer than ${most} bytes`;

/** The text of a body and its size in bytes, or which limit it exceeds; then, the connection is closed. */
export async function readText(body: Body, most: number): Reading {
  // Decoded as they arrive: all at once would occupy the event loop twice as long as parsing.
  const decoder = new StringDecoder("utf8");
  let text = "";
  const bytes = await readChunks(body, most, chunk => {
    text += decoder.write(chunk);
    return true;
  });
  return bytes === null ? err(beyond(most)) : ok({ text: text + decoder.end(), bytes });
}

/**
 * The same for a list, whose items are passed on as they arrive: the text is the list without them.
 *
 * @throws SyntaxError if the items are not JSON
 */
export async function readItems(
  body: Body,
  most: { readonly bytes: number; readonly items: number },
  onItems: (items: readonly unknown[]) => void,
): Reading {
  const list = new ListItems();
  let count = 0;
  const bytes = await readChunks(body, most.bytes, chunk => {
    const items = list.write(chunk);
    count += items.length;
    if (list.waiting > mostBytes.object || count > most.items) return false;
    if (items.length > 0) onItems(items);
    return true;
  });
  if (bytes !== null) return ok({ text: list.around(), bytes });
  return err(count > most.items ? `has more than ${most.items} items` : beyond(most.bytes));
}

/** The size of a body. Null: it exceeds the limit, or `take` refuses a chunk; the connection is closed. */
async function readChunks(body: Body, most: number, take: (chunk: Uint8Array) => boolean) {
  // The iterator throws the error; the error of a closed connection arrives when nothing iterates any more.
  body.on("error", () => undefined);
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most || !take(chunk)) return null;
  }
  return bytes;
}

/** One core parses pages one after the other, so reading more of them at a time takes only memory. */
const pages = new Semaphore(2);
/** A server that stalls does not delay the lists of others for longer. */
const turnMs = 1_000;

/** The same for a page of a list, in its turn. */
export async function readPage(body: Body, most: number): Reading {
  // The request may end before its turn.
  body.on("error", () => undefined);
  const [, release] = await pages.acquire();
  const late = setTimeout(release, turnMs);
  try {
    return await readText(body, most);
  } finally {
    clearTimeout(late);
    release();
  }
}
