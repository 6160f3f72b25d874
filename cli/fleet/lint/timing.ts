import { amountOf } from "../inventory/workloads.ts";
import { valueAt } from "../../../engine/schema/structure.ts";
import { type Rule, warning } from "./rule.ts";
import { neverScalesDown } from "./subject.ts";

/** Fewer pods say little about the next one. */
const leastPods = 3;
/** Pods that are ready within a sync of the HPA controller cost nothing to start again. */
const leastSeconds = 15;
/** The default of the kube-controller-manager's --horizontal-pod-autoscaler-downscale-stabilization. */
const usualWindowSeconds = 300;

/** Pods go away for a dip that is shorter than the start of their successors. */
export const windowShorterThanStart: Rule = {
  name: "WindowShorterThanStart",
  check(subject) {
    const { object, workload } = subject;
    const starts = (workload?.startMs ?? []).toSorted((a, b) => a - b);
    const rules = valueAt(object.hpa, ["spec", "behavior", "scaleDown"]);
    if (neverScalesDown(subject) || starts.length < leastPods) return [];
    // Without the slowest one, which may have been unready in between.
    const index = Math.min(Math.ceil(0.9 * starts.length) - 1, starts.length - 2);
    const slow = Math.ceil((starts[index] ?? 0) / 1000);
    const own = amountOf(valueAt(rules, ["stabilizationWindowSeconds"]));
    const seconds = own ?? usualWindowSeconds;
    if (seconds >= slow || slow < leastSeconds) return [];
    const minutes = Math.ceil(slow / 60);
    return [
      warning(
        `scales down after ${seconds} s of less load${own === null ? " (the default)" : ""}, but most of ${starts.length} pods needed up to ${slow} s to become ready`,
        `set behavior.scaleDown.stabilizationWindowSeconds to ${Math.min(3600, minutes * 60)} or more`,
      ),
    ];
  },
};
