import type { EpochMs } from "../model/values/result.ts";
import { type Balance, balanceOf, type Day, none, plus, rivals } from "./account.ts";
import { closedGate, type GateState, judgedDays, nextGate } from "./gate.ts";
import type { Shadow } from "./shadow.ts";
import type { WallClock } from "./wall-clock.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const hoursOfWeek = 168;
/** A day of which less was observed says too little. */
const leastObserved = 0.75;

/** Replica-hours of one hour. */
interface Hour {
  readonly hour: number;
  /** What the target itself had because of the forecast. */
  readonly extra: number;
  readonly reactive: number;
}

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
  /** The last one may not be over yet. */
  readonly hours: readonly Hour[];
}

export const emptyAccount: StoredAccount = { gate: closedGate, days: [], today: null, hours: [] };

/** The pipelines that an account compares. */
export interface Pipelines {
  readonly reactive: Shadow;
  readonly forecast: Shadow;
  readonly rivals: readonly Shadow[];
}

interface Passed {
  readonly now: EpochMs;
  readonly passedMs: number;
  /** Replicas of the target that are there because of the forecast. */
  readonly added: number;
  readonly hasOpinion: boolean;
}

/** Adds up hours and days, and judges the gate at local midnight. */
export class ForecastAccount {
  readonly #pipelines: Pipelines;
  readonly #clock: WallClock;
  /** A share of the replica-hours without a forecast. */
  readonly #mostExtra: number;
  #stored: StoredAccount;
  #balanced: { readonly days: readonly Day[]; readonly balance: Balance } | null = null;

  constructor(
    pipelines: Pipelines,
    { clock, mostExtra }: { readonly clock: WallClock; readonly mostExtra: number },
    stored: StoredAccount,
  ) {
    [this.#pipelines, this.#clock, this.#mostExtra] = [pipelines, clock, mostExtra];
    this.#stored = stored;
  }

  get stored(): StoredAccount {
    return this.#stored;
  }

  get gate(): GateState {
    return this.#stored.gate;
  }

  /** Of the judged days, which change once a day. */
  get balance(): Balance {
    const { days } = this.#stored;
    if (this.#balanced?.days !== days) this.#balanced = { days, balance: balanceOf(days) };
    return this.#balanced.balance;
  }

  /** The budget counts what the target really had, so that no edited record makes room in it. */
  get isOverBudget(): boolean {
    const sum = (of: (hour: Hour) => number): number =>
      this.#stored.hours.reduce((total, hour) => total + of(hour), 0);
    return sum(({ extra }) => extra) > this.#mostExtra * sum(({ reactive }) => reactive);
  }

  /** After the pipelines have synced. A day ends with the first sync of the next one. */
  pass({ now, passedMs, added, hasOpinion }: Passed): void {
    const { reactive, forecast, rivals: others } = this.#pipelines;
    const sums = {
      ...{ reactive: reactive.take(), forecast: forecast.take() },
      rivals: others.map(rival => rival.take()),
    };
    const extra = (added * passedMs) / hourMs;
    this.#passHour(Math.floor(now / hourMs), { extra, reactive: sums.reactive.replicas });
    const number = Math.floor(this.#clock.localAt(now) / dayMs);
    if (this.#stored.today?.number !== number) this.#endDay(number);
    const { today } = this.#stored;
    if (!today) return;
    this.#stored = {
      ...this.#stored,
      today: {
        ...{ number, observedMs: today.observedMs + passedMs },
        hasOpinion: today.hasOpinion || hasOpinion,
        ...{ reactive: plus(today.reactive, sums.reactive) },
        forecast: plus(today.forecast, sums.forecast),
        rivals: rivals.map((_, at) => plus(today.rivals[at] ?? none, sums.rivals[at] ?? none)),
      },
    };
  }

  #passHour(hour: number, { extra, reactive }: Omit<Hour, "hour">): void {
    const { hours } = this.#stored;
    const last = hours.at(-1);
    const isSame = last?.hour === hour;
    const before = isSame ? last : { extra: 0, reactive: 0 };
    const next = { hour, extra: before.extra + extra, reactive: before.reactive + reactive };
    // Of a clock that was ahead, nothing counts.
    const earlier = (isSame ? hours.slice(0, -1) : hours).filter(
      each => each.hour > hour - hoursOfWeek && each.hour < hour,
    );
    this.#stored = { ...this.#stored, hours: [...earlier, next] };
  }

  #endDay(number: number): void {
    const { today, days, gate } = this.#stored;
    const isKnown = today?.hasOpinion && today.observedMs >= leastObserved * dayMs;
    const ended = isKnown && today.number < number ? [dayOf(today)] : [];
    const known = [...days.filter(day => day.number < number), ...ended].slice(-judgedDays);
    this.#stored = {
      ...this.#stored,
      days: known,
      gate: nextGate(gate, known, { today: number, mostExtra: this.#mostExtra }),
      today: {
        ...{ number, observedMs: 0, hasOpinion: false },
        ...{ reactive: none, forecast: none, rivals: rivals.map(() => none) },
      },
    };
  }
}

const dayOf = ({ number, reactive, forecast, rivals: others }: Today): Day => ({
  ...{ number, reactive, forecast, rivals: others },
});
