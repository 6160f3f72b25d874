import { describe, expect, it } from "vitest";

import { combine, type Vote } from "../model/decision.ts";

const count = (source: string, replicas: number): Vote => ({
  source,
  type: "Count",
  replicas,
  message: `${source} says so`,
});
const abstain: Vote = { source: "quiet", type: "Abstain", message: "no opinion" };
const failed: Vote = { source: "broken", type: "Failed", reason: "Broken", message: "no answer" };

describe("combine", () => {
  // prettier-ignore
  it.each<{ when: string; votes: Vote[]; after: number; reason: string }>([
    { when: "the first is larger",            votes: [count("a", 7), count("b", 3)], after: 7, reason: "LargestVote" },
    { when: "the second is larger",           votes: [count("a", 3), count("b", 7)], after: 7, reason: "LargestVote" },
    { when: "all are smaller than the current count", votes: [count("a", 3), count("b", 2)], after: 3, reason: "LargestVote" },
    { when: "the only vote is 0",             votes: [count("a", 0)],                after: 0, reason: "LargestVote" },
    { when: "one abstains and one counts",    votes: [abstain, count("a", 2)],       after: 2, reason: "LargestVote" },
    { when: "all abstain",                    votes: [abstain, abstain],             after: 5, reason: "AllAbstain" },
    { when: "there are no votes",             votes: [],                             after: 5, reason: "AllAbstain" },
    { when: "one failed and one is smaller",  votes: [count("a", 3), failed],        after: 5, reason: "ScaleDownBlocked" },
    { when: "one failed and one is larger",   votes: [failed, count("a", 7)],        after: 7, reason: "LargestVote" },
    { when: "one failed and one is the same", votes: [failed, count("a", 5)],        after: 5, reason: "LargestVote" },
    { when: "the only vote is below 0",       votes: [count("a", -3)],               after: 0, reason: "LargestVote" },
    { when: "one failed and one abstains",    votes: [failed, abstain],              after: 5, reason: "ScaleDownBlocked" },
  ])("gives $after from 5 ($reason) when $when", ({ votes, after, reason }) => {
    expect(combine(votes, 5)).toMatchObject({ step: "combine", before: 5, after, reason });
  });

  it("returns the winner, the first of equal votes", () => {
    const step = combine([count("a", 3), count("b", 7), count("c", 7)], 5);
    expect(step.message).toBe("b: b says so");
  });

  // prettier-ignore
  it.each([
    { shows: "the last of several zeros",             counts: [0, 0],     winner: "b" },
    { shows: "a vote below zero in place of zero",    counts: [0, -2],    winner: "b" },
    { shows: "the first of equal votes otherwise",    counts: [-2, -2],   winner: "a" },
    { shows: "zero in place of a vote below it",      counts: [-2, 0],    winner: "b" },
  ])("names $shows, as upstream does", ({ counts: [a = 0, b = 0], winner }) => {
    expect(combine([count("a", a), count("b", b)], 5).message).toBe(`${winner}: ${winner} says so`);
  });

  it("stays blocked from zero by a failed vote and a vote below zero", () => {
    const votes = [failed, count("a", 0), count("b", -2)];
    expect(combine(votes, 0)).toMatchObject({ after: 0, reason: "ScaleDownBlocked" });
    expect(combine(votes.slice(0, 2), 0).reason).toBe("LargestVote");
  });

  it("returns the failed votes", () => {
    expect(combine([failed, abstain], 5).message).toBe("no answer from broken");
  });
});
