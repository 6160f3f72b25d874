import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";

import type { GridSeries } from "../../../kube/prometheus/client.ts";
import { cacheFolder, cacheName, writeCached } from "../../simulate/output/whole-file.ts";

interface Head {
  readonly length: number;
  readonly labels: readonly GridSeries["labels"][];
}

const bytesPerValue = 8;

/** Answers of whole days, a compressed file for each question. */
export class KeptDays {
  readonly #env: Readonly<NodeJS.ProcessEnv>;
  /** One file at a time: each waits for signals. */
  #written: Promise<void> = Promise.resolve();

  constructor(env: Readonly<NodeJS.ProcessEnv>) {
    this.#env = env;
  }

  #fileOf(asked: unknown): string {
    return join(cacheFolder(this.#env, "fleet"), `${cacheName(asked)}.gz`);
  }

  /** null: it is not there, or unreadable. */
  read(asked: unknown, length: number): readonly GridSeries[] | null {
    try {
      return decoded(gunzipSync(readFileSync(this.#fileOf(asked))), length);
    } catch {
      return null;
    }
  }

  async write(asked: unknown, series: readonly GridSeries[], length: number): Promise<void> {
    const content = await promisify(gzip)(encoded(series, length), { level: 1 });
    const write = (): Promise<void> => writeCached(this.#fileOf(asked), content);
    // A cache that cannot be written only costs time.
    this.#written = this.#written.then(write).catch(() => undefined);
    await this.#written;
  }
}

/** A line of JSON with the labels, then the values. */
function encoded(series: readonly GridSeries[], length: number): Buffer {
  const head: Head = { length, labels: series.map(({ labels }) => labels) };
  const values = series.map(({ values: own }) =>
    Buffer.from(own.buffer, own.byteOffset, own.byteLength),
  );
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...values]);
}

/** null: it is another format. */
function decoded(content: Buffer, length: number): readonly GridSeries[] | null {
  const end = content.indexOf("\n");
  const head = JSON.parse(content.toString("utf8", 0, end)) as Head;
  const width = length * bytesPerValue;
  const isWhole = content.length === end + 1 + head.labels.length * width;
  if (head.length !== length || !isWhole) return null;
  return head.labels.map((labels, at) => {
    const from = end + 1 + at * width;
    // A copy begins where numbers may begin.
    const values = new Float64Array(new Uint8Array(content.subarray(from, from + width)).buffer);
    return { labels, values };
  });
}
