import type { TargetDecision } from "../../crds/generated/shared.ts";
import { type PauseReport, pausePhrases, pauseSentences } from "./pause-status.ts";
import { winnerOf } from "../model/decision.ts";
import { toVote } from "../replay.ts";
import { formulaSource } from "../votes/formula-votes.ts";
import { shortText } from "../model/values/short-text.ts";
import type { ConditionDraft } from "./targets/conditions.ts";
import { isMetricFailure, phraseOf } from "./reason-texts.ts";
import type { TargetView } from "./status-view.ts";
import type { TargetReport, WriteOutcome } from "./targets/target-report.ts";

const longestSummary = 40;
const longestMessage = 256;

/**
 * What `kubectl get` shows: the columns Why and, with `-o wide`, Message.
 *
 * @param phrases the most important one first
 */
export const explanation = (phrases: readonly string[], sentences: readonly string[]) => ({
  summary: joined(phrases),
  message: shortText(sentences.join(", "), longestMessage),
});

/** The first phrase, and those after it as far as they fit. */
function joined([first = "", ...rest]: readonly string[]): string {
  let all = shortText(first, longestSummary);
  for (const phrase of rest) {
    const longer = `${all}, ${phrase}`;
    if (longer.length > longestSummary) break;
    all = longer;
  }
  return all;
}

interface Explained {
  readonly targets: readonly Pick<TargetReport, "inactive" | "write">[];
  /** What is not current; absent: everything is. */
  readonly stale?: readonly string[];
  /** Of the target that is explained; undefined: there is none. */
  readonly state: Shown | undefined;
  /** What the votes came to. */
  readonly groundOf: (decision: TargetDecision) => string;
}

/** The obstacle, else how the count was decided: the ground, then each later stage that changed the count. */
export function explain(
  [ready]: readonly ConditionDraft[],
  pauses: PauseReport,
  { targets, stale = [], state = {}, groundOf }: Explained,
) {
  if (ready?.status === "False") {
    return explanation([phraseOf(ready.reason)], [`${ready.reason}: ${ready.message}`]);
  }
  const [phrases, sentences] = [pausePhrases(pauses), pauseSentences(pauses)];
  const inactive = targets.find(target => target.inactive)?.inactive;
  const idle = inactive && phrases.length === 0 ? [inactive.reason] : [];
  const decision = inactive ? undefined : state.decision;
  const failed = targets.find(({ write }) => write.kind === "Failed");
  const why = decision ? decisionPhrases(decision, failed?.write.kind) : [];
  const how = decision ? [groundOf(decision), ...effectsOf(decision)] : [];
  return explanation(
    [...phrases, ...withheldOf(state, "dry run"), ...[...stale, ...idle].map(phraseOf), ...why],
    [...stale, ...sentences, ...withheldOf(state, "DryRun"), ...idle, ...how],
  );
}

/** The count that a dry run would write if it differs from the current count. */
function withheldOf({ dryRunHistory, currentReplicas, desiredReplicas }: Shown, dryRun: string) {
  if (!dryRunHistory || desiredReplicas === currentReplicas) return [];
  return [`${dryRun}: would write ${desiredReplicas ?? "nothing"}`];
}

type Shown = Pick<TargetView, "dryRunHistory" | "currentReplicas" | "desiredReplicas" | "decision">;

/** Steps that are no limits: the votes themselves, and adding and subtracting the other objects. */
const plain = new Set(["monitor", "combine", "target"]);

const effectsOf = ({ steps }: TargetDecision): string[] =>
  steps
    .filter(({ step, before, after }) => !plain.has(step) && before !== after)
    .map(({ reason }) => reason);

/** A failed write, failed votes, the stages that changed the count, and the winning vote. */
export function decisionPhrases(decision: TargetDecision, write: WriteOutcome["kind"] | undefined) {
  const effects = effectsOf(decision).map(phraseOf);
  const unwritten = write === "Failed" ? [phraseOf("FailedUpdateScale")] : [];
  const hasFallback = decision.votes.some(({ reason }) => reason === "FallbackActive");
  const fallback = hasFallback ? [phraseOf("FallbackActive")] : [];
  const failures = [...failurePhrases(decision), ...fallback];
  return [...new Set([...unwritten, ...failures, ...effects, ...ground(decision)])];
}

function failurePhrases({ votes }: TargetDecision): string[] {
  const reasons = votes.flatMap(({ type, reason = "" }) => (type === "Failed" ? [reason] : []));
  const metrics = reasons.filter(isMetricFailure).length;
  const sources = votes.filter(({ source }) => source !== formulaSource).length;
  const others = reasons.filter(reason => !isMetricFailure(reason)).map(phraseOf);
  if (metrics === 0) return others;
  const isAll = metrics === sources;
  return [
    isAll ? "metrics unavailable" : `${metrics} of ${sources} metrics unavailable`,
    ...others,
  ];
}

/** What the votes came to, if anything decided about it. */
function ground({ votes, steps }: TargetDecision): string[] {
  const [first] = steps.filter(({ step }) => step !== "monitor");
  if (first === undefined || first.reason === "ScaleDownBlocked") return [];
  const winner = first.reason === "LargestVote" ? winnerOf(votes.map(toVote)) : null;
  if (winner === null) return [phraseOf(first.reason)];
  const rest = ` asked for ${winner.replicas}`;
  return [`${shortText(winner.source, longestSummary - rest.length)}${rest}`];
}
