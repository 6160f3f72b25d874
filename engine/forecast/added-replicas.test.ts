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
  /** Seconds after the start. */
  readonly at?: number;
}

const step = (name: Step["step"], before: number, after: number, atLeast?: number): Step => ({
  ...{ step: name, before, after, reason: "", message: "" },
  ...(atLeast !== undefined && { atLeast }),
});

function decisionOf({ votes, forecast, minimum, at = 0 }: Asked): Pick<Decision, "time" | "steps"> {
  const after = forecast ?? votes;
  return {
    time: start + at * 1_000,
    steps: [
      step("combine", 1, votes),
      ...(forecast === undefined ? [] : [step("forecast", votes, forecast, forecast)]),
      ...(minimum === undefined ? [] : [step("bound", after, Math.max(after, minimum), minimum)]),
    ],
  };
}

// prettier-ignore
const rows: readonly { shows: string; asked: readonly Asked[]; replicas: number; without: number | null }[] = [
  { shows: "nothing before the first decision",                     asked: [],                                                      replicas: 9,  without: null },
  { shows: "nothing without a forecast",                            asked: [{ votes: 3 }],                                          replicas: 3,  without: null },
  { shows: "nothing if the votes ask for as much",                  asked: [{ votes: 20, forecast: 20 }],                           replicas: 20, without: null },
  { shows: "what the forecast asked for beyond the votes",          asked: [{ votes: 3, forecast: 20 }],                            replicas: 20, without: 3 },
  { shows: "of a count that still rises, what is there beyond them", asked: [{ votes: 3, forecast: 20 }],                           replicas: 10, without: 3 },
  { shows: "nothing if the count is not above the votes",           asked: [{ votes: 3, forecast: 20 }],                            replicas: 3,  without: null },
  { shows: "not what a person has added on top",                    asked: [{ votes: 3, forecast: 20 }],                            replicas: 30, without: 13 },
  { shows: "not what the minimum asks for",                         asked: [{ votes: 3, forecast: 20, minimum: 8 }],                replicas: 20, without: 8 },
  { shows: "nothing if the minimum asks for as much",               asked: [{ votes: 3, forecast: 20, minimum: 20 }],               replicas: 20, without: null },
  { shows: "for the window after the last decision that asks for it", asked: [{ votes: 3, forecast: 20 }, { votes: 3, at: 300 }],   replicas: 20, without: 3 },
  { shows: "not after the window",                                  asked: [{ votes: 3, forecast: 20 }, { votes: 3, at: 301 }],     replicas: 20, without: null },
  { shows: "nothing of what the votes asked for within the window", asked: [{ votes: 20 }, { votes: 3, forecast: 20, at: 200 }],    replicas: 20, without: null },
  { shows: "the votes of the window, and no earlier ones",          asked: [{ votes: 20 }, { votes: 3, forecast: 20, at: 400 }],    replicas: 20, without: 3 },
  { shows: "a repeated request for as long as it is repeated",      asked: [0, 200, 400].map(at => ({ votes: 3, forecast: 20, at })), replicas: 20, without: 3 },
  { shows: "nothing of the votes before a repeated request, either", asked: [{ votes: 20 }, ...[100, 200].map(at => ({ votes: 3, forecast: 20, at }))], replicas: 20, without: null },
  { shows: "nothing of a clock that was ahead",                     asked: [{ votes: 3, forecast: 20, at: 9_000 }, { votes: 3 }],   replicas: 20, without: null },
];

describe("what a forecast has added", () => {
  it.each(rows)("is $shows", ({ asked, replicas, without }) => {
    const added = new AddedReplicas(windowSeconds);
    for (const each of asked) added.note(decisionOf(each));
    expect(added.without(replicas)).toBe(without);
  });

  it("is nothing for a decision without steps", () => {
    const added = new AddedReplicas(windowSeconds);
    added.note({ time: start, steps: [] });
    expect(added.without(5)).toBeNull();
  });
});
