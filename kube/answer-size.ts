const kib = 1024;
const mib = 1024 * kib;

/**
 * How many bytes of an answer are read, by what is asked for. The memory of a process holds several
 * times its text, and what answers may be anybody's server, or what a tenant has stored.
 */
export const mostBytes = {
  /** One object: etcd stores 1.5 MiB of it, and JSON writes a byte of text as up to six. */
  object: 16 * mib,
  /** A page of a list with several objects; a page that exceeds it is asked for again, with fewer. */
  page: 8 * mib,
  /** Such as the usage of all pods of a namespace; nothing pages it. */
  podMetrics: 16 * mib,
  /** A metric's values: thousands of series. */
  metric: mib,
  /** A count and a selector. */
  scale: 256 * kib,
  /** Why a request failed. */
  failure: 64 * kib,
} as const;

interface Body extends AsyncIterable<Uint8Array> {
  on(event: "error", listener: () => void): unknown;
}

/** The text of an answer and its size in bytes; null: there is more of it, and the connection is closed. */
export async function readText(
  body: Body,
  most: number,
): Promise<{ readonly text: string; readonly bytes: number } | null> {
  // The reader gets the error; the one of a closed connection comes when there is no reader any more.
  body.on("error", () => undefined);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > most) return null;
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString("utf8"), bytes };
}
