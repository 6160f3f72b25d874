import type { Interval, PendingScale, RolloutClock, ScaleEvent } from "./history.ts";
import type { ThresholdTimer } from "./threshold-timer.ts";

type InText<T, Times extends keyof T> = {
  readonly [Key in keyof T]: Key extends Times ? string : T[Key];
};

/**
 * A history in `.status`: times in RFC 3339 with milliseconds; empty fields are omitted. The schema
 * for reading it is history.schema.yaml.
 */
export interface SerializedHistory {
  readonly version: 1;
  readonly targetUID: string;
  readonly recommendations?: SerializedInterval[];
  readonly lowestRecommendations?: SerializedInterval[];
  readonly scaleEvents?: SerializedEvent[];
  readonly pending?: SerializedPending;
  readonly scaledToZero?: boolean;
  readonly rollout?: SerializedRollout;
  readonly thresholds?: SerializedTimer[];
  readonly slots?: SerializedSlots;
}

export type SerializedInterval = InText<Interval, "since">;
export type SerializedPending = InText<PendingScale, "time">;
export type SerializedRollout = InText<RolloutClock, "since" | "announced">;

export interface SerializedEvent extends InText<Omit<ScaleEvent, "span">, "time"> {
  readonly span?: InText<NonNullable<ScaleEvent["span"]>, "since">;
}

export interface SerializedTimer extends Pick<ThresholdTimer, "name" | "condition"> {
  readonly since?: string;
  readonly last?: string;
  readonly replicas?: number;
  readonly notBefore?: string;
  readonly gapSeconds?: number[];
}

/** Only under upstream's profile: its event slots. */
export interface SerializedSlots {
  readonly scaleUps?: SerializedSlot[];
  readonly scaleDowns?: SerializedSlot[];
}

export interface SerializedSlot {
  readonly time: string;
  readonly change: number;
  readonly outdated?: boolean;
  readonly oneWay?: boolean;
}
