import { err, ok, type EpochMs } from "../../engine/model/values/result.ts";
import type { Clock } from "../../kube/clock.ts";
import { isTransient, type KubeAnswer, type KubeError } from "../../kube/transport/errors.ts";
import { listAll } from "../../kube/watch/list.ts";
import { objectKey, resourcePath, type KubeObject } from "../../kube/watch/object.ts";
import type { Informer } from "../../kube/watch/object-cache.ts";
import type { Transport } from "../../kube/transport/transport.ts";
import { ClaimIndex, type Claimed } from "./claim-index.ts";

export interface ClaimingKind {
  readonly kind: string;
  readonly resource: { readonly group: string; readonly version: string; readonly plural: string };
  readonly isForeign: boolean;
  readonly claimedBy: (object: KubeObject) => readonly Claimed[];
  /** Announces the objects of all namespaces to the claims that the watches keep. */
  readonly watch: Pick<Informer<unknown>, "listed" | "error">;
  /** The uids of our objects that are as its list showed them. */
  readonly asListed?: ReadonlySet<string>;
}

/** Claims in a namespace, read at `begunAt` or a little later. */
export interface ClaimSnapshot {
  readonly claims: ClaimIndex;
  readonly begunAt: EpochMs;
  /** Whether the lists can show an object. If a watch delivered it since, it may deliver a rival even later. */
  readonly shows: (uid: string) => boolean;
}

interface Ports {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The claims that the watches keep. */
  readonly claims: ClaimIndex;
}

/**
 * How long one read serves the objects that it showed as the first on their targets. It shows every older rival,
 * so later changes are the only ones to miss, and all objects leave those to the watches after their first check.
 * After a start, the first writes of thousands of objects may take minutes.
 */
const sharedMs = 600_000;

/**
 * Claims in a namespace, read from the API server: a cache may not yet show an object that was created a
 * moment ago.
 */
export class ClaimLister {
  readonly #ports: Ports;
  readonly #makeClaims: () => ClaimIndex;
  readonly #kinds = new Map<string, ClaimingKind>();
  /** By namespace: the running read, and the next one for all callers that arrive meanwhile. */
  readonly #running = new Map<string, KubeAnswer<ClaimIndex>>();
  readonly #next = new Map<string, KubeAnswer<ClaimIndex>>();
  /** By namespace, oldest first. */
  readonly #latest = new Map<string, ClaimSnapshot & { readonly endedAt: number }>();

  /** @param makeClaims creates claims that know the labels of objects that selectors claim */
  constructor(ports: Ports, makeClaims = () => new ClaimIndex(() => undefined)) {
    this.#ports = ports;
    this.#makeClaims = makeClaims;
  }

  add(kind: ClaimingKind): void {
    this.#kinds.set(kind.kind, kind);
  }

  remove(kind: string): void {
    this.#kinds.delete(kind);
  }

  /**
   * The read starts after the call, so that it shows everything that existed by then.
   *
   * @param suffices whether a recent read is good enough, or what the watches have delivered since their lists
   */
  read(namespace: string, suffices: (seen: ClaimSnapshot) => boolean = () => false) {
    for (const seen of [this.#watched(), this.#recent(namespace)]) {
      if (seen && suffices(seen)) return Promise.resolve(ok(seen.claims));
    }
    const running = this.#running.get(namespace);
    if (!running) return this.#start(namespace);
    const after = async (): KubeAnswer<ClaimIndex> => {
      await running;
      this.#next.delete(namespace);
      return this.#start(namespace);
    };
    const next = this.#next.get(namespace) ?? after();
    this.#next.set(namespace, next);
    return next;
  }

  /** The oldest list of all kinds counts. Null: a list is missing or too old, or its watch is cut off. */
  #watched(): ClaimSnapshot | null {
    const now = this.#ports.clock.monotonic();
    const kinds = [...this.#kinds.values()];
    const lists = kinds.flatMap(({ watch: { error, listed } }) => (error ? [] : (listed ?? [])));
    const isComplete = lists.length === kinds.length;
    if (!isComplete || lists.some(({ endedAt }) => now - endedAt >= sharedMs)) return null;
    const begunAt = Math.min(...lists.map(list => list.begunAt));
    const shows = (uid: string) => kinds.some(({ asListed }) => asListed?.has(uid));
    return { claims: this.#ports.claims, begunAt, shows };
  }

  #recent(namespace: string): ClaimSnapshot | null {
    const now = this.#ports.clock.monotonic();
    for (const [old, { endedAt }] of this.#latest) {
      if (now - endedAt < sharedMs) break;
      this.#latest.delete(old);
    }
    return this.#latest.get(namespace) ?? null;
  }

  #start(namespace: string): KubeAnswer<ClaimIndex> {
    const reading = this.#readNow(namespace).finally(() => this.#running.delete(namespace));
    this.#running.set(namespace, reading);
    return reading;
  }

  async #readNow(namespace: string): KubeAnswer<ClaimIndex> {
    const begunAt = this.#ports.clock.now();
    const claims = await this.#readAll(namespace);
    this.#latest.delete(namespace);
    if (claims.ok) {
      const endedAt = this.#ports.clock.monotonic();
      this.#latest.set(namespace, { claims: claims.value, begunAt, shows: () => true, endedAt });
    }
    return claims;
  }

  async #readAll(namespace: string): KubeAnswer<ClaimIndex> {
    const claims = this.#makeClaims();
    const answers = await Promise.all(
      Array.from(this.#kinds.values(), kind => this.#list(claims, kind, namespace)),
    );
    const failed = answers.find(answer => !answer.ok);
    return failed?.ok === false ? err(failed.error) : ok(claims);
  }

  async #list(claims: ClaimIndex, kind: ClaimingKind, namespace: string): KubeAnswer<null> {
    const path = resourcePath({ ...kind.resource, namespace });
    const { signal } = new AbortController();
    const { transport } = this.#ports;
    // Page by page: thousands of objects at once would occupy the event loop.
    const add = (current: KubeObject): void => {
      const change = { key: objectKey(current.metadata), current, previous: undefined };
      claims.update(kind, [change], kind.claimedBy);
    };
    const listed = await listAll(transport, { path }, add, signal);
    // The other autoscaler's API may be gone, or not readable for us; the watch on it reports that, too.
    const isUsable = listed.ok || (kind.isForeign && isAbsent(listed.error));
    return isUsable ? ok(null) : listed;
  }
}

const isAbsent = (error: KubeError): boolean => !isTransient(error) && error.code !== "TooLarge";
