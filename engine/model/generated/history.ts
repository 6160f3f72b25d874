// Generated from engine/model/history.schema.yaml by hack/generate/generate.ts; edit that and run it again.

export interface StoredHistory {
  history: SerializedHistory;
}
/**
 * Times are in RFC 3339 with milliseconds; empty fields are omitted.
 */
export interface SerializedHistory {
  version?: 1;
  targetUID: string;
  /**
   * From the oldest to the newest; the values fall.
   *
   * @maxItems 32
   */
  recommendations?: SerializedInterval[];
  /**
   * From the oldest to the newest; the values fall.
   *
   * @maxItems 32
   */
  lowestRecommendations?: SerializedInterval[];
  /**
   * In order of time.
   *
   * @maxItems 32
   */
  scaleEvents?: SerializedEvent[];
  pending?: SerializedPending;
  added?: SerializedAddition;
  scaledToZero?: boolean;
  rollout?: SerializedRollout;
  healthHold?: SerializedHealthHold;
  cap?: SerializedCap;
  /**
   * @maxItems 32
   */
  thresholds?: SerializedTimer[];
  idleSince?: string;
  idleForSeconds?: number;
  /**
   * Of metrics that have a fallback and fail, and of thresholds that fail.
   *
   * @maxItems 64
   */
  failures?: SerializedFailure[];
  /**
   * Only of metrics whose values are seldom measured.
   *
   * @maxItems 32
   */
  points?: SerializedPoint[];
  reset?: SerializedReset;
  slots?: SerializedSlots;
}
export interface SerializedInterval {
  value: number;
  since: string;
}
export interface SerializedEvent {
  time: string;
  change: number;
  cause?: "Bounds";
  span?: {
    since: string;
    up: number;
    down: number;
  };
}
export interface SerializedPending {
  from: number;
  to: number;
  time: string;
  targetUID: string;
  scaledToZero?: boolean;
  cause?: "Bounds";
  answered?: number;
}
/**
 * Only with a cooldown.
 */
export interface SerializedAddition {
  to: number;
  time: string;
  moved?: number;
}
export interface SerializedRollout {
  since: string;
  kind?: "Rolling" | "Announced";
  announced?: string;
}
/**
 * Only with a health gate.
 */
export interface SerializedHealthHold {
  since: string;
  until?: string;
}
/**
 * Only with schedules.
 */
export interface SerializedCap {
  max: number;
  since: string;
  from?: number;
}
export interface SerializedTimer {
  name: string;
  condition: string;
  addsReplicas?: boolean;
  since?: string;
  last?: string;
  replicas?: number;
  notBefore?: string;
  /**
   * @maxItems 2
   */
  gapSeconds?: number[];
}
export interface SerializedFailure {
  metric: string;
  since: string;
}
export interface SerializedPoint {
  metric: string;
  time: string;
  /**
   * @maxItems 2
   */
  gapSeconds?: number[];
}
/**
 * Only within an hour after an earlier history could not be used.
 */
export interface SerializedReset {
  since: string;
  reason: "UnknownVersion" | "InvalidHistory";
}
/**
 * Only under upstream's profile.
 */
export interface SerializedSlots {
  /**
   * @maxItems 128
   */
  scaleUps?: SerializedSlot[];
  /**
   * @maxItems 128
   */
  scaleDowns?: SerializedSlot[];
}
export interface SerializedSlot {
  time: string;
  change: number;
  outdated?: boolean;
  oneWay?: boolean;
}
