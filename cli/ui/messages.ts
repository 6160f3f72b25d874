// What `trimtab ui` sends to its page. Both sides compile this file, so it imports only types.

import type { Block } from "../explain/sentences.ts";

export type ObjectName = Pick<UiRow, "kind" | "namespace" | "name">;

/** No name contains the separator, and it sorts before all characters that names contain. */
export const objectKeyOf = ({ kind, namespace, name }: ObjectName): string =>
  [namespace, name, kind].join(" ");

/** @param index  of a workload among those of its object */
export const rowKeyOf = (object: ObjectName, index: number): string =>
  `${objectKeyOf(object)} ${index}`;

/** One workload in the list; all texts are for people. */
export interface UiRow {
  /** Unique, and in the order of the list. */
  readonly key: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** The index of the workload among those of its object. */
  readonly index: number;
  readonly target: string;
  readonly load: string;
  readonly vote: string;
  readonly range: string;
  /** Why the count differs from the requested one, obstacles first. */
  readonly limits: readonly string[];
  readonly current: number | null;
  readonly desired: number | null;
  /** The sizes of the last hour, each in force until the next one. */
  readonly sizes: readonly PastSize[];
  /** RFC 3339. */
  readonly lastScaleTime: string | null;
  readonly states: readonly State[];
  /** Changes with each write to the object. */
  readonly version: string;
}

/** The filters of the list. */
export type State = "held" | "conflict" | "maximum" | "obstacle";

/** The event `rows`: all rows between `Begin` and `Complete`, then those that change. */
export interface RowsMessage {
  readonly phase: "Begin" | "Complete" | "Change";
  readonly rows: readonly UiRow[];
  readonly removed: readonly string[];
}

/** The event `state`, sent every few seconds and after each change. */
export interface StateMessage {
  /** Null: all namespaces. */
  readonly namespace: string | null;
  /** Whether all objects were listed once. */
  readonly isListed: boolean;
  /** A sentence; null: the watches run. */
  readonly problem: string | null;
  /** When the problem began. */
  readonly since: number | null;
  readonly now: number;
}

export interface TimelineMessage {
  readonly row: UiRow | null;
  readonly moments: readonly Moment[];
  /** Sizes before the first moment, from the history in the status. */
  readonly past: readonly PastSize[];
  readonly events: readonly UiEvent[];
  /** Why there are no events; null: they were read. */
  readonly eventsProblem: string | null;
  readonly now: number;
}

export interface PastSize {
  readonly time: number;
  readonly size: number;
}

/** What an object said from a time until the next moment. */
export interface Moment {
  readonly id: number;
  readonly time: number;
  readonly current: number | null;
  readonly desired: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly votes: readonly {
    readonly source: string;
    readonly replicas: number | null;
    readonly wins: boolean;
  }[];
  /** The answer in one sentence. */
  readonly why: string;
  /** As `trimtab explain` prints them. */
  readonly sentences: readonly Block[];
}

export interface UiEvent {
  readonly time: number;
  readonly isWarning: boolean;
  readonly reason: string;
  readonly message: string;
  readonly count: number;
}
