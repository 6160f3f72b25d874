import type { Decision } from "../model/decision.ts";
import type { EpochMs } from "../model/values/result.ts";

/** What one decision says of a forecast. */
interface Asked {
  readonly time: EpochMs;
  /** What the votes and the minimum ask for. */
  readonly without: number;
  /** The same with the forecast. */
  readonly including: number;
}

/**
 * How many replicas of a target are there because of its forecast. A count stays for the scale-down window after the
 * last decision that asks for it, so the decisions within the window explain the present count.
 */
export class AddedReplicas {
  readonly #windowMs: number;
  #asked: readonly Asked[] = [];

  constructor(windowSeconds: number) {
    this.#windowMs = windowSeconds * 1_000;
  }

  /** After each decision on the real target. */
  note({ time: now, steps }: Pick<Decision, "time" | "steps">): void {
    const recent = this.#asked.filter(({ time }) => time >= now - this.#windowMs && time <= now);
    const forecast = steps.find(({ step }) => step === "forecast");
    const minimum = steps.find(({ step }) => step === "bound")?.atLeast ?? 0;
    const combined = steps.at(0)?.after ?? 0;
    const without = Math.max(minimum, forecast?.before ?? combined);
    const asked = { time: now, without, including: Math.max(without, forecast?.after ?? 0) };
    const last = recent.at(-1);
    const isSame = last?.without === without && last.including === asked.including;
    this.#asked = [...(isSame ? recent.slice(0, -1) : recent), asked];
  }

  /** The count that would be there without the forecast; null: the forecast has added nothing. */
  without(replicas: number): number | null {
    const most = (of: (asked: Asked) => number): number => Math.max(0, ...this.#asked.map(of));
    const without = most(asked => asked.without);
    const part = most(asked => asked.including) - without;
    // A person may have added some, too.
    return part > 0 && replicas > without ? Math.max(without, replicas - part) : null;
  }
}
