import { describe, expect, it } from "vitest";

import { type RecordedDecision, replay } from "./replay.ts";

/** The metrics ask for 9 and 6 at 4; the window allows 8, the rate 6, the bounds 2 to 12. */
const recorded = {
  from: 4,
  to: 6,
  votes: [
    { source: "cpu", type: "Count", replicas: 6, message: "" },
    { source: "jobs", type: "Count", replicas: 9, message: "" },
    { source: "quiet", type: "Abstain", message: "" },
  ],
  steps: [
    { step: "combine", before: 4, after: 9 },
    { step: "stabilize", before: 9, after: 8, atLeast: 4, atMost: 8 },
    { step: "limit", before: 8, after: 6, atMost: 6 },
    { step: "bound", before: 6, after: 6, atLeast: 2, atMost: 12 },
  ],
} satisfies RecordedDecision;

const { votes, steps } = recorded;
const failed = { source: "cpu", type: "Failed", reason: "Away", message: "" };
const withStep = (index: number, fields: object): RecordedDecision => ({
  ...recorded,
  steps: steps.map((step, at) => (at === index ? { ...step, ...fields } : step)),
});

describe("replay", () => {
  // prettier-ignore
  it.each<{ when: string; decision: RecordedDecision; to: number }>([
    { when: "all stages have an effect", decision: recorded, to: 6 },
    { when: "a failed vote held the count", to: 4,
      decision: { from: 4, to: 4, votes: [failed], steps: [{ step: "combine", before: 4, after: 4 }] } },
    { when: "a failed vote blocked scaling down", to: 4,
      decision: { from: 4, to: 4, votes: [failed, { ...votes[0]!, replicas: 2 }], steps: [{ step: "combine", before: 4, after: 4 }] } },
    { when: "only the bounds were applied", to: 12,
      decision: { from: 40, to: 12, votes: [], steps: [{ step: "bound", before: 40, after: 12, atLeast: 2, atMost: 12 }] } },
    { when: "a minimum is above a maximum", to: 7,
      decision: { from: 4, to: 7, votes: [], steps: [{ step: "bound", before: 4, after: 7, atLeast: 7, atMost: 5 }] } },
    { when: "there was nothing to do", decision: { from: 0, to: 0, votes: [], steps: [] }, to: 0 },
    { when: "a target keeps more than its share", to: 2,
      decision: { from: 4, to: 2, votes: [], steps: [{ step: "monitor", before: 4, after: 34, others: 30 }, { step: "bound", before: 34, after: 20, atMost: 20 }, { step: "target", before: 20, after: 2, atLeast: 2, others: 30 }] } },
    { when: "absent fields are null", decision: withStep(2, { atLeast: null }), to: 6 },
  ])("gives $to when $when", ({ decision, to }) => {
    expect(replay(decision)).toEqual({ ok: true, value: to });
  });

  // prettier-ignore
  it.each<{ when: string; decision: RecordedDecision; error: string }>([
    { when: "a vote was larger",         decision: { ...recorded, votes: [...votes, { source: "b", type: "Count", replicas: 10, message: "" }] }, error: "combine says 9, and comes to 10" },
    { when: "the winner is missing",     decision: { ...recorded, votes: votes.slice(0, 1) }, error: "combine says 9, and comes to 6" },
    { when: "a vote is malformed",       decision: { ...recorded, votes: [{ ...votes[1]!, type: "Perhaps" }] }, error: "combine says 9, and comes to 4" },
    { when: "a vote has no type",        decision: { ...recorded, votes: [{ source: "cpu", replicas: 9, message: "" }] }, error: "combine says 9, and comes to 4" },
    { when: "it started from another count", decision: { ...recorded, from: 5 },        error: "combine begins with 4, not with 5" },
    { when: "a stage allowed less",      decision: withStep(1, { atMost: 7 }),      error: "stabilize says 8, and comes to 7" },
    { when: "a stage raised the count",  decision: withStep(2, { atLeast: 7 }),     error: "limit says 6, and comes to 7" },
    { when: "a stage gives no reason",   decision: withStep(2, { atMost: undefined }), error: "limit says 6, and comes to 8" },
    { when: "the steps are not consecutive", decision: withStep(3, { before: 7 }),      error: "bound begins with 7, not with 6" },
    { when: "a step is missing",         decision: { ...recorded, steps: steps.toSpliced(1, 1) }, error: "limit begins with 8, not with 9" },
    { when: "another count was written", decision: { ...recorded, to: 8 },         error: "the last stage says 6, and the decision 8" },
  ])("detects that $when", ({ decision, error }) => {
    expect(replay(decision)).toEqual({ ok: false, error });
  });
});
