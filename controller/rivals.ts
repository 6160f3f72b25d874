import { err, ok, type EpochMs, type Result } from "../engine/result.ts";
import type { Clock } from "../kube/clock.ts";
import { isTransient, type KubeError } from "../kube/errors.ts";
import { listAll } from "../kube/list.ts";
import { objectKey, resourcePath, type KubeObject } from "../kube/object.ts";
import type { Transport } from "../kube/transport.ts";
import { Claims, type Claimed } from "./claims.ts";

/** A kind whose objects scale things. */
export interface ClaimingKind {
  readonly kind: string;
  readonly resource: { readonly group: string; readonly version: string; readonly plural: string };
  readonly isForeign: boolean;
  readonly claimedBy: (object: KubeObject) => readonly Claimed[];
}

/** Who claims what in a namespace at a moment, or a little later. */
export interface Sighting {
  readonly claims: Claims;
  readonly begunAt: EpochMs;
}

/** For how long one look serves those that it showed: at a start, thousands come with one question. */
const sharedMs = 10_000;

/**
 * Who claims what in a namespace, read from the API server itself: a cache may not have heard of
 * an object that somebody made a moment ago.
 */
export class Rivals {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #makeClaims: () => Claims;
  readonly #kinds = new Map<string, ClaimingKind>();
  /** By namespace: what is being read, and what is read after it, for all who came meanwhile. */
  readonly #running = new Map<string, Promise<Result<Claims, KubeError>>>();
  readonly #next = new Map<string, Promise<Result<Claims, KubeError>>>();
  /** By namespace, the oldest first. */
  readonly #latest = new Map<string, Sighting & { readonly endedAt: number }>();

  /** @param makeClaims that know the labels of what selectors claim */
  constructor(
    { transport, clock }: { readonly transport: Transport; readonly clock: Clock },
    makeClaims = () => new Claims(() => undefined),
  ) {
    this.#transport = transport;
    this.#clock = clock;
    this.#makeClaims = makeClaims;
  }

  add(kind: ClaimingKind): void {
    this.#kinds.set(kind.kind, kind);
  }

  remove(kind: string): void {
    this.#kinds.delete(kind);
  }

  /**
   * Begun after the call, so that it shows whatever was there by then.
   *
   * @param suffices whether what was seen a moment ago will do
   */
  read(
    namespace: string,
    suffices: (seen: Sighting) => boolean = () => false,
  ): Promise<Result<Claims, KubeError>> {
    const seen = this.#seenLately(namespace);
    if (seen && suffices(seen)) return Promise.resolve(ok(seen.claims));
    const running = this.#running.get(namespace);
    if (!running) return this.#start(namespace);
    const after = async (): Promise<Result<Claims, KubeError>> => {
      await running;
      this.#next.delete(namespace);
      return this.#start(namespace);
    };
    const next = this.#next.get(namespace) ?? after();
    this.#next.set(namespace, next);
    return next;
  }

  #seenLately(namespace: string): Sighting | null {
    const now = this.#clock.monotonic();
    for (const [old, { endedAt }] of this.#latest) {
      if (now - endedAt < sharedMs) break;
      this.#latest.delete(old);
    }
    return this.#latest.get(namespace) ?? null;
  }

  #start(namespace: string): Promise<Result<Claims, KubeError>> {
    const reading = this.#look(namespace).finally(() => this.#running.delete(namespace));
    this.#running.set(namespace, reading);
    return reading;
  }

  async #look(namespace: string): Promise<Result<Claims, KubeError>> {
    const begunAt = this.#clock.now();
    const claims = await this.#readAll(namespace);
    this.#latest.delete(namespace);
    if (claims.ok) {
      const endedAt = this.#clock.monotonic();
      this.#latest.set(namespace, { claims: claims.value, begunAt, endedAt });
    }
    return claims;
  }

  async #readAll(namespace: string): Promise<Result<Claims, KubeError>> {
    const claims = this.#makeClaims();
    const answers = await Promise.all(
      Array.from(this.#kinds.values(), kind => this.#list(claims, kind, namespace)),
    );
    const failed = answers.find(answer => !answer.ok);
    return failed?.ok === false ? err(failed.error) : ok(claims);
  }

  async #list(
    claims: Claims,
    { kind, resource, isForeign, claimedBy }: ClaimingKind,
    namespace: string,
  ): Promise<Result<null, KubeError>> {
    const found: KubeObject[] = [];
    const path = resourcePath({ ...resource, namespace });
    const { signal } = new AbortController();
    const listed = await listAll(this.#transport, { path }, object => found.push(object), signal);
    // Somebody else's kind may be gone, or not be ours to read: then the watch on it says so, too.
    if (!listed.ok) return isForeign && isAbsent(listed.error) ? ok(null) : listed;
    const changes = found.map(current => ({
      ...{ key: objectKey(current.metadata), current, previous: undefined },
    }));
    if (isForeign) claims.updateForeign(kind, changes, claimedBy);
    else claims.update(kind, changes, claimedBy);
    return ok(null);
  }
}

const isAbsent = (error: KubeError): boolean => !isTransient(error) && error.code !== "TooLarge";
