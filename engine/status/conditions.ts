import type { Condition } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { formatFieldError, type FieldError } from "../field-error.ts";
import type { EpochMs } from "../result.ts";
import { shortText } from "../short-text.ts";
import { timestamp } from "../timestamp.ts";

export interface ConditionDraft {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  /** CamelCase; upstream's reasons where it has one. */
  readonly reason: string;
  readonly message: string;
}

/** For these, False is the bad state; ScalingLimited and the like come and go in normal life. */
const goodWhenTrue = new Set(["Ready", "AbleToScale", "ScalingActive", "ParametersCurrent"]);

/** Whether a condition tells of something that is in the way. */
export const isBad = ({ type, status }: Condition): boolean =>
  goodWhenTrue.has(type) && status === "False";

/** What is well, and where guard rails hold in the place of what the spec says. */
export const readyMessage = (well: string, limits: readonly FieldError[]): string =>
  [well, ...limits.map(formatFieldError)].join("; ");

/**
 * The drafts as conditions. `lastTransitionTime` moves only when the status does, which is what
 * `kubectl wait` and alerts count on; a condition that has no draft is gone.
 */
export function toConditions(
  drafts: readonly ConditionDraft[],
  previous: readonly Condition[] | undefined,
  at: { readonly now: EpochMs; readonly generation: number },
): Condition[] {
  return drafts.map(draft => {
    const before = previous?.find(({ type }) => type === draft.type);
    const unmoved = before?.status === draft.status ? before.lastTransitionTime : undefined;
    return {
      ...draft,
      message: shortText(draft.message),
      observedGeneration: at.generation,
      lastTransitionTime: unmoved ?? timestamp(at.now),
    };
  });
}
