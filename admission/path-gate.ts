import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** The path of a webhook that does not say one, and of one whose path is not unguessable yet. */
const plainPaths = ["/", "/validate"];
const shape = /^\/validate\/[0-9a-f]{32}$/;
/** Of the paths that there were a moment ago. */
const mostFormer = 4;

/** An unguessable path; every part of it is what the API server allows in a webhook's `path`. */
export const newPath = (): string => `/validate/${randomBytes(16).toString("hex")}`;

/** Whether it can be one of ours: anybody with the right may have written another one. */
export const isUnguessable = (path: string | null | undefined): path is string =>
  typeof path === "string" && shape.test(path);

/** Whether a request came to one of these, in a time that says nothing about where they differ. */
export function isOneOf(asked: string, paths: readonly string[]): boolean {
  const given = hash(asked);
  return paths.map(path => timingSafeEqual(given, hash(path))).includes(true);
}

const hash = (path: string): Buffer => createHash("sha256").update(path).digest();

/** What this replica has seen. `webhooks`: where they ask; null: no configuration is known. */
export interface SeenPaths {
  readonly secret: string | undefined;
  readonly webhooks: readonly string[] | null;
}

/**
 * Where reviews are answered while the leader manages the path. No review of an API server is refused:
 * the plain path is open until all webhooks have carried an unguessable one for as long as API servers
 * may take to hear of it, a former one is open for as long, and any is until this replica knows one.
 */
export class PathGate {
  readonly #spreadMs: number;
  /** The webhooks' and the Secret's. */
  #current: readonly string[] = [];
  /** Until when (monotonic) those are open that were current. */
  #former: readonly { readonly path: string; readonly until: number }[] = [];
  /** Since when (monotonic) all webhooks carry an unguessable path; null: they do not. */
  #carriedSince: number | null = null;

  constructor(spreadMs: number) {
    this.#spreadMs = spreadMs;
  }

  /** The newest that is known. */
  get newest(): string | undefined {
    return this.#current.at(-1);
  }

  observe({ secret, webhooks }: SeenPaths, now: number): void {
    const seen = [...(webhooks ?? []), ...(secret === undefined ? [] : [secret])];
    const found = [...new Set(seen.filter(isUnguessable))];
    if (found.length > 0) this.#take(found, now);
    // A configuration that is away for a moment comes back without trust in any certificate.
    if (webhooks === null || webhooks.length === 0) return;
    if (!webhooks.every(isUnguessable)) this.#carriedSince = null;
    else this.#carriedSince ??= now;
  }

  #take(found: readonly string[], now: number): void {
    const until = now + this.#spreadMs;
    const gone = this.#current.filter(path => !found.includes(path));
    this.#former = [...this.#former, ...gone.map(path => ({ path, until }))]
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
