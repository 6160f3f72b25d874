import { describe, expect, it } from "vitest";

import {
  advance,
  atSize,
  type Evidence,
  freshTimer,
  heldMs,
  rested,
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

  const changed: ThresholdTimer = { ...fresh, notBefore: 100_000 };

  // prettier-ignore
  it.each<{ when: string; samples: readonly Evidence[]; since: number | null }>([
    { when: "a sample is older",                  samples: [agrees(100)],             since: null },
    { when: "a newer sample follows",             samples: [agrees(90), agrees(101)], since: 101 },
    { when: "the clock is set back far enough",   samples: [agrees(5)],               since: 5 },
  ])("ignores samples from before the size changed: $when", ({ samples, since }) => {
    expect(after(samples, changed).since).toBe(since === null ? null : since * 1000);
  });

  const waiting: ThresholdTimer = { ...after([agrees(0), agrees(30)]), replicas: 4 };

  it.each([
    { when: "the size is the same", replicas: 4, becomes: waiting },
    {
      when: "the size is another",
      replicas: 5,
      becomes: { ...waiting, since: null, replicas: 5, notBefore: 35_000 },
    },
  ])("ends its run only with a change of the size: $when", ({ replicas, becomes }) => {
    expect(atSize(waiting, replicas, 35_000)).toEqual(becomes);
  });

  it.each([
    { shows: "the size that it leaves", change: 2, replicas: 6 },
    { shows: "no size below 0", change: -5, replicas: 0 },
  ])("ends its run with the operator's own change, and expects $shows", ({ change, replicas }) => {
    const after = { ...waiting, since: null, replicas, notBefore: 35_000 };
    expect(rested(waiting, change, 35_000)).toEqual(after);
  });

  it("adopts the size of its first decision", () => {
    expect(atSize(fresh, 4, 35_000)).toEqual({ ...fresh, replicas: 4 });
  });

  // prettier-ignore
  it.each<{ when: string; samples: readonly Evidence[]; gaps: readonly number[] }>([
    { when: "all intervals are short",           samples: [agrees(0), differs(45), agrees(90)],                         gaps: [] },
    { when: "there was one outage",              samples: [agrees(0), agrees(15), missing, agrees(900)],                gaps: [885] },
    { when: "the outage is over",                samples: [agrees(0), agrees(900), agrees(915)],                        gaps: [] },
    { when: "samples are repeated",              samples: [agrees(0), agrees(60), agrees(60), missing, agrees(60)],     gaps: [60] },
    { when: "the next interval is long, too",    samples: [agrees(0), differs(60), missing, agrees(120)],               gaps: [60, 60] },
    { when: "all intervals are long",            samples: [agrees(0), agrees(60), agrees(120), agrees(180), agrees(250)], gaps: [60, 70] },
    { when: "a short one follows",               samples: [agrees(0), agrees(60), agrees(120), agrees(135)],            gaps: [] },
    { when: "the clock is set back",             samples: [agrees(900), agrees(960), agrees(1)],                        gaps: [] },
  ])("remembers the intervals that are too long for a run: $when", ({ samples, gaps }) => {
    expect(after(samples).gapSeconds).toEqual(gaps);
  });
});
