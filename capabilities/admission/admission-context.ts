import type { Requester } from "../../admission/access-review.ts";

/** The object under review. */
export interface Proposed {
  readonly kind: string;
  readonly name: string | undefined;
  readonly uid: string | undefined;
}

/** What a user requests for a target. */
export interface AdmissionContext {
  readonly namespace: string;
  readonly requester: Requester;
  readonly proposed: Proposed;
  readonly mode: unknown;
  /** Whether the old object named this target, whether it claimed it, and whether it scaled it. */
  readonly wasNamed: boolean;
  readonly wasClaimed: boolean;
  readonly wasScaled: boolean;
}
