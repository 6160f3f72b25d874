import {
  isTransient,
  kubeError,
  type KubeError,
  longestPauseMs,
  retryPause,
} from "../transport/errors.ts";
import { listAll, metadataAs } from "./list.ts";
import { type Informer, ObjectCache, type Listed, type ReflectorOptions } from "./object-cache.ts";
import type { KubeObject } from "./object.ts";
import type { ByteStream } from "../transport/kube-request.ts";
import { failWhenSilent } from "./fail-when-silent.ts";
import { nextBatch, watchEvents, type WatchEvent } from "./watch-events.ts";

/** How long after the end of its time a watch may still send something. */
const overtimeSeconds = 30;
/** A watch that stays open for this long works, even without events. */
const steadyMs = 250;

/**
 * A list and a watch, kept as a map of trimmed objects (client-go: tools/cache/reflector.go).
 *
 * The map is complete before `synced`. A later list is read whole and then swapped in at once, so readers
 * never see a partial list. It resumes from the last version seen, bookmarks included, and lists again only
 * if the server reports that this version is gone. It survives any outage.
 */
export class Reflector<Raw extends KubeObject, T> implements Informer<T> {
  readonly #options: ReflectorOptions<Raw, T>;
  readonly #stopping = new AbortController();
  readonly #cache: ObjectCache<Raw, T>;
  readonly #request: string;
  #resourceVersion: string | null = null;
  synced = false;
  listed: Listed | null = null;
  /** Consecutive failures: only a working watch, not a merely open one, resets the count. */
  #failures = 0;
  error: KubeError | null = null;
  /** Monotonic clock; start of the current error. */
  #failingSince = 0;
  /** Monotonic clock; the start, or the last list, event or bookmark. */
  #heardAt: number | null = null;
  readonly #waiting: (() => void)[] = [];
  /** Callers that wait for a list that starts from now on. */
  readonly #wanted: (() => void)[] = [];
  #interrupt = new AbortController();

  constructor(options: ReflectorOptions<Raw, T>) {
    this.#options = options;
    this.#cache = new ObjectCache(options);
    this.#request = `WATCH ${options.path}`;
  }

  get failingMs(): number {
    return this.error === null ? 0 : this.#options.clock.monotonic() - this.#failingSince;
  }

  /** Milliseconds since the last list, event or bookmark; 0 before the start. */
  get silentMs(): number {
    return this.#heardAt === null ? 0 : this.#options.clock.monotonic() - this.#heardAt;
  }

  get size(): number {
    return this.#cache.items.size;
  }

  get(key: string): T | undefined {
    return this.#cache.items.get(key);
  }

  entries(): IterableIterator<[string, T]> {
    return this.#cache.items.entries();
  }

