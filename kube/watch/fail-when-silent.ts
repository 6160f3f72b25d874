type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

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
  sleep: Sleep,
): AsyncGenerator<Uint8Array, void> {
  const iterator = chunks[Symbol.asyncIterator]();
  let next = await iterator.next();
  while (next.done !== true) {
    yield next.value;
    next = await unlessSilent(iterator.next(), sleep);
  }
}

async function unlessSilent<T>(arrival: Promise<T>, sleep: Sleep): Promise<T> {
  const arrived = new AbortController();
  const silence = sleep(limitMs, arrived.signal).then(() => {
    if (arrived.signal.aborted) return arrival;
    throw new Error(`neither an event nor a bookmark arrived for ${limitMs / 1000} s`);
  });
  try {
    return await Promise.race([arrival, silence]);
  } finally {
    arrived.abort();
  }
}
