import type { Decision } from "../model/decision.ts";
import type { EpochMs } from "../model/values/result.ts";
import type { ObservedForecast } from "../model/observation/observation.ts";
import { rivals } from "./account.ts";
import { AddedReplicas } from "./added-replicas.ts";
import { type ExpectedLoad, LoadForecast } from "./expected-load.ts";
import {
  emptyAccount,
  ForecastAccount,
  type Pipelines,
  type StoredAccount,
} from "./forecast-account.ts";
import { bucketAt, bucketMs, LoadRecord, type StoredRecord } from "./load-record.ts";
import { Shadow, type ShadowedObject } from "./shadow.ts";
import type { WallClock } from "./wall-clock.ts";

export interface ForecastSettings {
  readonly clock: WallClock;
  /** From a decision until its pods are ready: the start of a pod, a sync period and the age of the samples. */
  readonly leadMs: number;
  /**
   * How long after the start of a bucket its forecast comes into force, from 0 up to 5 minutes: objects with different
   * delays do not all ask for nodes at the same moment. Each looks further ahead by as much.
   */
  readonly delayMs: number;
  /** Of the replica-hours without a forecast. */
  readonly maxExtraPercent: number;
  /** ForecastOnly learns and judges, and never acts. */
  readonly mode: "ForecastOnly" | "Active";
}

/** The load of one sync. */
export interface ObservedLoad {
  readonly now: EpochMs;
  /** Of all pods, in the unit of the metric; null: unknown. */
  readonly load: number | null;
  /** What a pod has of it at the target. */
  readonly perPod: number;
  /** The count of the target itself. */
  readonly replicas: number;
}

/** Syncs that are further apart count no longer than this, or than two periods: nothing was decided in between. */
const longestMs = 120_000;

/** What a restart continues from. */
export interface StoredForecast {
  readonly record: StoredRecord;
  readonly account: StoredAccount;
  /** The counts of the pipelines: without a forecast, with it, and of the rivals. */
  readonly counts: readonly number[];
  /** While the load is unknown: the count to which the target returns; null: it is known, or nothing was added. */
  readonly returnsTo: number | null;
}

/** Learns the load of one object, judges what a forecast of it is worth, and says what to expect while it is worth it. */
export class Forecaster {
  readonly #settings: ForecastSettings;
  readonly #longestMs: number;
  readonly #record: LoadRecord;
  readonly #forecast: LoadForecast;
  readonly #pipelines: Pipelines;
  readonly #account: ForecastAccount;
  readonly #added: AddedReplicas;
  #bucket: { number: number; sum: number; known: number; all: number } | null = null;
  #expected: ExpectedLoad | null = null;
  #expectedFor: number | null = null;
  #isKnown = true;
  #returnsTo: number | null;
  /** Of the last sync. */
  #last: { readonly now: EpochMs; readonly replicas: number } | null = null;

  /** @param count of the target now */
  constructor(
    object: ShadowedObject,
    settings: ForecastSettings,
    count: number,
    past: StoredForecast | null = null,
  ) {
    this.#settings = settings;
    this.#longestMs = Math.max(longestMs, 2_000 * object.spec.syncPeriodSeconds);
    this.#record = past ? LoadRecord.from(past.record) : new LoadRecord();
    this.#forecast = new LoadForecast(this.#record, settings.clock);
    this.#pipelines = pipelinesOf(object, past?.counts ?? [], count);
    const terms = { clock: settings.clock, mostExtra: settings.maxExtraPercent / 100 };
    this.#account = new ForecastAccount(this.#pipelines, terms, past?.account ?? emptyAccount);
    this.#added = new AddedReplicas(windowSecondsOf(object));
    this.#returnsTo = past?.returnsTo ?? null;
    this.#isKnown = this.#returnsTo === null;
  }

