import type { Condition } from "../../crds/generated/cluster-proportional-autoscaler.ts";

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
