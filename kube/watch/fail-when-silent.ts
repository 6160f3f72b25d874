import type { Clock } from "../clock.ts";

interface Timing {
  readonly clock: Clock;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Bookmarks arrive every minute; after a longer silence, the connection is considered dead. */
const limitMs = 100_000;

/**
 * The chunks of a watch. Throws if the server is silent for too long after the first one. Before it, only the
 * timeout of the watch applies: as long as a resource has not changed since the list, its watch cache has no
 * newer version, and the API server sends no bookmark.
 *
 * Source  cacher.dispatchEvents and cacheWatcher.process in k8s.io/apiserver
 */
export async function* failWhenSilent(
  chunks: AsyncIterable<Uint8Array>,
  { clock, sleep }: Timing,
): AsyncGenerator<Uint8Array, void> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) return;
  const ended = new AbortController();
  let heardAt = clock.monotonic();
  let fail: (silence: Error) => void;
  /** Resolves to the next chunk. One timer serves the whole watch: a timer for each chunk costs more than the chunk. */
  const next = () =>
    new Promise<IteratorResult<Uint8Array, unknown>>((resolve, reject) => {
      fail = reject;
      iterator.next().then(resolve, reject);
    });
  const guard = async (): Promise<void> => {
    const leftMs = () => heardAt + limitMs - clock.monotonic();
    for (let left = limitMs; left > 0; left = leftMs()) {
      await sleep(left, ended.signal);
      if (ended.signal.aborted) return;
    }
    fail(new Error(`neither an event nor a bookmark arrived for ${limitMs / 1000} s`));
  };
  try {
    yield first.value;
    const arriving = next();
    void guard();
    for (let chunk = await arriving; chunk.done !== true; chunk = await next()) {
      heardAt = clock.monotonic();
      yield chunk.value;
    }
  } finally {
    ended.abort();
  }
}
