import type { Logger } from "pino";

import type { PassOutcome } from "./work-queue.ts";

/** The first refusal may be a race with an edit, which the next pass sees. */
const worthTelling = 2;

/**
 * Logs refusals that only users can resolve: once per object and reason, and once when they end. Remembers
 * only objects whose passes fail.
 */
export class RejectionLog {
  readonly #log: Pick<Logger, "warn" | "info">;
  readonly #counts = new Map<string, Map<string, number>>();

  constructor(log: Pick<Logger, "warn" | "info">) {
    this.#log = log;
  }

  report(key: string, outcome: PassOutcome): void {
    if (outcome.kind === "done") this.#end(key);
    else if (outcome.refusal !== undefined) this.#count(key, outcome.reason, outcome.refusal);
  }

  #count(key: string, reason: string, refusal: string): void {
    const counts = this.#counts.get(key) ?? new Map<string, number>();
    this.#counts.set(key, counts);
    const count = (counts.get(reason) ?? 0) + 1;
    counts.set(reason, count);
    if (count !== worthTelling) return;
    this.#log.warn(
      { key, reason, error: refusal },
      "refused again and again; tried ever more slowly",
    );
  }

  #end(key: string): void {
    const counts = this.#counts.get(key);
    if (!counts) return;
    this.#counts.delete(key);
    const wasLogged = Array.from(counts.values()).some(count => count >= worthTelling);
    if (wasLogged) this.#log.info({ key }, "no longer refused");
  }
}
