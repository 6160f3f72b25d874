import { isLoadKnown } from "../features/forecast/follow-forecast.ts";
import { stepOf } from "../model/decision.ts";
import type { DecisionOutcome } from "../model/feature.ts";
import type { MeasuredLoad } from "../model/metric-vote.ts";
import type { ObservedForecast } from "../model/observation/observation.ts";
import type { EpochMs } from "../model/values/result.ts";
import type { Balance } from "./account.ts";
import { AddedReplicas, type StoredAdded } from "./added-replicas.ts";
import { emptyAccount, ForecastAccount, type StoredAccount } from "./forecast-account.ts";
import type { GateState } from "./gate.ts";
import { type ForecastMetric, type Lead, LearnedLoad } from "./learned-load.ts";
import { type StoredRecord, upTo } from "./load-record.ts";
import { Pipelines } from "./pipelines.ts";
import type { ShadowedObject } from "./shadow.ts";
import type { WallClock } from "./wall-clock.ts";

export interface ForecastSettings extends Lead {
  readonly clock: WallClock;
  /** Of the replica-hours without a forecast. */
  readonly maxExtraPercent: number;
  /** ForecastOnly learns and judges, and never acts. */
  readonly mode: "ForecastOnly" | "Active";
  /** Whether decisions reach the target. In a dry run, they add nothing to it. */
  readonly isWritten: boolean;
  /** Its UID; absent: the replicas of several workloads count. */
  readonly target?: string | undefined;
  readonly metrics: readonly ForecastMetric[];
}

/** Syncs that are further apart count no longer than this, or than two periods: nothing was decided in between. */
const longestMs = 120_000;

/** What a restart continues from. */
export interface StoredForecast extends Pick<ForecastSettings, "target"> {
  /** By what its metric asks. */
  readonly records: Readonly<Record<string, StoredRecord>>;
  readonly account: StoredAccount;
  /** The counts of the pipelines: without a forecast, with it, and of the rivals. */
  readonly counts: readonly number[];
  /** null: the forecast has added nothing. */
  readonly added: StoredAdded | null;
}

/** What a person wants to know of a forecast. */
export interface ForecastReport extends Pick<ForecastSettings, "mode"> {
  readonly gate: GateState;
  readonly isOverBudget: boolean;
  readonly balance: Balance;
  /** How many are judged. */
  readonly days: number;
  /** What the expected load needs; null: nothing is expected. */
  readonly expectedReplicas: number | null;
  /** How many replicas of the target are there because of the forecast. */
  readonly addedReplicas: number;
  /** For how many days the load is known. */
  readonly knownDays: number;
}

/** Learns the load of one object, judges what a forecast of it is worth, and says what to expect while it is worth it. */
export class Forecaster {
  readonly #settings: ForecastSettings;
  readonly #longestMs: number;
  readonly loads: readonly LearnedLoad[];
  readonly #pipelines: Pipelines;
  readonly account: ForecastAccount;
  readonly #added: AddedReplicas;
  #isKnown = true;
  /** The count without what the forecast has added, as far as it is known; null: it has added nothing. */
  #without: number | null = null;
  #addedReplicas = 0;
  /** The counts of the last decision, of all that is monitored. */
  #last: { readonly now: EpochMs; readonly from: number; readonly to: number } | null = null;
  /** The expected load in pods at their target; null: nothing is expected. */
  #demand: number | null = null;