  /** Resolves once the first list is complete and announced, however long the API server takes to start. */
  whenSynced(): Promise<void> {
    if (this.listed) return Promise.resolve();
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  /**
   * Lists again. Resolves when a list is complete that started after this call. It contains everything
   * written before, which no watch can guarantee.
   */
  refresh(): Promise<void> {
    const listed = new Promise<void>(resolve => this.#wanted.push(resolve));
    this.#interrupt.abort();
    return listed;
  }

  start(): void {
    if (this.#heardAt !== null) return;
    this.#heardAt = this.#options.clock.monotonic();
    void this.#run();
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const mustList = this.#resourceVersion === null || this.#wanted.length > 0;
      const error = mustList ? await this.#list() : await this.#watch();
      if (error !== null) await this.#recover(error);
    }
  }

  async #recover(error: KubeError): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#failures += 1;
    if (error.code === "Gone") {
      // Part of normal operation, so `onHealth` is not called. Pause nevertheless: it may happen every time.
      this.#resourceVersion = null;
    } else {
      // A starting API server refuses requests for a moment; the long pause from the outage before must not
      // apply then.
      if (this.error && isTransient(this.error) && !isTransient(error)) this.#failures = 1;
      const isNewError = this.error?.code !== error.code;
      if (this.error === null) this.#failingSince = this.#options.clock.monotonic();
      this.error = error;
      if (isNewError) this.#options.onHealth(error);
    }
    const { sleep, random, longestPauseMs: longest } = this.#options;
    const pause = retryPause(error, this.#failures, longest?.() ?? longestPauseMs, random());
    await sleep(pause, this.#stopping.signal);
  }

  #healthy(): void {
    this.#failures = 0;
    if (this.error === null) return;
    this.error = null;
    this.#options.onHealth(null);
  }

  async #list(): Promise<KubeError | null> {
    const { transport, path, selector, metadataOnly, clock } = this.#options;
    const begunAt = clock.now();
    const next = new Map<string, T>();
    const collect = (item: KubeObject): void => this.#cache.collect(next, item as Raw);
    const served = this.#wanted.splice(0);
    const accept = metadataOnly ? metadataAs("PartialObjectMetadataList") : undefined;
    const from = { path, selector, accept };
    const listed = await listAll(transport, from, collect, this.#stopping.signal);
    if (!listed.ok) {
      this.#wanted.push(...served);
      return listed.error;
    }
    this.#heardAt = clock.monotonic();
    this.#resourceVersion = listed.value;
    const changes = this.#cache.swap(next);
    this.synced = true;
    await this.#options.onChanges(changes);
    this.listed = { begunAt, endedAt: clock.monotonic() };
    for (const resolve of [...this.#waiting.splice(0), ...served]) resolve();
    return null;
  }

  async #watch(): Promise<KubeError | null> {
    const { transport, path, selector, metadataOnly, random, clock } = this.#options;
    const opened = clock.monotonic();
    const timeoutSeconds = Math.round(300 + 300 * random());
    const interrupt = new AbortController();
    this.#interrupt = interrupt;
    const stream = await transport.stream(
      {
        method: "GET",
        path,
        query: {
          ...selector,
          ...{ watch: true, allowWatchBookmarks: true },
          resourceVersion: this.#resourceVersion ?? "",
          timeoutSeconds,
        },
        ...(metadataOnly ? { accept: metadataAs("PartialObjectMetadata") } : {}),
      },
      (timeoutSeconds + overtimeSeconds) * 1000,
      AbortSignal.any([this.#stopping.signal, interrupt.signal]),
    );
    const error = stream.ok ? await this.#follow(stream.value) : stream.error;
    if (interrupt.signal.aborted) return null;
    const wasOpen = stream.ok && clock.monotonic() - opened >= 1_000;
    if (error !== null || wasOpen) return error;
    // Do not request in a tight loop from a server that ends every watch at once.
    return this.#failure("Unreachable", "the watch ended as soon as it began");
  }

  async #follow(stream: ByteStream): Promise<KubeError | null> {
    const ended = new AbortController();
    void this.#healthyUnless(ended.signal);
    try {
      const batches = watchEvents(failWhenSilent(stream.chunks, this.#options));
      for (;;) {
        const batch = await nextBatch(batches, this.#request);
        if (!batch.ok) return batch.error;
        if (batch.value === null) return null;
        this.#heardAt = this.#options.clock.monotonic();
        const error = await this.#ingest(batch.value);
        if (error) return error;
        this.#healthy();
      }
    } finally {
      ended.abort();
      stream.close();
    }
  }

  async #healthyUnless(ended: AbortSignal): Promise<void> {
    await this.#options.sleep(steadyMs, ended);
    if (!ended.aborted) this.#healthy();
  }

  async #ingest(batch: readonly WatchEvent[]): Promise<KubeError | null> {
    const { changes, resourceVersion, failure } = this.#cache.apply(batch);
    if (resourceVersion !== null) this.#resourceVersion = resourceVersion;
    if (changes.length > 0) await this.#options.onChanges(changes);
    return failure && this.#failure(failure.code, failure.message);
  }

  #failure(code: KubeError["code"], message: string): KubeError {
    return kubeError(code, { request: this.#request, message });
  }
}
