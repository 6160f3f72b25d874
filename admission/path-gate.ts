import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

import { timeOrZero, ZERO_TIME } from "../engine/model/values/time.ts";
import type { EpochMs } from "../engine/model/values/result.ts";
import type { ObjectMeta } from "../kube/watch/object.ts";

/** The path of a webhook without one, and the path before the first unguessable one. */
const plainPaths = ["/", "/validate"];
const shape = /^\/validate\/[0-9a-f]{32}$/;
const mostFormer = 4;

/** An unguessable path, valid as the `path` of a webhook. */
export const newPath = (): string => `/validate/${randomBytes(16).toString("hex")}`;

/** True if the operator may have generated it: anyone with permission may have written another path. */
export const isUnguessable = (path: string | null | undefined): path is string =>
  typeof path === "string" && shape.test(path);

/** Compares in constant time, so that the duration does not reveal where the paths differ. */
export function isOneOf(asked: string, paths: readonly string[]): boolean {
  const given = hash(asked);
  return paths.map(path => timingSafeEqual(given, hash(path))).includes(true);
}

const hash = (path: string): Buffer => createHash("sha256").update(path).digest();

/** What this replica has seen. `webhooks`: their paths; null: no configuration is known. */
export interface ObservedPaths {
  readonly secret: string | undefined;
  readonly webhooks: readonly string[] | null;
  /** For how long the webhooks have certainly had these paths. Absent: it is not known. */
  readonly carriedMs?: number;
}

/**
 * Since when the webhooks of a configuration have their paths, by its managedFields: the API server records the time of
 * the last write of each owner of a field, and a client that changes the field becomes its owner. The configuration may be a
 * copy of an older one, so its creation counts, too. Null: it is not known.
 *
 * Source  apimachinery pkg/util/managedfields/internal/managedfieldsupdater.go.
 */
export function pathsWrittenAt({ managedFields, creationTimestamp }: ObjectMeta): EpochMs | null {
  const owners = (managedFields ?? []).filter(({ fieldsV1 }) => owns(fieldsV1));
  const times = [...owners.map(({ time }) => time), creationTimestamp].map(timeOrZero);
  return owners.length === 0 || times.includes(ZERO_TIME) ? null : Math.max(...times);
}

const owns = (fields: unknown): boolean => /"f:(?:path|url)"/.test(JSON.stringify(fields ?? null));

/**
 * The paths that accept reviews while the leader manages the path. No review of an API server is refused. The
 * plain path is open until all webhooks have had an unguessable one for as long as API servers may take to
 * learn of it, which the configuration tells a replica that has just started. A former path is open for as long.
 * Until this replica knows one, any unguessable path is open.
 */
export class PathGate {
  readonly #spreadMs: number;
  /** The paths of the webhooks and the Secret. */
  #current: readonly string[] = [];
  /** Former paths, and until when (monotonic) they are open. */
  #former: readonly { readonly path: string; readonly until: number }[] = [];
  /** Since when (monotonic) all webhooks have an unguessable path; null: they do not. */
  #carriedSince: number | null = null;

  constructor(spreadMs: number) {
    this.#spreadMs = spreadMs;
  }

  get newest(): string | undefined {
    return this.#current.at(-1);
  }

  observe({ secret, webhooks, carriedMs = 0 }: ObservedPaths, now: number): void {
    const seen = [...(webhooks ?? []), ...(secret === undefined ? [] : [secret])];
    const found = [...new Set(seen.filter(isUnguessable))];
    if (found.length > 0) this.#take(found, now);
    // If the configuration is deleted for a moment, it returns without trust in any certificate.
    if (webhooks === null || webhooks.length === 0) return;
    if (!webhooks.every(isUnguessable)) this.#carriedSince = null;
    else this.#carriedSince = Math.min(this.#carriedSince ?? now, now - carriedMs);
  }

  #take(found: readonly string[], now: number): void {
    const until = now + this.#spreadMs;
    this.#former = [...this.#former, ...this.#current.map(path => ({ path, until }))]
      .filter(({ path, until: end }) => now < end && !found.includes(path))
      .slice(-mostFormer);
    this.#current = found;
  }

  accepts(asked: string, now: number): boolean {
    const isSpread = this.#carriedSince !== null && now - this.#carriedSince >= this.#spreadMs;
    const former = this.#former.filter(({ until }) => now < until).map(({ path }) => path);
    const open = [...this.#current, ...former, ...(isSpread ? [] : plainPaths)];
    return isOneOf(asked, open) || (this.#current.length === 0 && isUnguessable(asked));
  }
}
