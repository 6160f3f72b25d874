import { describe, expect, it } from "vitest";

import {
  advance,
  type Evidence,
  freshTimer,
  heldMs,
  type ThresholdTimer,
} from "./threshold-timer.ts";

const GAP = 45_000;
const fresh = freshTimer("busy", "rps > 50");

const agrees = (time: number): Evidence => ({ kind: "Agrees", time: time * 1000 });
const differs = (time: number): Evidence => ({ kind: "Differs", time: time * 1000 });
const missing: Evidence = { kind: "Missing" };

const after = (evidence: readonly Evidence[], from: ThresholdTimer = fresh): ThresholdTimer =>
  evidence.reduce((timer, one) => advance(timer, one, GAP), from);

describe("a threshold's timer", () => {
  // prettier-ignore
  it.each<{ when: string; samples: readonly Evidence[]; since: number | null; heldFor: number }>([
    { when: "there are no samples",           samples: [],                                               since: null, heldFor: 0 },
    { when: "one sample matches",             samples: [agrees(0)],                                      since: 0,    heldFor: 0 },
    { when: "all samples match",              samples: [agrees(0), agrees(15), agrees(30)],              since: 0,    heldFor: 30 },
    { when: "one sample differs",             samples: [agrees(0), differs(15), agrees(30), agrees(45)], since: 30,   heldFor: 15 },
    { when: "the last sample differs",        samples: [agrees(0), agrees(15), differs(30)],             since: null, heldFor: 0 },
    { when: "one sample is missing",          samples: [agrees(0), missing, agrees(30), agrees(45)],     since: 30,   heldFor: 15 },
    { when: "a sample is repeated",           samples: [agrees(0), agrees(15), agrees(15), agrees(15)],  since: 0,    heldFor: 15 },
    { when: "a sample is repeated after a gap", samples: [agrees(0), missing, agrees(0)],                  since: null, heldFor: 0 },
    { when: "a repeated sample differs",      samples: [agrees(0), agrees(15), differs(15)],             since: null, heldFor: 0 },
    { when: "an older sample comes late",     samples: [agrees(0), agrees(15), agrees(10)],              since: 0,    heldFor: 15 },
    { when: "an older sample follows a difference", samples: [differs(15), agrees(10), agrees(20)],            since: 20,   heldFor: 0 },
    { when: "a differing sample comes late",  samples: [agrees(0), agrees(15), differs(10), agrees(12), agrees(30)], since: 30, heldFor: 0 },
    { when: "samples are at the maximum distance", samples: [agrees(0), agrees(45)],                          since: 0,    heldFor: 45 },
    { when: "samples are too far apart",      samples: [agrees(0), agrees(46), agrees(50)],              since: 46,   heldFor: 4 },
    { when: "the clock is set back",          samples: [agrees(900), agrees(915), agrees(10), agrees(25)], since: 10, heldFor: 15 },
    { when: "the clock is set back after a difference", samples: [differs(900), agrees(10), agrees(25)],           since: 10,   heldFor: 15 },
  ])("has waited for $heldFor s when $when", ({ samples, since, heldFor }) => {
    const timer = after(samples);
    expect(timer.since).toBe(since === null ? null : since * 1000);
    expect(heldMs(timer)).toBe(heldFor * 1000);
  });

  const rested: ThresholdTimer = { ...fresh, notBefore: 100_000 };

  // prettier-ignore
  it.each<{ when: string; samples: readonly Evidence[]; since: number | null }>([
    { when: "a sample is older",                  samples: [agrees(100)],             since: null },
    { when: "a newer sample follows",             samples: [agrees(90), agrees(101)], since: 101 },
    { when: "the clock is set back far enough",   samples: [agrees(5)],               since: 5 },
  ])("ignores samples from before a level was reached: $when", ({ samples, since }) => {
    expect(after(samples, rested).since).toBe(since === null ? null : since * 1000);
  });

  it("does not count time while it holds a level", () => {
    const firing: ThresholdTimer = { ...after([agrees(0), agrees(30)]), level: 4 };
    const seen = { ...firing, last: 500_000 };
    expect(after([differs(45), missing, agrees(500), agrees(60)], firing)).toEqual(seen);
  });
});
