import { hasValueWithoutPods } from "../../../../engine/sources/registry.ts";
import { type Fields, isFields } from "../../../../engine/validate/field-reader.ts";
import type { Path } from "../../../../engine/validate/object-schema.ts";
import type { Draft } from "../../conversion.ts";

/** A trigger and its metric, which exists without pods, so that it can end a size of 0. */
export interface StartingMetric {
  readonly from: Path;
  readonly to: Path;
}

export const canStart = ({ type }: Fields): boolean =>
  typeof type === "string" && hasValueWithoutPods(type);

const longestIdle = 86_400;
const longestFailure = 3_600;

/**
 * What KEDA itself does between 0 and 1, of an object with metrics that can start its workload.
 *
 * Source  KEDA 2.21.0: pkg/scaling/executor/scale_scaledobjects.go and the activation thresholds of
 *         its scalers, which compare with >.
 */
export function convertIdling(draft: Draft, metrics: readonly StartingMetric[]): void {
  const idles = convertMinimum(draft);
  for (const metric of metrics) convertActivation(draft, metric, idles);
  convertCooldown(draft, idles);
  const polling = "decides only about a size of 0; here, syncPeriodSeconds does about every size";
  draft.omit(["spec", "pollingInterval"], polling);
  const initial = ["spec", "initialCooldownPeriod"];
  if (Number(draft.at(...initial) ?? 0) > 0)
    draft.lose(initial, "a new workload may idle as soon as its metrics are inactive");
  else draft.omit(initial, "no delay, as here");
  convertFallback(draft, metrics);
}

/** Whether the workload may idle. */
function convertMinimum(draft: Draft): boolean {
  const [from, idle, to] = [["spec", "minReplicaCount"], ["spec", "idleReplicaCount"], ["spec", "minReplicas"]]; // prettier-ignore
  const least = Number(draft.at(...from) ?? 0);
  if (least === 0) {
    if (draft.has(...from)) draft.move(from, to);
    else draft.add(to, 0, "KEDA's default");
    draft.omit(idle, "0 is the minimum anyway");
    return true;
  }
  if (draft.at(...idle) !== 0) {
    draft.move(from, to);
    draft.lose(idle, "an Autoscaler idles at 0 only");
    return false;
  }
  draft.change(idle, to, 0, "0 is the size of an idle workload");
  if (least === 1) draft.omit(from, "a workload that is not idle has 1 or more");
  else draft.lose(from, `a workload that is not idle has at least 1 here, not ${least}`);
  return true;
}

/** KEDA's names differ: activationThreshold, activationValue, activationLagThreshold. */
const isActivation = (key: string): boolean => /^activation[A-Z]/.test(key);

function convertActivation(draft: Draft, { from, to }: StartingMetric, idles: boolean): void {
  const metadata = draft.at(...from, "metadata");
  const key = Object.keys(isFields(metadata) ? metadata : {}).find(isActivation);
  if (key === undefined) return;
  const path = [...from, "metadata", key];
  if (!idles) {
    draft.omit(path, "has no effect, because the workload never idles");
    return;
  }
  const value = { value: String(draft.at(...path)) };
  draft.change(path, [...to, "activation"], value, "the metric as a whole must be greater");
}

function convertCooldown(draft: Draft, idles: boolean): void {
  const from = ["spec", "cooldownPeriod"];
  const to = ["spec", "idle", "afterSeconds"];
  if (!idles) {
    draft.omit(from, "has no effect, because the workload never idles");
    return;
  }
  const seconds = Number(draft.at(...from) ?? 300);
  const steps = "the last step to 0; the larger sizes before it follow behavior, not a jump";
  if (!draft.has(...from)) draft.add(to, seconds, `KEDA's default: ${steps}`);
  else draft.change(from, to, Math.min(seconds, longestIdle), steps);
}

const behaviors: Readonly<Record<string, string>> = {
  static: "Static",
  currentReplicasIfHigher: "CurrentIfHigher",
  currentReplicasIfLower: "CurrentIfLower",
};

/** KEDA applies it to every trigger but cpu and memory. */
function convertFallback(draft: Draft, metrics: readonly StartingMetric[]): void {
  const from = ["spec", "fallback"];
  const fallback = draft.at(...from);
  if (!isFields(fallback)) return;
  const { behavior = "static", replicas, failureThreshold } = fallback;
  if (behavior === "currentReplicas") {
    draft.omit(from, "without a fallback, a metric that fails keeps the size");
    return;
  }
  const ours = Object.hasOwn(behaviors, String(behavior)) ? behaviors[String(behavior)] : undefined;
  if (ours === undefined) {
    draft.lose(from, `behavior ${String(behavior)} has no equivalent: a metric that fails keeps the size`); // prettier-ignore
    return;
  }
  if (!(Number(replicas) >= 1)) {
    draft.lose(from, "a fallback asks for at least 1 replica");
    return;
  }
  const seconds = Number(failureThreshold ?? 0) * Number(draft.at("spec", "pollingInterval") ?? 30);
  const failureDurationSeconds = Math.min(Math.max(1, seconds), longestFailure);
  const value = { failureDurationSeconds, replicas, behavior: ours };
  const why = "for each metric; failureThreshold x pollingInterval is the time";
  for (const [index, { to }] of metrics.entries()) {
    if (index === 0) draft.change(from, [...to, "fallback"], value, why);
    else draft.set([...to, "fallback"], value);
  }
}
