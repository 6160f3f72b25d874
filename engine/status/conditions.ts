import type { Condition } from "../../crds/generated/cluster-proportional-autoscaler.ts";
import { formatFieldError, type FieldError } from "../field-error.ts";
import type { EpochMs } from "../result.ts";
import { shortText } from "../short-text.ts";
import { timestamp } from "../timestamp.ts";

export interface ConditionDraft {
  readonly type: string;
  readonly status: "True" | "False" | "Unknown";
  /** CamelCase; upstream's reason if it has one. */
  readonly reason: string;
  readonly message: string;
}

/** For these types, False is the bad state; ScalingLimited and the like change in normal operation. */
const goodWhenTrue = new Set(["Ready", "AbleToScale", "ScalingActive", "ParametersCurrent"]);

/** Whether a condition shows a problem. */
export const isBad = ({ type, status }: Condition): boolean =>
  goodWhenTrue.has(type) && status === "False";

/** The good message, and where guard rails override the spec. */
export const readyMessage = (well: string, limits: readonly FieldError[]): string =>
  [well, ...limits.map(formatFieldError)].join("; ");

/**
 * Converts drafts to conditions. `lastTransitionTime` changes only with the status, which `kubectl
 * wait` and alerts rely on. Conditions without a draft are removed.
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
