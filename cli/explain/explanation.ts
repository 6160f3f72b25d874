import type { TargetStep, TargetVote } from "../../crds/generated/shared.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import { type ShownPause, shownPauses } from "../objects/pauses.ts";
import {
  type Decision,
  isShift,
  type ScalingObject,
  type Target,
} from "../objects/scaling-object.ts";
import { absoluteTime, rfc3339 } from "../terminal/times.ts";
import { causesOf, isWaiting, type Obstacle, obstaclesOf } from "./blocking-conditions.ts";
import { amount } from "../../engine/model/values/quantity-text.ts";
import { listed } from "../../engine/model/values/short-text.ts";
import { textOf } from "../../engine/status/reason-texts.ts";

/** Why the workloads of one object have their size. */
export interface Explanation extends Omit<
  ScalingObject,
  "scheduleWarnings" | "uid" | "createdAt" | "annotations" | "conditions" | "targets"
> {
  /** Those by annotation that are in force. */
  readonly pauses: readonly ShownPause[];
  readonly targets: readonly ExplainedTarget[];
  readonly obstacles: readonly Obstacle[];
  /** Whether it is so new that the first sample of a metric is still due. */
  readonly isWaiting: boolean;
  /** What validation says of the schedules; absent: it was not asked. */
  readonly warnings?: readonly string[];
}

export interface ExplainedTarget extends Omit<
  Target,
  "ref" | "selectedBy" | "monitored" | "podsLeftOut" | "conditions"
> {
  /** Absent: all pods that its selector matches count. */
  readonly podsLeftOut?: number;
  readonly target: Target["ref"];
  /** The answer in one sentence. */
  readonly why: string;
}

export function explain(object: ScalingObject, now: EpochMs): Explanation {
  const pauses = shownPauses(object, now);
  const { kind, namespace, name, mode, isUpToDate, load, schedule, forecast, startup } = object;
  return {
    ...{ kind, namespace, name, mode, pauses, isUpToDate, load, schedule, forecast },
    ...(startup ? { startup } : {}),
    targets: object.targets.map(target => explainTarget(object, target, now)),
    obstacles: obstaclesOf(object, now),
    isWaiting: isWaiting(object, now),
  };
}

function explainTarget(object: ScalingObject, target: Target, now: EpochMs): ExplainedTarget {
  const { ref, currentReplicas, desiredReplicas, minReplicas, maxReplicas, podsLeftOut } = target;
  return {
    target: ref,
    ...{ currentReplicas, desiredReplicas, minReplicas, maxReplicas },
    why: headline(object, target, now),
    ...(podsLeftOut === null ? {} : { podsLeftOut }),
    decision: target.decision,
    lastScaleTime: target.lastScaleTime,
  };
}

/** The output of `explain -o json`, in which a field without a value is null. */
export const explanationJson = (explanation: Explanation) => ({
  ...explanation,
  targets: explanation.targets.map(target => ({
    ...target,
    decision: target.decision && decisionJson(target.decision),
  })),
});

const decisionJson = ({ time, from, to, votes, steps, winner, contradiction }: Decision) => ({
  ...{ time: rfc3339(time), from, to },
  votes: votes.map(vote => {
    const { source, type = "", replicas = null, reason = "", message, ...input } = vote;
    return { source, type, replicas, reason, ...input, message, wins: vote === winner };
  }),
  steps: steps.map(({ until, reason, message, ...given }) => {
    const { step, before, after, atLeast = null, atMost = null, ...others } = given;
    const range = { step, before, after, atLeast, atMost, until: rfc3339(until) };
    return { ...range, ...others, reason, message };
  }),
  contradiction,
});

