import type { Bounds, Decision, Step } from "./decision.ts";
import type { AnySlot } from "./slot.ts";
import type { History, RescaleContext } from "./history.ts";
import type { MeasuredLoad, MetricStatus } from "./metric-vote.ts";
import type { PodSelection } from "./observation/observation.ts";
import type { Pod } from "./observation/pod.ts";
import type { AutoscalerSpec } from "./spec/autoscaler-spec.ts";
import type { EpochMs } from "./values/result.ts";

export interface Progress {
  readonly count: number;
  readonly history: History;
}

export interface StepResult {
  readonly step: Step;
  /** Absent: the step remembers nothing new. */
  readonly history?: History;
  /**
   * The earliest time at which the result could change just because time passes. null: never, or
   * at every sync. Absent: `step.until`.
   */
  readonly due?: EpochMs | null;
  /** Whether the later steps do not run; absent: they do. */
  readonly isLast?: boolean;
}

/** What people read about a reason. */
export interface ReasonText {
  /** At most 40 characters, as the column Why is. */
  readonly phrase: string;
  /** For a narrow column. */
  readonly word: string;
  /** Why the size of a workload differs from its votes; absent: it does not, or for another reason. */
  readonly effect?: "held" | "maximum";
  /** Part of a sentence about a step to the count `after`; absent: the message of the step. */
  readonly clause?: (after: number, message: string) => string;
  /** How a held count may continue; absent: it may rise or fall then. */
  readonly continues?: (when: string) => string;
}

export interface StepReason extends ReasonText {
  /** Whether the count follows the votes all the same; absent: it does not. */
  readonly followsVotes?: true;
}

/** A reason that holds the count. */
export const held = (
  phrase: string,
  word: string,
  rest: Pick<ReasonText, "clause" | "continues"> = {},
): StepReason => ({ phrase, word, effect: "held", ...rest });

/** Which pods to mark before the count falls, and which marks no longer serve. */
export interface Removal {
  readonly mark: readonly string[];
  readonly clear: readonly string[];
}

export interface DecisionOutcome {
  readonly decision: Decision;
  readonly history: History;
  /**
   * The earliest time at which the decision could change just because time passes. null: never, or
   * at every sync (upstream's windows, and its limit without `behavior`).
   */
  readonly due: EpochMs | null;
  /**
   * Only for Autoscalers: when to decide again even before the next sync, because a fallback takes
   * over. null: no fallback is about to.
   */
  readonly wakeAt?: EpochMs | null;
  /** Only for Autoscalers: one status for each queried metric; empty if none was needed. */
  readonly currentMetrics?: readonly MetricStatus[];
  /** Only with a forecast: what was measured of each metric of the spec; null: nothing that a forecast can use. */
  readonly loads?: readonly (MeasuredLoad | null)[];
  /** Only with selectionStrategy OwnerReference. */
  readonly selection?: PodSelection;
  /** Pods to mark for removal before the count is written, and marks to clear; absent: none. */
  readonly removal?: Removal;
}

/**
 * What a HorizontalPodAutoscaler does in place of a field.
 *
 * lost    what it does without the field
 * isSame  whether it does the same as this value asks for; absent: no value
 */
export interface HpaDifference {
  readonly lost: string;
  readonly isSame?: (value: unknown) => boolean;
}

/** A right of the operator's service account that an administrator grants, with `rbac.<field>` of the chart. */
export interface Permission {
  readonly group: string;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/**
 * Everything that one feature adds to a decision, in the order in which a decision calls it. Each
 * member reads its part of the context, which is the same for all features of a decision. A feature
 * whose field is absent leaves everything as it is.
 */
export interface Feature<Context> {
  /** The name of its step. */
  readonly name: string;
  /** The field of the spec that asks for it; absent: every decision has it, or several fields ask. */
  readonly field?: keyof AutoscalerSpec;
  readonly inHpa?: HpaDifference;
  /** How `trimtab simulate` differs from a cluster for the field; absent: it does not. */
  readonly inSimulation?: string;
  /** The right that it needs, and without which its field has no effect; absent: it needs none. */
  readonly permission?: Permission;
  /** The reasons of its steps that change or hold the count, by code. */
  readonly reasons: Readonly<Record<string, StepReason>>;
  /** Whether it holds the count for a time, which the condition AbleToScale then shows. */
  readonly holds?: boolean;
  /** What it remembers, as the status holds it. */
  readonly memory?: AnySlot;
  /** Whether a spec asks it about pods, even if no metric does. */
  readonly needsPods?: (spec: SpecOf<Context>) => boolean;
  /** Whether it asks which of the counted pods the target controls. */
  readonly needsControllers?: (spec: SpecOf<Context>, pods: readonly Pod[]) => boolean;
  /** The spec in force now, which changes without an edit. */
  readonly inForce?: <Spec extends SpecOf<Context>>(spec: Spec, now: EpochMs) => Spec;
  /** Records what it observes. Every decision calls it, even one that needs no votes. */
  readonly observe?: (history: History, context: Observed<Context>) => History;
  /** The bounds in force. */
  readonly bounds?: (bounds: Bounds, history: History, context: Observed<Context>) => Bounds;
  /**
   * How many replicas it keeps for now. The first decrease after that waits a whole window, so
   * `stabilize` records them. Absent: none.
   */
  readonly keeps?: (history: History, context: Unvoted<Context>) => number;
  /** The count to which it brings the target down, even if no vote asks; absent or null: none. */
  readonly caps?: (history: History, context: Unvoted<Context>) => number | null;
  /** The whole decision, if it needs no votes; absent or null: it needs them. */
  readonly answers?: (history: History, context: Unvoted<Context>) => StepResult | null;
  /** Its step from the votes to the count; absent: it has none. null: the spec does not ask for it. */
  readonly run?: (progress: Progress, context: Context) => StepResult | null;
  /** What a change after this decision leaves in the history. */
  readonly terms?: (outcome: DecisionOutcome, context: Unvoted<Context>) => Partial<RescaleContext>;
  /** What it makes of the whole decision. */
  readonly concludes?: (outcome: DecisionOutcome, context: Unvoted<Context>) => DecisionOutcome;
}

/** A feature with a step in every decision that asks for it. */
export type Stage<Context> = Feature<Context> & Required<Pick<Feature<Context>, "run">>;

export type SpecOf<Context> = Context extends { readonly spec: infer Spec } ? Spec : unknown;

/** The context before the bounds are known. */
export type Observed<Context> = Omit<Unvoted<Context>, "bounds">;

/** The context before the votes. */
export type Unvoted<Context> = Omit<Context, FromVotes>;

type FromVotes = "votes" | "windowed" | "fired" | "loads" | "keptForNow" | "cap";
