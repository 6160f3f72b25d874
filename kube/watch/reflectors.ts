// kube/watch/: lists and watches that keep caches up to date.

import { type KubeError, longestPauseMs } from "../transport/errors.ts";
import type { Informer, ReflectorOptions } from "./object-cache.ts";
import { NamespacedInformer } from "./namespaced-informer.ts";
import { resourcePath, type KubeObject } from "./object.ts";
import { Reflector } from "./reflector.ts";
import { requestInfo } from "../transport/kube-request.ts";

/** What a reflector needs apart from its resource. */
export interface ReflectorEnvironment extends Pick<
  ReflectorOptions<KubeObject, unknown>,
  "transport" | "clock" | "random" | "sleep"
> {
  /** A reflector lost the API server (error) or reached it again (null). */
  readonly onHealth: (resource: string, error: KubeError | null) => void;
  /** The only namespaces whose objects may be listed and watched; absent: all, at once. */
  readonly namespaces?: readonly string[] | null;
}

type About<Raw extends KubeObject, T> = Omit<
  ReflectorOptions<Raw, T>,
  keyof ReflectorEnvironment | "longestPauseMs"
> & {
  /** The reflector lost the API server, or never reached it; called once for each kind of failure. */
  readonly onTrouble?: () => void;
};

type AboutNamespaced<Raw extends KubeObject, T> = Omit<About<Raw, T>, "path"> & {
  readonly resource: { readonly group: string; readonly version: string; readonly plural: string };
};

type Opened = Pick<
  Reflector<KubeObject, unknown>,
  "size" | "error" | "failingMs" | "silentMs" | "stop"
>;

/** An API server that starts refuses everything for a moment. */
const goneAfterMs = 30_000;

export class Reflectors {
  readonly #environment: ReflectorEnvironment;
  readonly #open = new Map<Opened, string>();
  /** By watched namespace. */
  readonly #within = new Map<string, Set<Opened>>();

  constructor(environment: ReflectorEnvironment) {
    this.#environment = environment;
  }

  /** Counted until `close`, which also stops it. The caller starts it with `start`. */
  open<Raw extends KubeObject, T>(about: About<Raw, T>): Reflector<Raw, T> {
    const { resource } = requestInfo("GET", about.path, true);
    const { onHealth, ...shared } = this.#environment;
    const { onTrouble, ...what } = about;
    const reflector = new Reflector<Raw, T>({
      ...shared,
      ...what,
      onHealth: error => {
        onHealth(resource, error);
        if (error) onTrouble?.();
      },
      longestPauseMs: () => this.#longestPauseMs(resource),
    });
    this.#open.set(reflector, resource);
    return reflector;
  }

  /** The objects of all namespaces that may be watched, from one watch or from one for each. */
  openNamespaced<Raw extends KubeObject, T>(about: AboutNamespaced<Raw, T>): Informer<T> {
    const { resource, ...what } = about;
    const openIn = (namespace?: string): Reflector<Raw, T> =>
      this.open<Raw, T>({ ...what, path: resourcePath({ ...resource, namespace }) });
    const { namespaces, sleep } = this.#environment;
    if (!namespaces) return openIn();
    const parts = new Map(namespaces.map(namespace => [namespace, openIn(namespace)]));
    for (const [namespace, part] of parts) {
      const known = this.#within.get(namespace) ?? new Set();
      this.#within.set(namespace, known.add(part));
    }
    return new NamespacedInformer(parts, { isGone: this.isGone.bind(this), sleep });
  }

  /**
   * Whether a watched namespace was deleted: with it went its RoleBinding, so that all of its lists are refused. A
   * right that is merely missing does not count, because then the others are granted.
   */
  isGone(namespace: string): boolean {
    const known = this.#within.get(namespace);
    if (!known || known.size === 0) return false;
    for (const { error, failingMs } of known) {
      if (error?.code !== "Forbidden" || failingMs < goneAfterMs) return false;
    }
    return true;
  }

  close(informer: Opened | Informer<unknown>): void {
    const parts = informer instanceof NamespacedInformer ? informer.parts : [informer];
    for (const part of parts as readonly Opened[]) {
      this.#open.delete(part);
      for (const known of this.#within.values()) known.delete(part);
      part.stop();
    }
  }

  closeAll(): void {
    for (const reflector of this.#open.keys()) reflector.stop();
    this.#open.clear();
  }

  /** The number of watches; like the other numbers below, by resource. */
  readonly counts = () => this.#by(() => 1, sum);
  readonly sizes = () => this.#by(({ size }) => size, sum);
  readonly disconnected = () => this.#by(({ error }) => (error ? 1 : 0), sum);
  readonly failingSeconds = () => this.#by(({ failingMs }) => failingMs / 1_000, Math.max);
  readonly silentSeconds = () => this.#by(({ silentMs }) => silentMs / 1_000, Math.max);

  /** Short for a few watches, because work must resume within two seconds of the API server's return. */
  #longestPauseMs(resource: string): number {
    let open = 0;
    for (const other of this.#open.values()) if (other === resource) open += 1;
    return Math.min(10_000, Math.max(longestPauseMs, 50 * open));
  }

  #by(amount: (reflector: Opened) => number, join: (a: number, b: number) => number) {
    const joined = new Map<string, number>();
    for (const [reflector, resource] of this.#open) {
      joined.set(resource, join(joined.get(resource) ?? 0, amount(reflector)));
    }
    return joined;
  }
}

const sum = (a: number, b: number): number => a + b;
