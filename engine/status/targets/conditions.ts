import type { Condition } from "../../../crds/generated/shared.ts";
import { type EpochMs, type FieldError, formatFieldError } from "../../model/values/result.ts";
import type { Inactivity } from "../../model/decision.ts";
import { shortText } from "../../model/values/short-text.ts";
import { timestamp } from "../../model/values/time.ts";

/** reason: CamelCase; upstream's reason if it has one. */
export type ConditionDraft = Readonly<Pick<Condition, "type" | "status" | "reason" | "message">>;

/** A condition with the reason and the message of a step, a problem or the like. */
export const condition = (
  type: string,
  status: Condition["status"],
  { reason, message }: Pick<Inactivity, "reason" | "message">,
): ConditionDraft => ({ type, status, reason, message });

export const fallbackType = "FallbackActive";

/**
 * For these types, False is the bad state; ScalingLimited and the like change in normal operation.
 * Paused is False only if a pause cannot be read. FallbackActive is bad while it is True.
 */
const goodWhenTrue = new Set([
  ...["Ready", "AbleToScale", "ScalingActive", "ParametersCurrent"],
  ...["Paused", "TargetClaimed"],
]);

export const isBad = ({ type, status }: Readonly<Record<"type" | "status", string>>): boolean =>
  goodWhenTrue.has(type) ? status === "False" : type === fallbackType && status === "True";

/**
 * The conditions of kstatus: Ready and, if waiting cannot resolve the obstacle, Stalled. Without an
 * obstacle, the message is `well`, and where guard rails override the spec.
 */
export function readinessOf(
  obstacle: Inactivity | undefined,
  well: string,
  limits: readonly FieldError[],
): ConditionDraft[] {
  if (!obstacle) {
    const message = [well, ...limits.map(formatFieldError)].join("; ");
    return [condition("Ready", "True", { reason: "Ready", message })];
  }
  const ready = condition("Ready", "False", obstacle);
  return obstacle.permanent ? [ready, { ...ready, type: "Stalled", status: "True" }] : [ready];
}

export const invalidSpec = (errors: readonly FieldError[]): Inactivity => ({
  reason: "InvalidSpec",
  message: errors.map(formatFieldError).join("; "),
  permanent: true,
});

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

/**
 * The stored conditions that may be stored again. Earlier CRDs required only type and status of a
 * condition, and the API server refuses a status that contains such a one, every time.
 */
export const storableConditions = (stored: readonly Condition[] | undefined): Condition[] =>
  (stored ?? []).filter(isStorable);

const statuses: ReadonlySet<unknown> = new Set<Condition["status"]>(["True", "False", "Unknown"]);
const types =
  /^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$/;
const reasons = /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/;

/** What the CRDs require of a condition, which is what `metav1.Condition` does. */
function isStorable(condition: Partial<Condition>): boolean {
  const { type, status, reason, message, lastTransitionTime, observedGeneration = 0 } = condition;
  return (
    fits(type, 316, types) &&
    statuses.has(status) &&
    fits(reason, 1024, reasons) &&
    fits(message, 32_768, /^/) &&
    lastTransitionTime !== undefined &&
    observedGeneration >= 0
  );
}

const fits = (text: string | undefined, longest: number, form: RegExp): boolean =>
  text !== undefined && text.length <= longest && form.test(text);
