import type { TargetStep, TargetVote } from "../../crds/generated/shared.ts";
import type { EpochMs } from "../../engine/model/values/result.ts";
import { amount } from "../../engine/model/values/quantity-text.ts";
import { textOf } from "../../engine/status/reason-texts.ts";
import { stageReasons } from "../../engine/words.ts";
import type { Obstacle } from "./blocking-conditions.ts";
import type { ExplainedTarget, Explanation } from "./explanation.ts";
import { sectionAddress } from "./section.ts";
import {
  type ShownSchedule,
  type StartupFields,
  type Decision,
  isShift,
} from "../objects/scaling-object.ts";
import { describeLoad } from "../objects/load.ts";
import type { Entry, Style } from "../terminal/style.ts";
import { relativeTime, rfc3339 } from "../terminal/times.ts";
import { nameOf } from "../validate/findings.ts";

/** One or more sentences, and what they introduce. */
export interface Passage {
  readonly text: string;
  readonly style?: Style;
  /** Where the text leads. */
  readonly href?: string;
  /** In spaces. */
  readonly indent?: number;
  readonly entries?: readonly Entry[];
}

/** Passages without a blank line between them. */
export type Block = readonly Passage[];

/** now  ends that lie before it are not mentioned; moment  a time as text */
export interface View {
  readonly now: EpochMs;
  readonly moment: (time: string) => string;
}

/** An explanation in plain sentences. Styles only repeat what the words say. */
export function sentencesOf(explanation: Explanation, view: View): Block[] {
  const measured = describeLoad(explanation.load);
  return [
    ...heading(explanation),
    ...explanation.targets.flatMap(target => explainTarget(explanation, target, view)),
    ...(explanation.schedule ? [[{ text: scheduleText(explanation.schedule, view) }]] : []),
    ...forecastBlock(explanation),
    ...(explanation.warnings ?? []).map(warning => [
      { text: `${warning}.`, style: "yellow" } as const,
    ]),
    // The votes of thresholds contain their measurements.
    ...(measured === "" ? [] : [[{ text: `${measuredWhen(explanation, view)}: ${measured}.` }]]),
    ...(explanation.startup ? [[{ text: startupText(explanation.startup) }]] : []),
    // Without a status, the obstacles are unknown.
    ...(explanation.isUpToDate === null ? [] : [obstacles(explanation, view)]),
  ];
}

/** The operator writes a measurement that changes nothing seldom (ADR 16). */
function measuredWhen({ load }: Explanation, { now }: View): string {
  const { writtenAt = "" } = load.kind === "Metrics" ? load : {};
  const at = Date.parse(writtenAt);
  return now - at > currentMs ? `Measured, when last written ${relativeTime(at, now)}` : "Measured";
}

/** Two sync periods, by default. */
const currentMs = 30_000;

/** For a single workload, its own sentence is the heading. */
function heading(explanation: Explanation): Block[] {
  const { targets, isUpToDate } = explanation;
  const count = targets.length === 0 ? "no workload yet" : `${targets.length} workloads`;
  const several = `${nameOf(explanation)} sizes ${count}.`;
  const outdated = "The spec was edited after this; the operator has not answered to that yet.";
  return [
    ...(targets.length === 1 ? [] : [[{ text: several, style: "bold" } as const]]),
    ...(isUpToDate === false ? [[{ text: outdated, style: "yellow" } as const]] : []),
  ];
}

function explainTarget(explanation: Explanation, target: ExplainedTarget, view: View): Block[] {
  const { decision, lastScaleTime } = target;
  const last =
    lastScaleTime === null
      ? "Its size has not been changed by this object."
      : `Its size was last changed ${view.moment(lastScaleTime)}.`;
  const isKnown = lastScaleTime !== null || target.currentReplicas !== null;
  const rest = decision ? explainDecision(explanation, { ...target, decision }, view) : [];
  return [
    [{ text: target.why, style: "bold" }],
    ...rest,
    ...leftOut(target),
    ...(isKnown ? [[{ text: last }]] : []),
  ];
}

function leftOut({ podsLeftOut: pods = 0 }: ExplainedTarget): Block[] {
  if (pods === 0) return [];
  const [which, them] =
    pods === 1
      ? ["1 pod that its selector matches does", "it"]
      : [`${pods} pods that its selector matches do`, "them"];
  return [[{ text: `${which} not count: the workload does not control ${them}.` }]];
}

function explainDecision(
  explanation: Explanation,
  target: ExplainedTarget & { readonly decision: Decision },
  view: View,
): Block[] {
  const { time, from, votes, winner, steps, contradiction } = target.decision;
  const when = rfc3339(time) === null ? "" : ` ${view.moment(time)}`;
  const decided = `${nameOf(explanation)} decided so${when}, when there were ${from}.`;
  const asked = votes.length === 0 ? "Nothing had to be asked." : "What each source asks for:";
  const entries = votes.map(vote => voteEntry(vote, vote === winner));
  // No alarm about samples that are only due.
  const calm = entries.map(({ label, text }) => ({ label, text }));
  const became = steps.map(step => stepEntry(step, target, view));
  // The stage that decided last against the votes, if one did.
  const last = steps.findLast(each => each.before !== each.after && stageReasons.has(each.reason));
  const doubtful = `This does not add up: ${contradiction ?? ""}. A client edited the status, or another version wrote it.`;
  return [
    [{ text: decided }],
    [{ text: asked, entries: explanation.isWaiting ? calm : entries }],
    [{ text: "What became of it:", entries: became }, ...(last ? [details(last.reason, 2)] : [])],
    ...(contradiction === null ? [] : [[{ text: doubtful, style: "yellow" } as const]]),
  ];
}

