import type { EpochMs } from "../../engine/result.ts";
import type { Obstacle } from "./blocking-conditions.ts";
import type { ExplainedTarget, Explanation } from "./explanation.ts";
import { describeLoad } from "../objects/load-text.ts";
import { type Decision, isShift, type Step, type Vote } from "../objects/status-decision.ts";
import { entries, type Entry, indented, paragraph } from "../terminal/paragraphs.ts";
import type { Page } from "../terminal/style.ts";
import { absoluteTime, relativeTime } from "../terminal/times.ts";

/** Longer lines are hard to read, however wide the terminal is. */
const widestText = 100;

interface View extends Page {
  readonly now: EpochMs;
}

/** An explanation in plain sentences. Colours only repeat what the words say. */
export function renderExplanation(explanation: Explanation, page: Page, now: EpochMs): string {
  const to = { ...page, width: Math.min(page.width, widestText), now };
  const measured = describeLoad(explanation.load);
  const blocks = [
    ...heading(explanation, to),
    ...explanation.targets.flatMap(target => explainTarget(explanation, target, to)),
    // The votes of thresholds contain their measurements.
    ...(measured === "" ? [] : [paragraph(`Measured: ${measured}.`, to)]),
    // Without a status, the obstacles are unknown.
    ...(explanation.isUpToDate === null ? [] : [obstacles(explanation, to)]),
  ];
  return blocks.map(lines => lines.map(line => `${line}\n`).join("")).join("\n");
}

const objectName = ({ kind, namespace, name }: Explanation): string =>
  `${kind} ${namespace === "" ? name : `${namespace}/${name}`}`;

/** For a single workload, its own sentence is the heading. */
function heading(explanation: Explanation, page: Page): string[][] {
  const { targets, isUpToDate } = explanation;
  const count = targets.length === 0 ? "no workload yet" : `${targets.length} workloads`;
  const several = `${objectName(explanation)} sizes ${count}.`;
  const outdated = "The spec was edited after this; the operator has not answered to that yet.";
  return [
    ...(targets.length === 1 ? [] : [paragraph(several, page, "bold")]),
    ...(isUpToDate === false ? [paragraph(outdated, page, "yellow")] : []),
  ];
}

function explainTarget(explanation: Explanation, target: ExplainedTarget, page: View): string[][] {
  const { decision, lastScaleTime } = target;
  const last =
    lastScaleTime === null
      ? "Its size has not been changed by this object."
      : `Its size was last changed ${moment(lastScaleTime, page)}.`;
  const isKnown = lastScaleTime !== null || target.currentReplicas !== null;
  const rest = decision ? explainDecision(explanation, { ...target, decision }, page) : [];
  return [
    paragraph(target.why, page, "bold"),
    ...rest,
    ...(isKnown ? [paragraph(last, page)] : []),
  ];
}

function explainDecision(
  explanation: Explanation,
  target: ExplainedTarget & { readonly decision: Decision },
  page: View,
): string[][] {
  const { time, from, votes, steps, contradiction } = target.decision;
  const when = time === null ? "" : ` ${moment(time, page)}`;
  const decided = `${objectName(explanation)} decided so${when}, when there were ${from}.`;
  const asked = votes.length === 0 ? "Nothing had to be asked." : "What each source asks for:";
  const became = steps.map(step => stepEntry(step, target, page));
  const doubtful = `This does not add up: ${contradiction ?? ""}. A client edited the status, or another version wrote it.`;
  return [
    paragraph(decided, page),
    [...paragraph(asked, page), ...entries(votes.map(voteEntry), page)],
    ["What became of it:", ...entries(became, page)],
    ...(contradiction === null ? [] : [paragraph(doubtful, page, "yellow")]),
  ];
}

function voteEntry({ source: label, type, replicas, wins, reason, message }: Vote): Entry {
  if (type === "Failed") {
    const because = reason === "" ? "" : ` (${reason})`;
    return { label, text: `no answer${because}: ${message}`, style: "red" };
  }
  if (type !== "Count" || replicas === null) return { label, text: `nothing: ${message}` };
  const how = message.endsWith(`: ${replicas}`) ? message.replace(/: \d+$/, "") : message;
  const text = `${replicas}${wins ? ", and wins" : ""}: ${how}`;
  return wins ? { label, text, style: "green" } : { label, text };
}

const stageNames: ReadonlyMap<string, string> = new Map([
  ["monitor", "monitored"],
  ["combine", "votes"],
  ["stabilize", "stabilization"],
  ["limit", "rate limits"],
  ["bound", "bounds"],
  ["target", "the target"],
]);

function stepEntry(step: Step, target: ExplainedTarget, view: View): Entry {
  const { before, after, message, until } = step;
  const label = stageNames.get(step.step) ?? step.step;
  if (step.step === "combine") return { label, text: combineText(step) };
  if (isShift(step)) return { label, text: shiftText(step) };
  if (before === after) {
    const range = step.step === "bound" ? rangeText(target) : "";
    return { label, text: `${after} stays: ${message}${range}.` };
  }
  const isHeld = until !== null && Date.parse(until) > view.now;
  const ends = isHeld ? ` ${endText(step, moment(until, view))}` : "";
  return { label, text: `${before} becomes ${after}: ${message}.${ends}`, style: "yellow" };
}

/** How a held count may continue. */
function endText({ reason, before, after }: Step, when: string): string {
  switch (reason) {
    case "ScaleDownStabilized":
    case "HeldByThresholds":
      return `It falls ${when}, unless as many are asked for again.`;
    case "RolloutInProgress":
      return `It may fall when that is done, at the latest ${when}.`;
    default:
      return `It may ${after < before ? "rise" : "fall"} ${when}.`;
  }
}

/** The stages between these two concern the total of all monitored objects. */
function shiftText({ step, before, after, others = 0, reason, message }: Step): string {
  if (step === "monitor") return `${before} and ${others} of other workloads are ${after} in all.`;
  if (reason !== "TargetsShare") return `It gets ${after}: ${message}.`;
  return `It gets ${after} of the ${before}: the other workloads have ${others}.`;
}

function rangeText({ minReplicas: min, maxReplicas: max }: ExplainedTarget): string {
  if (min === null) return "";
  return max === null ? `, at least ${min}` : `, ${min} to ${max}`;
}

function combineText({ reason, after, message }: Step): string {
  if (reason === "LargestVote") return `The largest one counts: ${after}.`;
  if (reason === "ScaleDownBlocked") {
    return `${after} stays: ${message}, and who does not answer might need them.`;
  }
  return `${after} stays: ${message}.`;
}

function obstacles({ obstacles: found }: Explanation, page: View): string[] {
  if (found.length === 0) return paragraph("Nothing stands in the way.", page, "green");
  return ["What stands in the way:", ...found.flatMap(each => obstacleLines(each, page))];
}

function obstacleLines(obstacle: Obstacle, page: View): string[] {
  const { conditions, target, reason, message, remedy, since } = obstacle;
  const about = target === null ? "" : `${target}: `;
  const begun = since === null ? "" : ` since ${moment(since, page)}`;
  return [
    ...indented(`${about}${conditions.join(", ")}${begun}: ${reason}`, 2, page, "red"),
    ...indented(sentence(message), 4, page),
    ...(remedy === null ? [] : indented(sentence(remedy), 4, page)),
  ];
}

const sentence = (text: string): string => {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(begun) || begun === "" ? begun : `${begun}.`;
};

const moment = (time: string, { now }: View): string => {
  const at = Date.parse(time);
  return `${absoluteTime(at)} (${relativeTime(at, now)})`;
};