/** Why one workload has its size, in one or two sentences. */
function headline(object: ScalingObject, target: Target, now: EpochMs): string {
  const { currentReplicas: current } = target;
  const workload = nameOf(target);
  if (current === null)
    return `The size of ${workload} is not known: ${whyUnknown(object, target, now)}`;
  const has = `${workload} has ${amount(current, "replicas")}${monitoredText(target)}`;
  if (object.mode === "Paused") return `${has}. In mode Paused nothing is decided.`;
  const [pause] = shownPauses(object, now);
  if (pause?.scope === "Everything") return `${has}. ${pauseSentence("It is paused", pause)}`;
  const held = pause ? ` ${pauseSentence("Scale-down is paused", pause)}` : "";
  if (isWaiting(object, now)) return `${has}. ${waiting}${held}`;
  const stalled = causesOf(object, target, now).find(({ type }) => type === "Stalled");
  if (stalled) return `${has}. Nothing is decided: ${stalled.message.replace(/\.$/, "")}.${held}`;
  return `${withoutPause(object, target, has)}${held}`;
}

const pauseSentence = (what: string, { until, reason }: ShownPause): string =>
  `${what} until ${absoluteTime(Date.parse(until))}${reason === "" ? "" : `: ${reason.replace(/\.$/, "")}`}.`;

const waiting = "It waits for the first sample of its metrics, which is due within a minute.";

function withoutPause(object: ScalingObject, target: Target, has: string): string {
  const { currentReplicas: current, decision } = target;
  if (decision === null) return `${has}. Nothing has been decided yet.`;
  const why = causeOf(decision);
  const wanted = target.desiredReplicas ?? decision.to;
  if (wanted === current) {
    return object.mode === "DryRun"
      ? `${has}, and in mode Active that would not change: ${why}.`
      : (failureText(has, decision) ?? `${has}: ${why}.`);
  }
  return object.mode === "DryRun"
    ? `${has}. In mode Active it would get ${wanted}: ${why}.`
    : `${has} and should have ${wanted}: ${why}.`;
}

/** null: no failure decided. */
function failureText(has: string, { votes, steps }: Decision): string | null {
  const [first, ...later] = steps.filter(step => !isShift(step));
  const isChanged = later.some(({ before, after }) => before !== after);
  if (first?.reason !== "ScaleDownBlocked" || isChanged) return null;
  const failed = votes.filter(({ type }) => type === "Failed").map(({ source }) => source);
  const them = failed.length === 1 ? "it" : "them";
  return `${has}. ${listed(failed, "and")} failed, so the size stays: nothing can be added on ${them}, and nothing is taken away.`;
}

/** For one of several workloads, its labels are the only name that the object contains. */
function nameOf({ ref: { kind, name }, selectedBy }: Target): string {
  if (selectedBy === null) return `${kind} ${name}`;
  return name === ""
    ? `a ${kind} with ${selectedBy}`
    : `${kind} ${name}, chosen among those with ${selectedBy},`;
}

function monitoredText({ monitored, currentReplicas }: Target): string {
  if (monitored === null) return "";
  const { objects, replicas: all } = monitored;
  const others = Math.max(0, all - (currentReplicas ?? 0));
  if (objects < 2) return "";
  return `, and the ${amount(objects - 1, "workloads")} monitored with it ${amount(others, "replicas")}`;
}

function whyUnknown(object: ScalingObject, target: Target, now: EpochMs): string {
  if (object.isUpToDate === null) return "the operator has not looked at it yet. Is it running?";
  const [cause] = causesOf(object, target, now);
  return `${cause?.message.replace(/\.$/, "") ?? "nothing was read yet"}.`;
}

/** What was requested, and what later stages changed. */
function causeOf({ winner, steps }: Decision): string {
  const [first, ...later] = steps.filter(step => !isShift(step) || isLimit(step));
  if (first === undefined) return "nothing was asked for";
  const inAll = steps.some(isShift) ? " in all" : "";
  const asked = winner ? `${askedBy(winner)} ${first.after}${inAll}` : effectOf(first);
  const effects = later.filter(({ before, after }) => before !== after).map(effectOf);
  return effects.length === 0 ? asked : `${asked}, but ${effects.join(", and ")}`;
}

const isLimit = ({ reason }: TargetStep): boolean =>
  reason === "TargetKept" || reason === "TargetChanges";

const askedBy = ({ source, reason }: TargetVote): string =>
  reason === "FallbackActive"
    ? `${source} has failed for long, and its fallback asks for`
    : `${source} asked for`;

const effectOf = ({ reason, message, after }: TargetStep): string =>
  textOf(reason).clause?.(after, message) ?? message;
