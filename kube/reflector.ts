import type { Clock } from "./clock.ts";
import { isTransient, kubeError, type KubeError } from "./errors.ts";
import { objectKey, type KubeObject } from "./object.ts";
import type { Transport } from "./transport.ts";
import { watchEvents, type WatchEvent } from "./watch-events.ts";

/** What changed for one key. `current` undefined: it is gone. `previous` undefined: it is new. */
export interface Change<T> {
  readonly key: string;
  readonly current: T | undefined;
  readonly previous: T | undefined;
}

export interface ReflectorOptions<Raw extends KubeObject, T> {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly path: string;
  readonly selector?: { readonly labelSelector?: string; readonly fieldSelector?: string };
  /** Keeps what is needed of an object. It runs on every event, so it decides the memory. */
  readonly trim: (raw: Raw, previous: T | undefined) => T;
  /** Whether nothing that is kept differs: such an event (a heartbeat) wakes nobody. */
  readonly same: (a: T, b: T) => boolean;
  /** All changes of one list or one burst, after the cache has them; never a half-read list. */
  readonly onChanges: (changes: readonly Change<T>[]) => void;
  /** The connection was lost (once for each way of failing), or is there again (null). */
  readonly onHealth: (error: KubeError | null) => void;
}

const pageSize = 500;
const firstPauseMs = 50;
/** Small, because work must resume within two seconds of the API server's return. */
const longestPauseMs = 1_000;
/** A refusal (no rights, no such resource) is mended by people, who are slower. */
const refusedPauseMs = 30_000;
/** Bookmarks come every minute or so; longer silence means that nobody is there. */
const silenceMs = 100_000;

/**
 * A list and a watch kept as a map of trimmed objects (client-go: tools/cache/reflector.go).
 *
 * Complete before `synced`; a later list is read whole and then swapped in one turn, so that no
 * reader ever sees half of it. Resumes from the last version seen, bookmarks included; lists again
 * only where the server says that this version is gone. Lives through any outage.
 */
export class Reflector<Raw extends KubeObject, T> {
  readonly #options: ReflectorOptions<Raw, T>;
  readonly #stopping = new AbortController();
  #items = new Map<string, T>();
  #resourceVersion: string | null = null;
  #synced = false;
  #failures = 0;
  #started = false;
  #error: KubeError | null = null;
  readonly #waiting: (() => void)[] = [];

  constructor(options: ReflectorOptions<Raw, T>) {
    this.#options = options;
  }

  get synced(): boolean {
    return this.#synced;
  }

  /** Why it is not up to date; null while the watch runs. */
  get error(): KubeError | null {
    return this.#error;
  }

  get size(): number {
    return this.#items.size;
  }

  get(key: string): T | undefined {
    return this.#items.get(key);
  }

  entries(): IterableIterator<[string, T]> {
    return this.#items.entries();
  }

  /** Resolves once the first list is complete, however long the API server takes to appear. */
  whenSynced(): Promise<void> {
    if (this.#synced) return Promise.resolve();
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    void this.#run();
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (;;) {
      const error = this.#resourceVersion === null ? await this.#list() : await this.#watch();
      if (signal.aborted) return;
      if (error === null) continue;
      if (error.code === "Gone") {
        this.#resourceVersion = null;
        continue;
      }
      this.#failures += 1;
      if (this.#error?.code !== error.code) this.#options.onHealth(error);
      this.#error = error;
      await this.#options.sleep(this.#pause(error), signal);
    }
  }

  #pause(error: KubeError): number {
    const longest = isTransient(error) ? longestPauseMs : refusedPauseMs;
    const grown = Math.min(longest, firstPauseMs * 2 ** Math.min(this.#failures, 10));
    return Math.max(grown * (0.5 + this.#options.random() / 2), error.retryAfterMs ?? 0);
  }

  #healthy(): void {
    if (this.#failures > 0) this.#options.onHealth(null);
    this.#failures = 0;
    this.#error = null;
  }

  async #list(): Promise<KubeError | null> {
    const { transport, path, selector, trim } = this.#options;
    const next = new Map<string, T>();
    let resume = "";
    for (;;) {
      const answer = await transport.request<RawList<Raw>>({
        method: "GET",
        path,
        query: { ...selector, limit: pageSize, ...(resume === "" ? {} : { continue: resume }) },
      });
      if (!answer.ok) return answer.error;
      const { metadata, items } = answer.value;
      for (const item of items ?? []) {
        const key = objectKey(item.metadata);
        next.set(key, trim(item, this.#items.get(key)));
      }
      resume = metadata.continue ?? "";
      if (resume === "") {
        this.#resourceVersion = metadata.resourceVersion;
        break;
      }
    }
    this.#healthy();
    this.#swap(next);
    return null;
  }

  #swap(next: Map<string, T>): void {
    const previous = this.#items;
    this.#items = next;
    const changes: Change<T>[] = [];
    for (const [key, current] of next) {
      const before = previous.get(key);
      if (before === undefined || !this.#options.same(before, current)) {
        changes.push({ key, current, previous: before });
      }
    }
    for (const [key, before] of previous) {
      if (!next.has(key)) changes.push({ key, current: undefined, previous: before });
    }
    this.#synced = true;
    this.#options.onChanges(changes);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #watch(): Promise<KubeError | null> {
    const { transport, path, selector, random, clock } = this.#options;
    const request = `WATCH ${path}`;
    const opened = clock.monotonic();
    const stream = await transport.stream(
      {
        method: "GET",
        path,
        query: {
          ...selector,
          watch: true,
          allowWatchBookmarks: true,
          resourceVersion: this.#resourceVersion ?? "",
          timeoutSeconds: Math.round(300 + 300 * random()),
        },
      },
      silenceMs,
      this.#stopping.signal,
    );
    if (!stream.ok) return stream.error;
    this.#healthy();
    try {
      for await (const batch of watchEvents(stream.value.chunks)) {
        const error = this.#ingest(batch, request);
        if (error) return error;
      }
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      return kubeError("Unreachable", { request, message });
    } finally {
      stream.value.close();
    }
    // A server that ends every watch at once must not be asked in a tight loop.
    return clock.monotonic() - opened < 1_000
      ? kubeError("Unreachable", { request, message: "the watch ended as soon as it began" })
      : null;
  }

  #ingest(batch: readonly WatchEvent[], request: string): KubeError | null {
    const changes: Change<T>[] = [];
    let failure: KubeError | null = null;
    for (const event of batch) {
      if (event.type === "ERROR") {
        const { code, message } = event.object;
        failure = kubeError(code === 410 ? "Gone" : "ServerError", {
          request,
          message: message ?? "the watch ended with an error",
        });
        break;
      }
      this.#resourceVersion = event.object.metadata.resourceVersion;
      if (event.type === "BOOKMARK") continue;
      const change = this.#apply(event);
      if (change) changes.push(change);
    }
    if (changes.length > 0) this.#options.onChanges(changes);
    return failure;
  }

  #apply(event: WatchEvent): Change<T> | null {
    const key = objectKey(event.object.metadata);
    const previous = this.#items.get(key);
    if (event.type === "DELETED") {
      this.#items.delete(key);
      return previous === undefined ? null : { key, current: undefined, previous };
    }
    const current = this.#options.trim(event.object as unknown as Raw, previous);
    this.#items.set(key, current);
    if (previous !== undefined && this.#options.same(previous, current)) return null;
    return { key, current, previous };
  }
}

interface RawList<Raw> {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items?: readonly Raw[];
}