  /** @param count of the target now */
  constructor(
    object: ShadowedObject,
    settings: ForecastSettings,
    count: number,
    stored: StoredForecast | null = null,
  ) {
    const { clock, metrics, maxExtraPercent, target } = settings;
    const past = ofTarget(stored, target);
    this.#settings = settings;
    this.#longestMs = Math.max(longestMs, 2_000 * object.spec.syncPeriodSeconds);
    this.loads = metrics.map(
      metric => new LearnedLoad(metric, clock, settings, past?.records[metric.question]),
    );
    const { maxReplicas } = object.spec;
    const mostExtra = maxExtraPercent / 100;
    const terms = { clock, delayMs: settings.delayMs, mostExtra, maxReplicas };
    const known = past && metrics.every(({ question }) => question in past.records) ? past : null;
    this.#pipelines = new Pipelines(object, known?.counts ?? [], count);
    // What another load has proved says nothing of this one, but what it has cost counts.
    const account = known?.account ?? { ...emptyAccount, week: past?.account.week ?? [] };
    this.account = new ForecastAccount(this.#pipelines, terms, account);
    this.#added = new AddedReplicas(windowSecondsOf(object), past?.added ?? null);
  }

  get stored(): StoredForecast {
    const records = this.loads.map(
      ({ metric, record }) => [metric.question, record.stored] as const,
    );
    return {
      ...{ records: Object.fromEntries(records), account: this.account.stored },
      counts: this.#pipelines.counts,
      ...{ added: this.#added.stored, target: this.#settings.target },
    };
  }

  get report(): ForecastReport {
    const { gate, isOverBudget, balance, dayCount: days } = this.account;
    const { mode } = this.#settings;
    const expectedReplicas = this.#demand === null ? null : Math.ceil(this.#demand);
    const knownDays = Math.max(0, ...this.loads.map(({ record }) => record.knownDays));
    const now = { expectedReplicas, addedReplicas: this.#addedReplicas, knownDays };
    return { mode, gate, isOverBudget, balance, days, ...now };
  }

  /** Once for each sync, before the decision. */
  observe(now: EpochMs, replicas: number): ObservedForecast {
    const passedMs = now - (this.#last?.now ?? now);
    for (const load of this.loads) load.begin(now, passedMs, this.#longestMs);
    const { isWritten } = this.#settings;
    const { count } = this.#pipelines.reactive;
    if (this.#isKnown) this.#without = this.#added.without(now, replicas, count);
    if (!isWritten || this.#isRaised(replicas)) this.#without = null;
    return { expected: this.#acts ? this.loads.flatMap(asExpected) : [], without: this.#without };
  }

  /** After each decision with what `observe` returned. */
  decided({ decision, loads }: Pick<DecisionOutcome, "decision" | "loads">): void {
    const { time: now, from, to, votes } = decision;
    const total = stepOf(decision, "combine")?.before ?? from;
    const passedMs = Math.min(this.#longestMs, Math.max(0, now - (this.#last?.now ?? now)));
    this.#syncShadows(now, passedMs, loads ?? []);
    // What was added goes, whether or not the forecast may still add anything.
    const added = Math.max(0, total - (this.#without ?? total));
    const hasOpinion = this.loads.some(({ expected }) => expected !== null);
    this.account.pass({ now, passedMs, added, hasOpinion });
    [this.#addedReplicas, this.#last] = [added, { now, from: total, to: total + to - from }];
    this.#isKnown = isLoadKnown(votes);
    if (this.#isKnown) this.#added.note(decision);
  }

  /** By another author, while the load is unknown: a count that is still there was not written. */
  #isRaised(replicas: number): boolean {
    const { from, to } = this.#last ?? { from: replicas, to: replicas };
    return !this.#isKnown && (to > from || (replicas > to && replicas !== from));
  }

  #syncShadows(now: EpochMs, passedMs: number, measured: readonly (MeasuredLoad | null)[]): void {
    let [most, expected] = [-Infinity, -Infinity];
    for (const load of this.loads) {
      const { total = NaN, perPod = NaN } = usable(measured[load.metric.index]) ?? {};
      load.note(now, total, perPod);
      // NaN: the load of one of them is unknown, and so is the largest.
      most = Math.max(most, total / perPod);
      const ahead = (load.expected?.load ?? NaN) / perPod;
      if (ahead > expected) expected = ahead;
    }
    this.#demand = expected >= 0 ? expected : null;
    this.#pipelines.sync(now, passedMs, most >= 0 ? most : null, this.#demand);
  }

  /** Whether the gate is open and the budget of the last seven days is not spent. */
  get #acts(): boolean {
    const { isOpen, isWrongTwice } = this.account.gate;
    const mayAct = this.#settings.mode === "Active" && isOpen && !isWrongTwice;
    return mayAct && !this.account.isOverBudget;
  }
}

/** What was added to another target, and its last ten minutes, say nothing of this one. */
function ofTarget(past: StoredForecast | null, target: string | undefined): StoredForecast | null {
  if (!past || past.target === target) return past;
  const records = Object.entries(past.records).map(
    ([question, record]) => [question, upTo(record, record.end - 2)] as const,
  );
  return { ...past, records: Object.fromEntries(records), added: null };
}

/** null: a load that cannot be is unknown. */
const usable = (load: MeasuredLoad | null | undefined): MeasuredLoad | null =>
  load && load.perPod > 0 && load.total >= 0 && load.total < Infinity ? load : null;

const asExpected = ({ metric, expected, message }: LearnedLoad) =>
  expected ? [{ metric: metric.index, load: expected.load, message }] : [];

const windowSecondsOf = ({ spec: { behavior }, settings }: ShadowedObject): number =>
  behavior?.scaleDown.stabilizationWindowSeconds ?? settings.downscaleStabilizationSeconds;
