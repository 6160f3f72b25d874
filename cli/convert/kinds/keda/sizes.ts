import { hasValueWithoutPods } from "../../../../engine/sources/registry.ts";
import { isFields } from "../../../../engine/model/values/json-values.ts";
import { show } from "../../../../engine/model/values/short-text.ts";
import type { Draft } from "../../conversion.ts";
import type { TriggerMetric, CronTrigger, Triggers } from "./triggers.ts";

/** Whether a metric exists without pods, so that it can end a size of 0. */
export const canStart = ({ type }: Pick<TriggerMetric, "type">): boolean =>
  hasValueWithoutPods(type);

const longestIdle = 86_400;

/** Whether KEDA lets the workload idle at 0, if a trigger can end that. */
export const idlesAtZero = (draft: Draft): boolean =>
  Number(draft.at("spec", "minReplicaCount") ?? 0) === 0 ||
  draft.at("spec", "idleReplicaCount") === 0;

/**
 * What KEDA itself does between 0 and 1, of an object with metrics that can start its workload.
 *
 * Source  KEDA 2.21.0: pkg/scaling/executor/scale_scaledobjects.go and the activation thresholds of
 *         its scalers, which compare with >.
 *
 * @param isCombined  an expression reads the metrics, and decides for them
 */
export function convertIdling(
  draft: Draft,
  metrics: readonly TriggerMetric[],
  isCombined: boolean,
) {
  const idles = idlesAtZero(draft);
  convertIdleMinimum(draft);
  const withoutZero = idles ? null : neverIdles;
  const unread = isCombined ? "has no effect in KEDA: the formula decides" : withoutZero;
  for (const metric of metrics) convertActivation(draft, metric, unread);
  convertCooldown(draft, idles, isCombined);
  const polling = "decides only about a size of 0; here, syncPeriodSeconds does about every size";
  draft.omit(["spec", "pollingInterval"], polling);
  const initial = ["spec", "initialCooldownPeriod"];
  if (Number(draft.at(...initial) ?? 0) > 0 && idles)
    draft.lose(initial, "a new workload may idle as soon as its metrics are inactive");
  else draft.omit(initial, idles ? "no delay, as here" : neverIdles);
  convertFallback(draft, metrics);
}

const neverIdles = "has no effect, because the workload never idles";

function convertIdleMinimum(draft: Draft): void {
  const [from, idle, to] = [["spec", "minReplicaCount"], ["spec", "idleReplicaCount"], ["spec", "minReplicas"]]; // prettier-ignore
  const least = Number(draft.at(...from) ?? 0);
  if (least === 0) {
    draft.moveOrAdd(from, to, 0, "KEDA's default");
    draft.omit(idle, "0 is the minimum anyway");
  } else if (draft.at(...idle) !== 0) {
    draft.move(from, to);
    draft.lose(idle, "an Autoscaler idles at 0 only");
  } else {
    draft.change(idle, to, 0, "0 is the size of an idle workload");
    if (least === 1) draft.omit(from, "a workload that is not idle has 1 or more");
    else draft.lose(from, `a workload that is not idle has at least 1 here, not ${least}`);
  }
}

/** KEDA's names differ: activationThreshold, activationValue, activationLagThreshold. */
const isActivation = (key: string): boolean => /^activation[A-Z]/.test(key);

/**
 * An external scaler says itself whether it is active; such a key is part of what it reads.
 *
 * @param unread  why the activation has no effect; null: it has one
 */
function convertActivation(draft: Draft, { from, to, type }: TriggerMetric, unread: string | null) {
  const key = Object.keys(draft.fieldsAt(...from, "metadata")).find(isActivation);
  if (key === undefined || type === "ExternalScaler") return;
  const path = [...from, "metadata", key];
  if (unread !== null) {
    draft.omit(path, unread);
    return;
  }
  const value = { value: String(draft.at(...path)) };
  draft.change(path, [...to, "activation"], value, "the metric as a whole must be greater");
}

function convertCooldown(draft: Draft, idles: boolean, isCombined: boolean): void {
  const from = ["spec", "cooldownPeriod"];
  const to = ["spec", "idle", "afterSeconds"];
  if (!idles) {
    draft.omit(from, neverIdles);
    return;
  }
  if (isCombined) {
    const window = "the step to 0 of an expression waits for the stabilization window of scale-down"; // prettier-ignore
    if (draft.has(...from)) draft.lose(from, window);
    else draft.warn(from, `KEDA's default, 300 s: ${window}`);
    return;
  }
  const seconds = Number(draft.at(...from) ?? 300);
  const steps = "the last step to 0; the larger sizes before it follow behavior, not a jump";
  if (!draft.has(...from)) draft.add(to, seconds, `KEDA's default: ${steps}`);
  else draft.change(from, to, Math.min(seconds, longestIdle), steps);
}

const longestFailure = 3_600;