function details(reason: string, indent: number): Passage {
  const href = sectionAddress(reason);
  return { text: `Details: ${href}`, href, indent };
}

function voteEntry(vote: TargetVote, wins: boolean): Entry {
  const { source, input, type, replicas, reason, message, sampleAgeSeconds: age } = vote;
  const label = input === undefined ? source : `${source} (${input})`;
  if (type === "Failed") {
    const because = reason === undefined ? "" : ` (${reason})`;
    return { label, text: `no answer${because}: ${message}`, style: "red" };
  }
  if (type !== "Count" || replicas === undefined) return { label, text: `nothing: ${message}` };
  const how = message.endsWith(`: ${replicas}`) ? message.replace(/: \d+$/, "") : message;
  const aged = age === undefined ? "" : ` (samples ${age} s old)`;
  const text = `${replicas}${wins ? ", and wins" : ""}: ${how}${aged}`;
  if (reason === "FallbackActive") return { label, text, style: "yellow" };
  return wins ? { label, text, style: "green" } : { label, text };
}

const stageNames: ReadonlyMap<string, string> = new Map([
  ["monitor", "monitored"],
  ["combine", "votes"],
  ["stabilize", "stabilization"],
  ["schedule", "schedules"],
  ["multiple", "whole groups"],
  ["limit", "rate limits"],
  ["bound", "bounds"],
  ["target", "the target"],
  ["order", "which pods go"],
]);

function stepEntry(step: TargetStep, target: ExplainedTarget, view: View): Entry {
  const { before, after, message, until } = step;
  const label = stageNames.get(step.step) ?? step.step;
  if (step.step === "combine") return { label, text: combineText(step) };
  if (isShift(step)) return { label, text: shiftText(step) };
  if (before === after) {
    const range = step.step === "bound" ? rangeText(target) : "";
    return { label, text: `${after} stays: ${message}${range}.` };
  }
  const isHeld = until !== undefined && Date.parse(until) > view.now;
  const ends = isHeld ? ` ${endText(step, view.moment(until))}` : "";
  return { label, text: `${before} becomes ${after}: ${message}.${ends}`, style: "yellow" };
}

/** How a held count may continue. */
const endText = ({ reason, before, after }: TargetStep, when: string): string =>
  textOf(reason).continues?.(when) ?? `It may ${after < before ? "rise" : "fall"} ${when}.`;

/** The stages between these two concern the total of all monitored objects. */
function shiftText({ step, before, after, others = 0, reason, message }: TargetStep): string {
  if (step === "monitor") return `${before} and ${others} of other workloads are ${after} in all.`;
  if (reason !== "TargetsShare") return `It gets ${after}: ${message}.`;
  return `It gets ${after} of the ${before}: the other workloads have ${others}.`;
}

function rangeText({ minReplicas: min, maxReplicas: max }: ExplainedTarget): string {
  if (min === null) return "";
  return max === null ? `, at least ${min}` : `, ${min} to ${max}`;
}

function combineText({ reason, after, message }: TargetStep): string {
  if (reason === "LargestVote") return `The largest one counts: ${after}.`;
  if (reason === "ScaleDownBlocked") {
    return `${after} stays: ${message}, and who does not answer might need them.`;
  }
  return `${after} stays: ${message}.`;
}

function obstacles({ obstacles: found }: Explanation, view: View): Block {
  if (found.length === 0) return [{ text: "Nothing stands in the way.", style: "green" }];
  return [{ text: "What stands in the way:" }, ...found.flatMap(each => obstacle(each, view))];
}

function obstacle({ conditions, target, since, ...about }: Obstacle, view: View): Block {
  const where = target === null ? "" : `${target}: `;
  const begun = since === null ? "" : ` since ${view.moment(since)}`;
  const { reason, message, remedy } = about;
  const text = `${where}${conditions.join(", ")}${begun}: ${reason}`;
  return [
    { text, style: "red", indent: 2 },
    { text: sentence(message), indent: 4 },
    ...(remedy === null ? [] : [{ text: sentence(remedy), indent: 4 }]),
    details(reason, 4),
  ];
}

/** The bounds above are those of the active window. */
function scheduleText({ active, until, next, nextAt }: ShownSchedule, { moment }: View): string {
  const now =
    active === null
      ? "No schedule is in force now"
      : `The schedule ${active} sets the bounds${until === null ? "" : ` until ${moment(until)}`}`;
  return next === null || nextAt === null ? `${now}.` : `${now}; ${next} begins ${moment(nextAt)}.`;
}

/** Why it acts now, if it does, and what it is worth. */
function forecastBlock({ targets, forecast }: Explanation): Block[] {
  if (forecast === null) return [];
  const { reason, message, expectedReplicas: count } = forecast;
  const step = targets[0]?.decision?.steps.find(each => each.reason === "LoadWillRise");
  if (step) return [[{ text: `${sentence(step.message)} ${sentence(message)}` }]];
  const acts = reason === "Worthwhile" ? "may act" : "does not act";
  const expects = count === null ? "" : ` It expects a load for ${amount(count, "replicas")}.`;
  return [[{ text: `The forecast ${acts}: ${message}.${expects}` }]];
}

/** Votes count the pods that these periods leave out. */
function startupText(startup: StartupFields): string {
  const periods = Object.entries(startup).map(([name, seconds]) => `${name} ${seconds}`);
  return `The spec, not the installation, sets when the CPU of a new pod counts: ${periods.join(", ")}.`;
}

const sentence = (text: string): string => {
  // The name of an API or a field, such as metrics.k8s.io, stays as it is.
  const isWord = /^[a-z']+(?=[\s,;:!?]|$)/.test(text);
  const begun = isWord ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(begun) || begun === "" ? begun : `${begun}.`;
};
