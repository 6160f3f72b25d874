import { describe, expect, it } from "vitest";

import { emptyHistory } from "../model/history.ts";
import type { ThresholdSpec, ValueThreshold } from "../model/spec/autoscaler-spec.ts";
import type { Vote } from "../model/decision.ts";
import { stepIntentions } from "./intentions.ts";

const NOW = 10_000_000;

const aim: ThresholdSpec = {
  ...{ name: "aim", type: "Intention", intention: { intent: "CPUUtilization", value: "60" } },
};
const busy: ThresholdSpec = { name: "busy", type: "Value", value: {} as ValueThreshold };

const vote = (source: string, replicas: number): Vote => ({
  ...{ source, type: "Count", replicas, message: "" },
});
const intended = (replicas: number) => vote("threshold aim", replicas);

interface Row {
  readonly when: string;
  /** What the windows have left. */
  readonly desired: number;
  readonly votes: readonly Vote[];
  /** The age of the latest change, and of the answers, in seconds. */
  readonly changed?: number;
  readonly asked?: number;
  /** replicaMultiple */
  readonly multiple?: number;
  /** syncPeriodSeconds */
  readonly period?: number;
  readonly after: number;
}

// prettier-ignore
const rows: readonly Row[] = [
  { when: "an intention asks for many more",           desired: 9,  votes: [intended(9)],                       after: 6 },
  { when: "an intention asks for far fewer",           desired: 1,  votes: [intended(1)],                       after: 4 },
  { when: "an intention is met",                       desired: 5,  votes: [intended(5)],                       after: 5 },
  { when: "a metric asks for as many",                 desired: 9,  votes: [vote("cpu", 9), intended(9)],       after: 9 },
  { when: "a metric asks for fewer than the intention", desired: 9,  votes: [vote("cpu", 8), intended(9)],       after: 8 },
  { when: "a metric agrees to far fewer",              desired: 2,  votes: [vote("cpu", 2), intended(1)],       after: 4 },
  { when: "a value threshold asks for many more",      desired: 9,  votes: [intended(2), vote("threshold busy", 9)], after: 9 },
  { when: "a window holds a metric that asks for many more", desired: 5, votes: [vote("cpu", 9), intended(1)],  after: 5 },
  { when: "a metric fails and an intention asks for more", desired: 9, votes: [{ source: "cpu", type: "Failed", reason: "", message: "" }, intended(9)], after: 6 },
  { when: "the latest change is older than the answers", desired: 1,  votes: [intended(1)], changed: 16, asked: 1, after: 4 },
  { when: "the sync comes a little early",             desired: 9,  votes: [intended(9)], changed: 14,          after: 6 },
  { when: "a sync of a minute makes up for it",        desired: 20, votes: [intended(20)], changed: 60, period: 60, after: 9 },
  { when: "nothing has changed for long",              desired: 20, votes: [intended(20)], changed: 900, period: 60, after: 9 },
  { when: "a minute holds four steps down",            desired: 0,  votes: [intended(0)],  changed: 60, period: 60, after: 1 },
  { when: "the sync of a minute comes after another change", desired: 20, votes: [intended(20)], changed: 31, period: 60, after: 7 },
  { when: "a sync of 5 s is too soon",                 desired: 9,  votes: [intended(9)], changed: 5, period: 5,  after: 5 },
  { when: "the third sync of 5 s",                     desired: 9,  votes: [intended(9)], changed: 15, period: 5, after: 6 },
  { when: "the answers are those of the latest change", desired: 1,  votes: [intended(1)], changed: 3,  asked: 3, after: 5 },
  { when: "the answers are older than the latest change", desired: 9,  votes: [intended(9)], changed: 3,  asked: 4, after: 5 },
  { when: "groups are added",                          desired: 12, votes: [intended(9)],  multiple: 3,         after: 6 },
  { when: "groups are removed",                        desired: 0,  votes: [intended(0)],  multiple: 3,         after: 3 },
  { when: "a metric asks for part of another group",   desired: 12, votes: [vote("cpu", 10), intended(3)], multiple: 3, after: 12 },
];

describe("a step of an intention", () => {
  it.each(rows)("turns $desired into $after, from 5, when $when", row => {
    const { desired, votes, changed, asked = 0, multiple: replicaMultiple = 1, after } = row;
    const { period: syncPeriodSeconds = 15 } = row;
    const time = NOW - (changed ?? 0) * 1000;
    const scaleEvents = changed === undefined ? [] : [{ time, change: 1 }];
    const context = {
      ...{
        now: NOW,
        currentReplicas: 5,
        votes,
        spec: { thresholds: [busy, aim], replicaMultiple, syncPeriodSeconds },
      },
      observation: { askedAt: NOW - asked * 1000 },
    };
    const history = { ...emptyHistory("uid"), scaleEvents };
    const result = stepIntentions.run({ count: desired, history }, context);
    const reason = after === desired ? "DesiredWithinRange" : "IntentionStep";
    expect(result?.step).toMatchObject({ before: desired, after, reason });
  });

  it("does not occur without intentions", () => {
    const spec = { thresholds: [busy], replicaMultiple: 1, syncPeriodSeconds: 15 };
    const context = { now: NOW, currentReplicas: 5, votes: [], spec };
    const progress = { count: 9, history: emptyHistory("uid") };
    expect(stepIntentions.run(progress, { ...context, observation: {} })).toBeNull();
  });
});