const behaviors: Readonly<Record<string, string>> = {
  static: "Static",
  currentReplicasIfHigher: "CurrentIfHigher",
  currentReplicasIfLower: "CurrentIfLower",
};

/**
 * KEDA applies it to every trigger but cpu and memory.
 *
 * Source  pkg/fallback/fallback.go of KEDA 2.21.0.
 */
function convertFallback(draft: Draft, metrics: readonly TriggerMetric[]): void {
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
    draft.lose(from, `behavior ${show(behavior)} has no equivalent: a metric that fails keeps the size`); // prettier-ignore
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

export const alwaysActive =
  "has no effect with triggers of cpu and memory, which are always active";
const atOnce = "windows begin and end at their times";
const onlyWindows = "without another trigger, only the windows change the size";
const noEquivalent = "belongs to triggers that have no equivalent";
const neverZero = "only triggers without an equivalent can end a size of 0, so the least is 1";
const neverIdle =
  "KEDA goes to 0 between the windows; here, that needs a metric that ends a size of 0, so the least is 1";

/**
 * The bounds, and the windows that replace them. With a metric that can end a size of 0, the minimum
 * belongs to `convertIdling`.
 */
export function convertSizes(draft: Draft, triggers: Triggers): void {
  const { isWhole, crons, metrics } = triggers;
  const given = Number(draft.at("spec", "minReplicaCount") ?? 0);
  const isAlone = metrics.length === 0;
  // Without a metric, the minimum of a window ends a size of 0.
  if (isAlone)
    draft.moveOrAdd(["spec", "minReplicaCount"], ["spec", "minReplicas"], 0, "KEDA's default");
  else if (!metrics.some(canStart)) {
    if (crons.length > 0) convertMinimum(draft, false, neverIdle);
    else convertMinimum(draft, isWhole, neverZero);
  }
  const from = ["spec", "maxReplicaCount"];
  const to = ["spec", "maxReplicas"];
  // Outside their windows, cron triggers ask for nothing more, and nothing else asks.
  if (isAlone) draft.changeOrAdd(from, to, Math.max(1, given), onlyWindows);
  else draft.moveOrAdd(from, to, 100, "KEDA's default");
  convertCrons(draft, crons, Math.max(1, given), isAlone);
}

/**
 * KEDA leaves the sizes from 1 upward to a HorizontalPodAutoscaler.
 *
 * @param isPlain  there are only triggers of cpu and memory; otherwise 0 is lost, and `why` says so
 */
function convertMinimum(draft: Draft, isPlain: boolean, why: string): void {
  const from = ["spec", "minReplicaCount"];
  const to = ["spec", "minReplicas"];
  if (Number(draft.at(...from) ?? 0) > 0) draft.move(from, to);
  else if (!isPlain) {
    draft.set(to, 1);
    draft.miss(from, why);
  } else if (draft.has(...from)) draft.change(from, to, 1, "KEDA does so for cpu and memory");
  else draft.add(to, 1, "KEDA's default, 0, is 1 for cpu and memory");
}

/** What belongs to a size of 0, which no trigger that has become a metric can end. */
export function leaveOutIdling(draft: Draft, { isWhole, crons }: Triggers): void {
  const times = ["pollingInterval", "cooldownPeriod", "initialCooldownPeriod"];
  if (!isWhole) {
    for (const key of [...times, "fallback", "idleReplicaCount"]) {
      draft.lose(["spec", key], noEquivalent);
    }
    return;
  }
  for (const key of times) draft.omit(["spec", key], crons.length > 0 ? atOnce : alwaysActive);
  const idle = ["spec", "idleReplicaCount"];
  const neverFails = "KEDA does not apply it to cpu and memory, and cron never fails";
  draft.omit(["spec", "fallback"], neverFails);
  if (crons.length === 0) draft.omit(idle, alwaysActive);
  else draft.lose(idle, "between its windows, an Autoscaler has the size that its bounds allow");
}

/**
 * Writes the windows, the largest first: of several active triggers, KEDA takes the largest vote,
 * and here the first window counts.
 *
 * @param isAlone  there is no other metric, so nothing but the windows moves the size
 */
function convertCrons(draft: Draft, crons: readonly CronTrigger[], min: number, isAlone: boolean) {
  const max = Number(draft.at("spec", "maxReplicaCount") ?? 100);
  const sorted = crons.toSorted((a, b) => b.replicas - a.replicas);
  for (const [index, { from, window, replicas }] of sorted.entries()) {
    const size = Math.min(max, Math.max(min, replicas));
    const bounds = { minReplicas: size, ...(isAlone ? { maxReplicas: size } : {}) };
    draft.change(from, ["spec", "schedules", String(index)], { ...window, ...bounds }, exact);
  }
}

const exact =
  "the minimum applies exactly and at once; KEDA's trigger is a metric, subject to the tolerance and to the pace of scale-up";
