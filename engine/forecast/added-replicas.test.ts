import { describe, expect, it } from "vitest";

import type { Decision, Step } from "../model/decision.ts";
import { AddedReplicas } from "./added-replicas.ts";

const start = Date.parse("2026-03-02T00:00:00Z");
const windowSeconds = 300;

interface Asked {
  /** What the votes ask for. */
  readonly votes: number;
  /** The same with the forecast; absent: it took no part. */
  readonly forecast?: number;
  readonly minimum?: number;
  /** The count before the decision; 3 if absent. */
  readonly from?: number;
  /** Seconds after the start. */
  readonly at?: number;
}

const step = (name: Step["step"], before: number, after: number, atLeast?: number): Step => ({
  ...{ step: name, before, after, reason: "", message: "" },
  ...(atLeast !== undefined && { atLeast }),
});

function decisionOf(asked: Asked): Pick<Decision, "time" | "steps"> {
  const { votes, forecast, minimum, from = 3, at = 0 } = asked;
  const after = forecast ?? votes;
  return {
    time: start + at * 1_000,
    steps: [
      step("combine", from, votes),
      ...(forecast === undefined ? [] : [step("forecast", votes, forecast, forecast)]),
      ...(minimum === undefined ? [] : [step("bound", after, Math.max(after, minimum), minimum)]),
    ],
  };
}

interface Row {
  readonly shows: string;
  readonly asked: readonly Asked[];
  readonly replicas: number;
  /** Of the pipeline without a forecast; 2 if absent. */
  readonly reactive?: number;
  readonly without: number | null;
}

const rise = { votes: 3, forecast: 20 };

// prettier-ignore
const rows: readonly Row[] = [
  { shows: "nothing before the first decision",                     asked: [],                                             replicas: 9,  without: null },
  { shows: "nothing without a forecast",                            asked: [{ votes: 3 }],                                 replicas: 3,  without: null },
  { shows: "nothing if the votes ask for as much",                  asked: [{ votes: 20, forecast: 20 }],                  replicas: 20, without: null },
  { shows: "what the forecast asked for beyond the votes",          asked: [rise],                                         replicas: 20, without: 3 },
  { shows: "the part that a rising count already has", asked: [rise],                                        replicas: 10, without: 3 },
  { shows: "nothing if the count is not above the votes",           asked: [rise],                                         replicas: 3,  without: null },
  { shows: "not what a person has added on top",                    asked: [rise],                                         replicas: 30, without: 13 },
  { shows: "not what the minimum asks for",                         asked: [{ ...rise, minimum: 8 }],                      replicas: 20, without: 8 },
  { shows: "nothing if the minimum asks for as much",               asked: [{ ...rise, minimum: 20 }],                     replicas: 20, without: null },
  { shows: "all that the count still has, after the window",        asked: [rise, { votes: 3, from: 20, at: 900 }],        replicas: 20, without: 3 },
  { shows: "nothing of a count that was there before",              asked: [{ ...rise, from: 40 }],                        replicas: 40, without: null },
  { shows: "nothing that falls as slowly without it",               asked: [rise, { votes: 3, from: 20, at: 900 }],        replicas: 20, reactive: 20, without: null },
  { shows: "nothing of what the votes ask for later",               asked: [rise, { votes: 20, from: 20, at: 200 }],       replicas: 20, without: null },
  { shows: "the votes of the window, and no earlier ones",          asked: [{ votes: 20 }, { ...rise, at: 400 }],          replicas: 20, without: 3 },
  { shows: "a repeated request for as long as it is repeated",      asked: [0, 200, 400].map(at => ({ ...rise, from: at === 0 ? 3 : 20, at })), replicas: 20, without: 3 },
  { shows: "nothing once the count was down",                       asked: [rise, { votes: 3, at: 10 }, { votes: 3, from: 12, at: 20 }], replicas: 2, without: null },
];

const secondsOf = (asked: readonly Asked[]): number => asked.at(-1)?.at ?? 0;

describe("what a forecast has added", () => {
  it.each(rows)("is $shows", ({ asked, replicas, reactive = 2, without }) => {
    const added = new AddedReplicas(windowSeconds, null);
    for (const each of asked) added.note(decisionOf(each));
    const now = start + secondsOf(asked) * 1_000;
    expect(added.without(now, replicas, reactive)).toBe(without);
  });

  it("is nothing for a decision without steps", () => {
    const added = new AddedReplicas(windowSeconds, null);
    added.note({ time: start, steps: [] });
    expect(added.without(start, 5, 2)).toBeNull();
  });

  // prettier-ignore
  it.each([
    { shows: "within the window",            seconds: 200, without: 3 },
    { shows: "not of a record of hours ago", seconds: 901, without: null },
  ])("comes back after a restart $shows", ({ seconds, without }) => {
    const before = new AddedReplicas(windowSeconds, null);
    before.note(decisionOf(rise));
    const after = new AddedReplicas(windowSeconds, before.stored);
    expect(after.without(start + seconds * 1_000, 20, 2)).toBe(without);
  });
});
