import type { RolloutState } from "../observation/rollout.ts";

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

export interface SerializedInterval {
  readonly value: number;
  readonly since: string;
}

export interface SerializedEvent {
  readonly time: string;
  readonly change: number;
  readonly span?: { readonly since: string; readonly up: number; readonly down: number };
}

export interface SerializedPending {
  readonly from: number;
  readonly to: number;
  readonly time: string;
  readonly targetUID: string;
  readonly scaledToZero?: boolean;
}

export interface SerializedRollout {
  readonly since: string;
  readonly kind?: RolloutState;
  readonly announced?: string;
}

export interface SerializedTimer {
  readonly name: string;
  readonly condition: string;
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
