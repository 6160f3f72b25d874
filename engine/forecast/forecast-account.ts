import type { EpochMs } from "../model/values/result.ts";
import { type Balance, balanceOf, type Day } from "./account.ts";
import {
  closedGate,
  type GateState,
  hasShortage,
  judgedDays,
  mayBeWorthIt,
  nextGate,
} from "./gate.ts";
import {
  dayOf,
  LastWeek,
  PackedDays,
  type Span,
  spanMs,
  sumsIn,
  sumsOfDay,
} from "./packed-sums.ts";
import type { Pipelines } from "./pipelines.ts";
import type { WallClock } from "./wall-clock.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A day of which less was observed says too little. */
const leastObserved = 0.75;
/** The place of the replica-hours without a forecast. */
const reactiveHours = 2;

/** The day that is not over yet. */
interface Today extends Day {
  readonly observedMs: number;
  /** Whether the forecast has said anything about its load. */
  readonly hasOpinion: boolean;
}

/** What a restart must not lose: otherwise the proof of two weeks would begin again, and the budget, too. */
export interface StoredAccount {
  readonly gate: GateState;
  readonly days: readonly Day[];
  readonly today: Today | null;
  readonly week: readonly Span[];
}

export const emptyAccount: StoredAccount = { gate: closedGate, days: [], today: null, week: [] };

interface Passed {
  readonly now: EpochMs;
  readonly passedMs: number;
  /** Replicas of the target that are there because of the forecast. */
  readonly added: number;
  readonly hasOpinion: boolean;
}

export interface AccountTerms {
  readonly clock: WallClock;
  /** How long after midnight a day ends, so that not all objects are judged at once. */
  readonly delayMs: number;
  /** A share of the replica-hours without a forecast. */
  readonly mostExtra: number;
  /** Of the target, so that an edited record makes no more room in the budget than that. */
  readonly maxReplicas: number;
}

/** Adds up hours and days, and judges the gate at local midnight. */
export class ForecastAccount {
  readonly #pipelines: Pipelines;
  readonly #terms: AccountTerms;
  readonly #week: LastWeek;
  #gate: GateState;
  /** The budget counts what the target really had. */
  isOverBudget: boolean;
  #days: PackedDays;
  #today: { number: number; observedMs: number; hasOpinion: boolean } | null;
  readonly #sums = new Float64Array(sumsOfDay);
  /** Of the judged days, which change once a day; null: not known yet. */
  #balance: Balance | null = null;

  constructor(pipelines: Pipelines, terms: AccountTerms, stored: StoredAccount) {
    [this.#pipelines, this.#terms] = [pipelines, terms];
    const { gate, days, today, week } = stored;
    const most = (terms.maxReplicas * spanMs) / hourMs;
    const had = week.map(span => ({ ...span, reactive: Math.min(most, span.reactive) }));
    [this.#gate, this.#days, this.#week] = [gate, new PackedDays(days), new LastWeek(had)];
    this.isOverBudget = this.#week.isBeyond(terms.mostExtra);
    this.#today = today && { ...today };
    if (today) this.#sums.set(sumsIn(today));
  }

  get stored(): StoredAccount {
    const today = this.#today && { ...this.#today, ...dayOf(this.#today.number, this.#sums) };
    return { gate: this.#gate, days: this.days, today, week: this.#week.spans };
  }

  get gate(): GateState {
    return this.#gate;
  }

  /** Of an object without a past: its days are those of this spec. */
  begin(judgedSpec: number): void {
    this.#gate = { ...this.#gate, judgedSpec };
  }

  /** How many are judged. */
  get dayCount(): number {
    return this.#days.length;
  }

  /** Those that are judged. */
  get days(): readonly Day[] {
    return this.#days.days;
  }

  get balance(): Balance {
    return (this.#balance ??= balanceOf(this.days));
  }

  /** After the pipelines have synced. A day ends with the first sync of the next one. */
  pass({ now, passedMs, added, hasOpinion }: Passed): void {
    const { clock, delayMs } = this.#terms;
    const local = Math.floor(clock.localAt(now - delayMs) / dayMs);
    if (this.#today?.number !== local) this.#endDay(local);
    const before = this.#sums[reactiveHours] ?? 0;
    // Rivals that start during a day are compared from the next one on.
    this.#pipelines.addTo(this.#sums);
    const isNew = this.#week.add({
      number: Math.floor(now / spanMs),
      extra: (added * passedMs) / hourMs,
      reactive: (this.#sums[reactiveHours] ?? 0) - before,
    });
    // Once it is spent, nothing is added for the rest of these hours.
    this.isOverBudget = this.#week.isBeyond(this.#terms.mostExtra) || (this.isOverBudget && !isNew);
    if (!this.#today) return;
    this.#today.observedMs += passedMs;
    this.#today.hasOpinion ||= hasOpinion;
  }

  /** Judges the days once more, before midnight. */
  judge(): void {
    const today = this.#today?.number ?? 0;
    this.#gate = nextGate(this.#gate, this.days, { ...this.#terms, today });
  }

  #endDay(number: number): void {
    const today = this.#today;
    const isKnown = today?.hasOpinion && today.observedMs >= leastObserved * dayMs;
    const day = dayOf(today?.number ?? number, this.#sums);
    const ended = isKnown && day.number < number ? [day] : [];
    const before = this.days.filter(each => each.number < number);
    const known = [...before, ...ended].slice(-judgedDays);
    this.#gate = nextGate(this.#gate, known, { ...this.#terms, today: number });
    [this.#days, this.#balance] = [new PackedDays(known), null];
    this.#pipelines.compare(mayBeWorthIt(this.#gate), hasShortage(day));
    this.#today = { number, observedMs: 0, hasOpinion: false };
    this.#sums.fill(0);
  }
}
