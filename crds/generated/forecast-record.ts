// Generated from crds/forecastrecords.autoscaling.trimtab.dev.yaml by hack/generate/generate.ts; edit that and run it again.

/**
 * What the operator has learned of the load of an Autoscaler that asks for a forecast. It has the
 * name of the Autoscaler, and goes with it. Without it, the operator learns again.
 */
export interface ForecastRecord {
  /**
   * The version of this API, autoscaling.trimtab.dev/v1alpha1.
   */
  apiVersion?: string;
  /**
   * Always ForecastRecord.
   */
  kind?: string;
  metadata?: ObjectMeta;
  state: ForecastState;
}
/**
 * The metadata that every Kubernetes object has, as far as it is read here.
 */
export interface ObjectMeta {
  name?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  labels?: {
    [k: string]: string;
  };
  annotations?: {
    [k: string]: string;
  };
}
/**
 * Private to the operator. Its content may change in any release, so other programs should neither
 * read nor change it.
 */
export interface ForecastState {
  /**
   * The format. An operator that does not know it learns again.
   */
  version: number;
  /**
   * The past of each metric.
   *
   * @maxItems 4
   */
  records: RecordedLoad[];
  gate: RecordedGate;
  /**
   * The days that are judged.
   *
   * @maxItems 14
   */
  days: RecordedDay[];
  today?: RecordedDay;
  /**
   * The last week in spans of 6 hours; each is its number, the replica-hours that the forecast
   * added, and those without it.
   *
   * @maxItems 28
   */
  week: number[][];
  /**
   * The replicas of each pipeline.
   *
   * @maxItems 7
   */
  counts: number[];
  /**
   * The UID of the target; absent if the replicas of several workloads count.
   */
  target?: string;
  added?: RecordedAddition;
}
/**
 * The mean load of each 5 minutes of four weeks.
 */
export interface RecordedLoad {
  /**
   * What the metric asks.
   */
  question: string;
  /**
   * The value of the code 1, in the unit of the metric.
   */
  least: number;
  /**
   * The number of the 5 minutes after the last code, counted from 1970.
   */
  end: number;
  /**
   * From the oldest to the newest. 0 is zero, 255 is unknown, and each other code is 4% more than
   * the one before.
   */
  codes: string;
}
/**
 * Whether the forecast may act.
 */
export interface RecordedGate {
  /**
   * Whether the forecast has saved clearly more than it cost.
   */
  isOpen: boolean;
  /**
   * Why.
   */
  verdict:
    | "Learning"
    | "NothingToSave"
    | "OverBudget"
    | "TooExpensive"
    | "RivalDoesAsWell"
    | "OneDayOnly"
    | "Resting"
    | "Worthwhile";
  /**
   * The day of the latest opening or closing, counted from 1970.
   */
  since?: number;
  /**
   * How many days it stays closed after the latest closing.
   */
  restDays: number;
  /**
   * Whether it was wrong on two days in a row.
   */
  isWrongTwice: boolean;
  /**
   * A checksum of the spec whose decisions the days repeat; absent if there are none yet.
   */
  judgedSpec?: number;
  /**
   * Days before it, counted from 1970, come from means of 5 minutes, which are too coarse to open
   * it; absent if none does.
   */
  measuredSince?: number;
}
/**
 * What each pipeline did on one day, in replica-hours.
 */
export interface RecordedDay {
  /**
   * The local day, counted from 1970.
   */
  number: number;
  /**
   * Missing at 110% of the target, missing at 133%, and replicas, of each pipeline that ran.
   *
   * @maxItems 21
   */
  sums: number[];
  /**
   * How much of the day was observed; absent in days that are over.
   */
  observedMs?: number;
  /**
   * Whether anything was expected on the day; absent in days that are over.
   */
  hasOpinion?: boolean;
}
/**
 * What the forecast has added to the target; absent if it has added nothing.
 */
export interface RecordedAddition {
  /**
   * Of the last decision, in milliseconds since 1970.
   */
  time: number;
  /**
   * The count that was asked for without the forecast.
   */
  without: number;
  /**
   * The largest count that the forecast has asked for.
   */
  most: number;
}