  get stored(): StoredForecast {
    const { reactive, forecast, rivals: others } = this.#pipelines;
    return {
      ...{ record: this.#record.stored, account: this.#account.stored },
      counts: [reactive, forecast, ...others].map(({ count }) => count),
      returnsTo: this.#returnsTo,
    };
  }

  get account(): ForecastAccount {
    return this.#account;
  }

  get expected(): ExpectedLoad | null {
    return this.#expected;
  }

  /** Once for each sync, before the decision. undefined: the decision is the same as without a forecast. */
  observe({ now, load: given, perPod, replicas }: ObservedLoad): ObservedForecast | undefined {
    const load = given !== null && given >= 0 && given < Infinity ? given : null;
    const before = this.#last ?? { now, replicas };
    const passedMs = Math.min(this.#longestMs, Math.max(0, now - before.now));
    this.#last = { now, replicas };
    this.#note(now, load, before.now);
    const isKnown = load !== null && perPod > 0;
    const demand = isKnown ? load / perPod : null;
    const expected = this.#expectedIn(perPod);
    this.#syncShadows(now, demand, passedMs, expected);
    const without = this.#added.without(before.replicas);
    const added = without === null ? 0 : before.replicas - without;
    this.#account.pass({ now, passedMs, added, hasOpinion: expected !== undefined });
    // What was added goes, whether or not the forecast may still add anything.
    if (!isKnown) return this.#unknown(replicas, before.replicas);
    [this.#isKnown, this.#returnsTo] = [true, null];
    return this.#acts ? expected : undefined;
  }

  /** After each decision on the target. */
  decided(decision: Pick<Decision, "time" | "steps">): void {
    if (this.#isKnown) this.#added.note(decision);
  }

  /** A count that someone else has raised meanwhile stays. */
  #unknown(replicas: number, before: number): ObservedForecast | undefined {
    if (this.#isKnown) this.#returnsTo = this.#added.without(replicas);
    else if (replicas > before) this.#returnsTo = null;
    this.#isKnown = false;
    return this.#returnsTo === null ? undefined : unknownLoad(this.#returnsTo);
  }

  #expectedIn(perPod: number): ObservedForecast | undefined {
    if (this.#expected === null || !(perPod > 0)) return undefined;
    const demand = this.#expected.load / perPod;
    return { demand, returnsTo: null, message: sentenceOf(this.#expected) };
  }

  #syncShadows(
    now: EpochMs,
    demand: number | null,
    passedMs: number,
    expected: ObservedForecast | undefined,
  ): void {
    const { reactive, forecast, rivals: others } = this.#pipelines;
    reactive.sync(now, demand, passedMs);
    const own = demand === null ? unknownLoad(reactive.count) : expected;
    forecast.sync(now, demand, passedMs, own);
    for (const rival of others) rival.sync(now, demand, passedMs);
  }

  /** Whether the gate is open and the budget of the last seven days is not spent. */
  get #acts(): boolean {
    const { gate, isOverBudget } = this.#account;
    return this.#settings.mode === "Active" && gate.isOpen && !gate.isWrongTwice && !isOverBudget;
  }

  /** Adds a sample to its bucket. A bucket with less than half of its samples is a gap. */
  #note(now: EpochMs, load: number | null, before: EpochMs): void {
    const number = bucketAt(now);
    if (this.#bucket?.number !== number) {
      this.#closeBucket(number, now - before);
      this.#bucket = { number, sum: 0, known: 0, all: 0 };
    }
    this.#bucket.all += 1;
    if (load !== null) {
      this.#bucket.sum += load;
      this.#bucket.known += 1;
    }
    this.#look(now);
  }

  /** One bucket more than the lead: rises are not on time to the minute, and a bucket is a mean. */
  #look(now: EpochMs): void {
    const { leadMs, delayMs } = this.#settings;
    const bucket = bucketAt(now - delayMs);
    if (this.#expectedFor === bucket) return;
    this.#expectedFor = bucket;
    this.#expected = this.#forecast.at(bucket, Math.ceil((leadMs + delayMs) / bucketMs) + 1);
  }

  /** With a period above five minutes, a value holds until the next sync. */
  #closeBucket(number: number, passedMs: number): void {
    const closed = this.#bucket;
    if (!closed) return;
    const isKnown = closed.known * 2 >= closed.all && closed.known > 0;
    const mean = isKnown ? closed.sum / closed.known : NaN;
    this.#record.add(closed.number, mean);
    if (passedMs > this.#longestMs || passedMs < bucketMs) return;
    for (let between = closed.number + 1; between < number; between += 1) {
      this.#record.add(between, mean);
    }
  }
}

/** @param counts those of an earlier process, as far as there are any */
function pipelinesOf(object: ShadowedObject, counts: readonly number[], count: number): Pipelines {
  const [reactive = count, forecast = count, ...others] = counts;
  return {
    reactive: new Shadow(object, reactive),
    forecast: new Shadow(object, forecast),
    rivals: rivals.map((rival, at) => new Shadow(object, others[at] ?? count, rival)),
  };
}

const windowSecondsOf = ({ spec: { behavior }, settings }: ShadowedObject): number =>
  behavior?.scaleDown.stabilizationWindowSeconds ?? settings.downscaleStabilizationSeconds;

const unknownLoad = (returnsTo: number): ObservedForecast => ({
  ...{ demand: 0, returnsTo, message: "no forecast while the load is unknown" },
});

/** "in the last 4 weeks the load at this time was 600 and grows 8-fold; it is 75 now" */
function sentenceOf({ level, usualGrowth, now, weeks }: ExpectedLoad): string {
  const shown = (value: number): string => String(Number(value.toPrecision(3)));
  const growth = usualGrowth >= 1.05 ? ` and grew ${shown(usualGrowth)}-fold` : "";
  return `in the last ${weeks} weeks the load at this time was ${shown(level)}${growth}; it is ${shown(now)} now`;
}
