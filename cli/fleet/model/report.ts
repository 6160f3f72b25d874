import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Drawing } from "../../report/model/compact.ts";
import type { Verdict } from "./assessment.ts";
import type { Finding, Severity } from "./finding.ts";
import type { ObjectRef, Unread } from "./inventory.ts";

/** All results of a run. Plain JSON: what is unknown is null, never NaN. */
export interface FleetReport {
  readonly generatedAt: EpochMs;
  readonly clusters: readonly ReportedCluster[];
  readonly findings: readonly Finding[];
  /** null: there is no past. */
  readonly history: History | null;
  /** The largest gain first. */
  readonly ranked: readonly Ranked[];
  readonly price: Price | null;
  readonly sums: Sums;
}

/** What the script of the page reads. */
export type PageData = Pick<FleetReport, "findings" | "history" | "price" | "ranked">;

export interface ReportedCluster {
  readonly cluster: string;
  /** How many autoscalers were read. */
  readonly objects: number;
  readonly unread: readonly Unread[];
}

/** What an hour of each amount costs. */
export interface Price {
  readonly core: number;
  readonly gibibyte: number;
}

export interface History {
  readonly from: EpochMs;
  readonly to: EpochMs;
  /** Where the past comes from, for people. */
  readonly source: string;
  readonly assessed: Readonly<Record<Verdict, number>>;
  readonly excluded: readonly { readonly object: ObjectRef; readonly cause: string }[];
  /** How many objects are not judged yet. */
  readonly left: number;
  /** The median share of the time in which a replay agrees with the record; null: nothing was judged. */
  readonly accuracy: number | null;
}

/** What a replay costs, and what it lacks. */
export interface Outcome {
  /** Per day. */
  readonly replicaHours: number;
  /** A share of the load, of which the truth is at least as much; null: it cannot be estimated. */
  readonly lostWork: number | null;
  /** Per day. */
  readonly shortMinutes: number;
  /** null: there is no price. */
  readonly monthlyCost: number | null;
}

/** A number, and between which numbers the true one is. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What a suggestion gains; a gain may be negative. */
export interface Gain {
  /** Per month; null: there is no price. */
  readonly saving: Estimate | null;
  /** Per day. */
  readonly shortMinutesSaved: number;
  /** The suggested lost work as a multiple of today's; null: unknown, or nothing is lost today. */
  readonly lostRatio: Estimate | null;
}

/** An object that replays well enough, with settings that are better than its own. */
export interface Ranked extends Gain {
  readonly object: ObjectRef;
  readonly accuracy: {
    readonly near: number;
    readonly days: readonly { readonly day: EpochMs; readonly near: number }[];
  };
  readonly today: Outcome;
  readonly suggested: Outcome;
  readonly changes: readonly {
    readonly parameter: string;
    readonly today: string;
    readonly suggested: string;
  }[];
  /** A strategic merge patch of the object, as YAML. */
  readonly patch: string;
  /** Sentences. */
  readonly evidence: readonly string[];
  /** What an Autoscaler gains that a HorizontalPodAutoscaler cannot, as sentences; null: not asked for. */
  readonly toAutoscaler: { readonly gains: readonly string[] } | null;
  /** The load, and the replicas: recorded, replayed, and suggested. null: left out, as there are very many. */
  readonly chart: Drawing | null;
}

export interface Sums {
  readonly objects: number;
  readonly findings: Readonly<Record<Severity, number>>;
  /** The cost of all ranked objects today, per month. */
  readonly monthlyCost: number | null;
  readonly saving: Estimate | null;
  /** Per day. */
  readonly shortMinutesSaved: number;
}
