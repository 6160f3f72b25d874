import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

import { noPauses } from "../model/pauses.ts";
import { pausePhrases } from "./pause-status.ts";
import { limitReasons } from "../words.ts";
import type { Decision, Vote } from "../model/decision.ts";
import { toAutoscalerStatus } from "./autoscaler-status.ts";
import { toClusterProportionalStatus } from "./cluster-proportional-status.ts";
import { phraseOf, textOf } from "./reason-texts.ts";
import { decisionPhrases, explanation } from "./summary.ts";
import { autoscalerReports, failureReasons, proportionalReports } from "./testing/reports.ts";

const fits = (summary: string | undefined): void => {
  expect(Array.from(summary ?? "").length, summary).toBeLessThanOrEqual(40);
};

/** Reasons that only say that nothing happened; no column shows them. */
const unshown = new Set([
  ...["CapacityMonitored", "ConfigMapRead", "CooledDown", "DesiredWithinRange", "HealthHoldEnded"],
  ...["HealthUnaffected", "IdleUnaffected", "InSpec", "NewestPodsWell"],
  ...["LargestVote", "NoRollout", "OnTarget", "OthersAlone", "PauseUnaffected", "ReadyForNewScale"],
  ...["RolloutHoldEnded", "RolloutUnaffected", "TargetKept", "TargetsShare"],
]);

/** The reasons in the source code of some folders. */
function reasonsIn(...folders: readonly string[]): string[] {
  const texts = folders.flatMap(folder => {
    const root = new URL(`../../${folder}/`, import.meta.url);
    return readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter(file => /(?<!\.test)\.ts$/.test(file) && !file.includes("testing"))
      .map(file => readFileSync(new URL(file, root), "utf8"));
  });
  const literal =
    /(?:reason[:=?]? ?(?:[^"\n;]*\? )?|step\((?:[^"\n]*, )?)"([A-Z][A-Za-z]+)"(?: : "([A-Z]\w+)")?/g;
  const found = texts.flatMap(text =>
    [...text.matchAll(literal)].flatMap(match =>
      match.slice(1).flatMap((reason: string | undefined) => reason ?? []),
    ),
  );
  return [...new Set(found)].sort();
}

describe("every reason", () => {
  const found = reasonsIn(
    "engine/features",
    "engine/votes",
    "engine/proportional",
    "engine/arithmetic",
    "engine/sources",
    "controller/targets",
  );
  const reasons = [...new Set([...found, ...limitReasons, ...failureReasons])];

  it("is found in the source code", () => {
    expect(found).toEqual(
      expect.arrayContaining(["TooManyReplicas", "ScaleUpLimit", "NotScalable"]),
    );
    expect(found.length).toBeGreaterThan(30);
  });

  it.each(reasons.filter(reason => !unshown.has(reason)))("%s has a phrase and a word", reason => {
    expect(phraseOf(reason)).not.toBe(reason);
    fits(phraseOf(reason));
    expect(textOf(reason).word).toMatch(/^[a-z -]+\??$/);
    expect(textOf(reason).word.length).toBeLessThanOrEqual(10);
  });
});

it.each(["toString", "constructor", "__proto__"])("the reason %s is its own text", reason => {
  expect(textOf(reason)).toEqual({ phrase: reason, word: reason });
});

describe("the summary of every status has at most 40 characters", () => {
  it("for an Autoscaler", () => {
    for (const report of autoscalerReports) fits(toAutoscalerStatus(report, undefined).summary);
  });

  it("for a ClusterProportionalAutoscaler", () => {
    for (const report of proportionalReports) {
      fits(toClusterProportionalStatus(report, undefined).summary);
    }
  });

  it("until the last pause", () => {
    const until = { until: Date.parse("9999-12-31T23:59:59Z"), reason: "INC-7" };
    for (const pauses of [
      { ...noPauses, all: until },
      { ...noPauses, scaleDown: until },
    ]) {
      for (const phrase of pausePhrases({ pauses })) fits(phrase);
    }
  });
});

const count = (source: string, replicas: number): Vote => ({
  ...{ source, type: "Count", replicas, message: "" },
});
const failed = (source: string, reason = "FailedGetResourceMetric"): Vote => ({
  ...{ source, type: "Failed", reason, message: "" },
});
const abstained: Vote = { source: "queue", type: "Abstain", message: "" };

/** A decision whose stages change 4 to the count of each reason. */
const decided = (votes: Vote[], ...reasons: [string, number?][]): Decision => ({
  ...{ time: 0, from: 4, to: 4, votes },
  steps: reasons.map(([reason, after = 4], index) => ({
    step: index === 0 && !reason.startsWith("Above") ? "combine" : "bound",
    ...{ before: 4, after, reason, message: "" },
  })),
});

// prettier-ignore
const rows: readonly { shows: string; decision: Decision; write?: "Failed"; want: string }[] = [
  { shows: "a count that the votes ask for",       decision: decided([count("cpu", 4)], ["LargestVote"]),                                        want: "cpu asked for 4" },
  { shows: "a maximum",                            decision: decided([count("cpu", 12)], ["LargestVote"], ["TooManyReplicas", 10]),              want: "limited by the maximum, cpu asked for 12" },
  { shows: "a window",                             decision: decided([count("cpu", 2)], ["LargestVote"], ["ScaleDownStabilized", 5]),            want: "held by the window, cpu asked for 2" },
  { shows: "two stages of the same phrase once",   decision: decided([count("cpu", 2)], ["LargestVote"], ["ScaleUpLimit", 5], ["ScaleDownLimit", 6]), want: "limited by a policy, cpu asked for 2" },
  { shows: "no vote that does not fit",            decision: decided([count("requests_per_second", 12)], ["LargestVote"], ["TooManyReplicas", 10]), want: "limited by the maximum" },
  { shows: "a source with a long name",            decision: decided([count("the_number_of_requests_in_the_queue", 12)], ["LargestVote"]),       want: "the_number_of_requests_i… asked for 12" },
  { shows: "a correction without votes",           decision: decided([], ["AboveMaxReplicas", 3]),                                               want: "limited by the maximum" },
  { shows: "that nothing asks for another size",   decision: decided([abstained], ["AllAbstain"]),                                               want: "nothing asks for another size" },
  { shows: "a person's 0",                         decision: decided([], ["ScalingDisabled"]),                                                   want: "scaled to 0 by a person" },
  { shows: "that no metric answers",               decision: decided([failed("cpu"), failed("memory")], ["ScaleDownBlocked"]),                   want: "metrics unavailable" },
  { shows: "that one of two metrics is missing",   decision: decided([failed("cpu"), count("rps", 2)], ["ScaleDownBlocked"]),                    want: "1 of 2 metrics unavailable" },
  { shows: "the same with a larger vote",        decision: decided([failed("cpu"), count("rps", 6)], ["LargestVote"]),                         want: "1 of 2 metrics unavailable" },
  { shows: "a selector that hides the pods",       decision: decided([failed("selector", "InvalidSelector")], ["ScaleDownBlocked"]),            want: "selector of the target is invalid" },
  { shows: "a write that failed",                  decision: decided([count("cpu", 6)], ["LargestVote", 6]), write: "Failed",                    want: "count cannot be written, cpu asked for 6" },
];

describe("the summary", () => {
  it.each(rows)("shows $shows", ({ decision, write, want }) => {
    const shown = decision as unknown as Parameters<typeof decisionPhrases>[0];
    expect(explanation(decisionPhrases(shown, write), []).summary).toBe(want);
  });
});
