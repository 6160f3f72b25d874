import { amount } from "../../engine/recommend/amount.ts";
import { textOf } from "../../engine/status/reason-texts.ts";
import { causesOf } from "./blocking-conditions.ts";
import { isShift, type Decision, type Step, type Vote } from "../objects/status-decision.ts";
import type { ShownPause } from "../objects/pauses.ts";
import type { ScalingObject, Target } from "../objects/scaling-object.ts";
import { absoluteTime } from "../terminal/times.ts";

/** Why one workload has its size, in one or two sentences. */
export function headline(
  object: ScalingObject,
  target: Target,
  pauses: readonly ShownPause[],
): string {
  const { currentReplicas: current } = target;
  const workload = nameOf(target);
  if (current === null)
    return `The size of ${workload} is not known: ${whyUnknown(object, target)}`;
  const has = `${workload} has ${amount(current, "replicas")}${monitoredText(target)}`;
  if (object.mode === "Paused") return `${has}. In mode Paused nothing is decided.`;
  const [pause] = pauses;
  if (pause?.scope === "Everything") return `${has}. ${pauseSentence("It is paused", pause)}`;
  const held = pause ? ` ${pauseSentence("Scale-down is paused", pause)}` : "";
  return `${withoutPause(object, target, has)}${held}`;
}

const pauseSentence = (what: string, { until, reason }: ShownPause): string =>
  `${what} until ${absoluteTime(Date.parse(until))}${reason === "" ? "" : `: ${reason.replace(/\.$/, "")}`}.`;

function withoutPause(object: ScalingObject, target: Target, has: string): string {
  const { currentReplicas: current, decision } = target;
  if (decision === null) return `${has}. Nothing has been decided yet.`;
  const why = causeOf(decision);
  const wanted = target.desiredReplicas ?? decision.to;
  if (wanted === current) {
    return object.mode === "DryRun"
      ? `${has}, and in mode Active that would not change: ${why}.`
      : `${has}: ${why}.`;
  }
  return object.mode === "DryRun"
    ? `${has}. In mode Active it would get ${wanted}: ${why}.`
    : `${has} and should have ${wanted}: ${why}.`;
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

function whyUnknown(object: ScalingObject, target: Target): string {
  if (object.isUpToDate === null) return "the operator has not looked at it yet. Is it running?";
  const [cause] = causesOf(object, target);
  return `${cause?.message.replace(/\.$/, "") ?? "nothing was read yet"}.`;
}

/** What was requested, and what later stages changed. */
function causeOf({ votes, steps }: Decision): string {
  const winner = votes.find(({ wins }) => wins);
  const [first, ...later] = steps.filter(step => !isShift(step) || isLimit(step));
  if (first === undefined) return "nothing was asked for";
  const inAll = steps.some(isShift) ? " in all" : "";
  const asked = winner ? `${askedBy(winner)} ${first.after}${inAll}` : effectOf(first);
  const effects = later.filter(({ before, after }) => before !== after).map(effectOf);
  return effects.length === 0 ? asked : `${asked}, but ${effects.join(", and ")}`;
}

const isLimit = ({ reason }: Step): boolean =>
  reason === "TargetKept" || reason === "TargetChanges";

const askedBy = ({ source, reason }: Vote): string =>
  reason === "FallbackActive"
    ? `${source} has failed for long, and its fallback asks for`
    : `${source} asked for`;

const effectOf = ({ reason, message, after }: Step): string =>
  textOf(reason).clause?.(after, message) ?? message;
