import type { KubeError } from "../transport/errors.ts";
import type { Informer, Listed } from "./object-cache.ts";
import { splitKey } from "./object.ts";

interface Ports {
  /** Whether a namespace grants nothing any more: it was deleted, and its RoleBinding with it. */
  readonly isGone: (namespace: string) => boolean;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** How often a wait looks whether a namespace is gone. */
const lookMs = 5_000;

/**
 * One informer for each watched namespace, read as if they were one. A namespace that is gone counts as empty, so
 * that it does not stop the work for the others.
 */
export class NamespacedInformer<T> implements Informer<T> {
  readonly #parts: ReadonlyMap<string, Informer<T>>;
  readonly #ports: Ports;

  /** @param parts by namespace */
  constructor(parts: ReadonlyMap<string, Informer<T>>, ports: Ports) {
    this.#parts = parts;
    this.#ports = ports;
  }

  get parts(): readonly Informer<T>[] {
    return [...this.#parts.values()];
  }

  get synced(): boolean {
    return this.#served().every(({ synced }) => synced);
  }

  get listed(): Listed | null {
    const parts = this.#served();
    const lists = parts.flatMap(({ listed }) => listed ?? []);
    if (lists.length < parts.length || lists.length === 0) return null;
    return {
      begunAt: Math.min(...lists.map(({ begunAt }) => begunAt)),
      endedAt: Math.min(...lists.map(({ endedAt }) => endedAt)),
    };
  }

  get error(): KubeError | null {
    return this.#served().find(({ error }) => error !== null)?.error ?? null;
  }

  get failingMs(): number {
    return Math.max(0, ...this.#served().map(({ failingMs }) => failingMs));
  }

  get size(): number {
    return this.parts.reduce((sum, { size }) => sum + size, 0);
  }

  get(key: string): T | undefined {
    return this.#parts.get(splitKey(key).namespace)?.get(key);
  }

  *entries(): IterableIterator<[string, T]> {
    for (const part of this.#parts.values()) yield* part.entries();
  }

  whenSynced(): Promise<void> {
    return this.#all(part => part.whenSynced());
  }

  refresh(): Promise<void> {
    return this.#all(part => part.refresh());
  }

  start(): void {
    for (const part of this.parts) part.start();
  }

  stop(): void {
    for (const part of this.parts) part.stop();
  }

  #served(): Informer<T>[] {
    const served = [...this.#parts].filter(([namespace]) => !this.#ports.isGone(namespace));
    return served.map(([, part]) => part);
  }

  async #all(wait: (part: Informer<T>) => Promise<void>): Promise<void> {
    const each = Array.from(this.#parts, async ([namespace, part]) => {
      const ended = new AbortController();
      await Promise.race([wait(part), this.#whenGone(namespace, ended.signal)]);
      ended.abort();
    });
    await Promise.all(each);
  }

  async #whenGone(namespace: string, ended: AbortSignal): Promise<void> {
    while (!ended.aborted && !this.#ports.isGone(namespace)) {
      await this.#ports.sleep(lookMs, ended);
    }
  }
}
