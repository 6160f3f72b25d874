import type { Removal } from "../../engine/model/feature.ts";
import { clearMark, markPod } from "../../kube/api/deletion-cost.ts";
import { formatKubeError, type KubeAnswer } from "../../kube/transport/errors.ts";
import { splitKey, type KubeObject } from "../../kube/watch/object.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import type { WriteFence } from "../leader/write-fence.ts";

interface Options {
  /** With connections of its own: no count waits for a place behind a mark. */
  readonly transport: Transport;
  readonly writeFence: WriteFence;
  /** How many passes run at the same time; three quarters of them may wait for marks. */
  readonly workers: number;
  readonly limitMs?: number;
}

/** A count waits no longer than this for the marks before it. */
const defaultLimitMs = 1_000;

/**
 * Marks of pods that targets are to lose first. They are best effort, and a count is not: a count waits for its
 * marks for a limited time, and a quarter of the workers never wait for any, so the counts of other objects go on.
 */
export class RemovalMarks {
  readonly #options: Options;
  readonly #limitMs: number;
  readonly #places: number;
  #taken = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#limitMs = options.limitMs ?? defaultLimitMs;
    this.#places = Math.max(1, Math.floor((options.workers * 3) / 4));
  }

  /**
   * Before the count falls. A failure is a sentence, and does not stop the change.
   *
   * @param key the object on whose behalf pods are marked; they are in its namespace
   */
  async order(key: string, { mark, clear }: Removal): Promise<string | null> {
    const answers = await this.#send(key, { mark, clear });
    if (mark.length === 0) return null;
    const what = `of ${mark.length} pods were not marked to be removed first`;
    if (!answers) return `${mark.length} ${what}: pods of many other workloads are being marked`;
    const errors = answers.flatMap(answer => (answer.ok ? [] : [answer.error]));
    const [first] = errors;
    if (!first || first.code === "Stopped") return null;
    const why =
      first.code === "Timeout"
        ? `the API server did not answer within ${this.#limitMs} ms, and the count does not wait longer`
        : formatKubeError(first);
    return `${errors.length} ${what}: ${why}`;
  }

  /** Clears marks that no longer serve. What fails is tried again with the next decision, unless the pod is gone. */
  async clear(key: string, clear: readonly string[]): Promise<void> {
    await this.#send(key, { mark: [], clear });
  }

  close(): Promise<void> {
    return this.#options.transport.close();
  }

  /** The answers about marks; null: nothing was sent, because too many other passes wait for theirs. */
  async #send(key: string, { mark, clear }: Removal) {
    if (mark.length + clear.length === 0) return [];
    if (this.#taken >= this.#places) return null;
    const { transport, writeFence } = this.#options;
    const { namespace } = splitKey(key);
    const podOf = (name: string) => ({
      ...{ namespace, name, deadlineMs: this.#limitMs },
      mayWrite: () => writeFence.mayWrite(key),
    });
    const clearing: KubeAnswer<KubeObject>[] = clear.map(name => clearMark(transport, podOf(name)));
    this.#taken += 1;
    try {
      const answers = await Promise.all(mark.map(name => markPod(transport, podOf(name))));
      await Promise.all(clearing);
      return answers;
    } finally {
      this.#taken -= 1;
    }
  }
}
