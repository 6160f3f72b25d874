// Generated from crds/*.yaml by hack/generate/generate.ts; edit that and run it again.

import type { SerializedHistory } from "../../engine/model/generated/history.ts";

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

export interface ScaleTargetRef {
  /**
   * API group and version of the workload, such as apps/v1; v1 only for a ReplicationController.
   */
  apiVersion: string;
  /**
   * Kind of the workload, such as Deployment.
   */
  kind: string;
  /**
   * Name of the workload, in the namespace of this object.
   */
  name: string;
}

/**
 * The largest change allowed in any period of periodSeconds.
 */
export interface ScalingPolicy {
  /**
   * Whether value is a number of pods, or a percentage of the replica count at the start of the
   * period.
   */
  type: "Pods" | "Percent";
  /**
   * The largest change; more than 100 percent is valid.
   */
  value: number;
  /**
   * The length of the period, in seconds.
   */
  periodSeconds: number;
}

/**
 * One aspect of the current state.
 */
export interface Condition {
  /**
   * The type of the condition, such as Ready.
   */
  type: string;
  /**
   * True, False or Unknown.
   */
  status: "True" | "False" | "Unknown";
  /**
   * The generation of the spec that the condition describes.
   */
  observedGeneration?: number;
  /**
   * When the status last changed.
   */
  lastTransitionTime: string;
  /**
   * The reason, as one CamelCase word for programs. docs/troubleshooting.md has a section for each.
   */
  reason: string;
  /**
   * The reason, as a sentence for people.
   */
  message: string;
}

/**
 * Why the workload has its replica count. Replaying the steps from the votes gives the result.
 */
export interface TargetDecision {
  /**
   * When the decision was made.
   */
  time: string;
  /**
   * The old replica count.
   */
  from: number;
  /**
   * The new replica count.
   */
  to: number;
  /**
   * What each source asked for.
   */
  votes: TargetVote[];
  /**
   * What each stage did with the count, in the order in which the stages ran.
   */
  steps: TargetStep[];
}

/**
 * What one source asked for.
 */
export interface TargetVote {
  source: string;
  /**
   * Count (it asks for replicas), Abstain (it has no opinion) or Failed (it could not be
   * evaluated).
   */
  type?: string;
  /**
   * The replica count it asks for.
   */
  replicas?: number;
  /**
   * Why it failed, as one CamelCase word.
   */
  reason?: string;
  /**
   * The name by which combine.expression reads it. The vote then takes no part itself; only the
   * vote of the expression does.
   */
  input?: string;
  /**
   * How old its samples were at the decision, by their own timestamps, on average. Absent if they
   * have none.
   */
  sampleAgeSeconds?: number;
  /**
   * How it came to this vote, for people.
   */
  message: string;
}

/**
 * What one stage did with the count.
 */
export interface TargetStep {
  step: string;
  /**
   * Replica count before the stage.
   */
  before: number;
  /**
   * Replica count after the stage.
   */
  after: number;
  /**
   * The smallest count that the stage allows; absent if it allows any.
   */
  atLeast?: number;
  /**
   * The largest count that the stage allows; absent if it allows any.
   */
  atMost?: number;
  /**
   * When a count that the stage holds may change if the votes stay the same; absent if the stage
   * holds nothing or its end is not known.
   */
  until?: string;
  /**
   * Replicas of the other monitored workloads, in the stages monitor and target.
   */
  others?: number;
  /**
   * The reason, as one CamelCase word.
   */
  reason: string;
  /**
   * The reason, for people.
   */
  message: string;
}

/**
 * Private to the operator: what the next decision needs to know about earlier ones. Its content may
 * change in any release, so other programs should neither read nor change it. Active uses history;
 * DryRun uses dryRunHistory, which starts as a copy of it.
 */
export type TargetHistory = Partial<SerializedHistory>;
