import type { EpochMs } from "../../../engine/model/values/result.ts";
import type { Price } from "../rank/price.ts";
import type { Verdict } from "../replay/accuracy.ts";
import type { Finding, Severity } from "./finding.ts";
import type { Inventory, ObjectRef, Unread } from "./inventory.ts";

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
  /** A share of the load, of which the truth is at least as much. */
  readonly lostWork: number;
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
}

/** Of all suggestions: what they gain, and what their objects cost today. */
export interface Sums extends Gain {
  readonly objects: number;
  readonly findings: Readonly<Record<Severity, number>>;
  readonly monthlyCost: number | null;
}

/** The clusters of a report. */
export const clustersOf = (inventories: readonly Inventory[]): readonly ReportedCluster[] =>
  inventories.map(({ cluster, objects, unread }) => ({
    ...{ cluster, objects: objects.length, unread },
  }));

/** The name of an object in all clusters. */
export const pathOf = ({ cluster, namespace, kind, name }: ObjectRef): string =>
  [cluster, namespace, kind, name].join("/");
