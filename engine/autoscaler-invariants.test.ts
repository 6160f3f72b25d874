import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { ScalingPolicy } from "./autoscaler-spec.ts";
import {
  behaviors,
  boundsOf,
  decideOn,
  recommended,
  settingsWith,
  waits,
} from "./testing/autoscaler-world.ts";
import type { AutoscalerOutcome } from "./decide.ts";
import type { Decision } from "./decision.ts";
import { type DirectionRules, withDefaults } from "./defaults.ts";
import { emptyHistory, type History } from "./history.ts";
import { parseHistory, serializeHistory } from "./history-codec.ts";
import { type AutoscalerProfile, profiles } from "./profile.ts";
import { replay } from "./replay.ts";
import { beginScale, completeScale, resolvePending } from "./scale-record.ts";

const settings = settingsWith({ downscaleStabilizationSeconds: 60 });
const START = Date.parse("2026-01-01T00:00:00Z");

/** Where the process ends while it writes a count, if it does; "idle": between two syncs. */
const crash = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom("idle", "before", "after") },
);

const spec = fc
  .tuple(boundsOf(1), behaviors)
  .map(([bounds, behavior]) => ({ ...bounds, behavior }));

const step = fc.record({
  wait: waits,
  wanted: fc.option(recommended, { freq: 12 }),
  crash,
});
const walk = fc.array(step, { minLength: 1, maxLength: 100, size: "max" });
const profile = fc.constantFrom(...Object.values(profiles));

function reload(history: History, now: number): History {
  const stored: unknown = JSON.parse(JSON.stringify(serializeHistory(history)));
  const parsed = parseHistory(stored, now);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

interface Change {
  readonly time: number;
  readonly change: number;
}

interface Decided {
  readonly now: number;
  readonly current: number;
  readonly wanted: number | null;
  readonly outcome: AutoscalerOutcome;
  /** What would have been decided had the process lived on, and the other way round. */
  readonly restarted: AutoscalerOutcome;
  readonly past: readonly Change[];
}

type Spec = typeof spec extends fc.Arbitrary<infer T> ? T : never;
type Walk = typeof walk extends fc.Arbitrary<infer T> ? T : never;

/** Decides step by step; `clock` moves what the decisions take for now. */
function follow(
  given: Spec,
  steps: Walk,
  chosen: AutoscalerProfile,
  clock: (index: number) => number = () => 0,
): Decided[] {
  let time = START;
  let current = given.minReplicas;
  let history = emptyHistory("uid");
  const past: Change[] = [];
  return steps.map(({ wait, wanted, crash: ends }, index) => {
    time += wait;
    const now = time + clock(index);
    const rest = { now, spec: given, settings, profile: chosen, current, wanted };
    const decide = (from: History): AutoscalerOutcome => decideOn({ ...rest, history: from });
    const outcome = decide(history);
    const restarted = decide(reload(history, now));
    const decided = { now, current, wanted, outcome, restarted, past: [...past] };

    const { to } = outcome.decision;
    ({ history } = outcome);
    if (to !== current) {
      history = beginScale(history, { from: current, to, time: now });
      if (ends !== "before") {
        past.push({ time: now, change: to - current });
        current = to;
      }
      history =
        ends === "before" || ends === "after"
          ? resolvePending(reload(history, now), current, "uid")
          : completeScale(history);
    } else if (ends !== null) history = reload(history, now);
    return decided;
  });
}

/** How far a direction's policies let the count go, from the changes that really happened. */
function limitOf(rules: DirectionRules, { now, current, past }: Decided, sign: 1 | -1): number {
  if (rules.selectPolicy === "Disabled") return current;
  const limits = rules.policies.map(({ type, value, periodSeconds }: ScalingPolicy) => {
    const within = past.filter(({ time }) => time > now - periodSeconds * 1000);
    const before = current - within.reduce((sum, { change }) => sum + change, 0);
    if (type === "Pods") return before + sign * value;
    const share = before * (1 + (sign * value) / 100);
    return sign > 0 ? Math.ceil(share) : Math.trunc(share);
  });
  const furthest = (rules.selectPolicy === "Max") === sign > 0 ? Math.max : Math.min;
  return furthest(...limits);
}

describe("invariants of an Autoscaler's decisions", () => {
  it("I1: a count that is written lies within the bounds, whatever the clock does", () => {
    const jumps = fc.array(fc.integer({ min: -4e6, max: 4e6 }), { minLength: 100, maxLength: 100 });
    const property = fc.property(spec, walk, profile, jumps, (given, steps, chosen, offsets) => {
      const decided = follow(given, steps, chosen, index => offsets[index] ?? 0);
      for (const { outcome } of decided) {
        expect(outcome.decision.to).toBeGreaterThanOrEqual(given.minReplicas);
        expect(outcome.decision.to).toBeLessThanOrEqual(given.maxReplicas);
      }
    });
    fc.assert(property, { numRuns: 150 });
  });

  it("I1: bounds that a person edits hold at once", () => {
    const counts = fc.integer({ min: 1, max: 60 });
    const property = fc.property(spec, counts, profile, (given, current, chosen) => {
      const history = emptyHistory("uid");
      const rest = { now: START, spec: given, settings, profile: chosen, history };
      const { decision } = decideOn({ ...rest, current, wanted: null });
      const { minReplicas, maxReplicas } = given;
      expect(decision.to).toBe(Math.min(maxReplicas, Math.max(minReplicas, current)));
    });
    fc.assert(property, { numRuns: 200 });
  });

  it("I2: a failed metric never argues for scaling down", () => {
    const property = fc.property(spec, walk, profile, (given, steps, chosen) => {
      for (const { outcome, wanted, current } of follow(given, steps, chosen)) {
        if (wanted === null) expect(outcome.decision.to).toBe(current);
      }
    });
    fc.assert(property, { numRuns: 150 });
  });

  it("I3: rate policies hold over every window, through any crash", () => {
    const property = fc.property(spec, walk, (given, steps) => {
      const { behavior } = withDefaults({ ...given, metrics: [] }, settings);
      for (const decided of follow(given, steps, profiles.None)) {
        const { from, to } = decided.outcome.decision;
        const up = limitOf(behavior!.scaleUp, decided, 1);
        const down = limitOf(behavior!.scaleDown, decided, -1);
        if (to > from) expect(to).toBeLessThanOrEqual(up);
        if (to < from) expect(to).toBeGreaterThanOrEqual(down);
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("I3: a restart changes no decision of ours", () => {
    const property = fc.property(spec, walk, (given, steps) => {
      for (const { outcome, restarted } of follow(given, steps, profiles.None)) {
        expect(restarted.decision).toEqual(outcome.decision);
      }
    });
    fc.assert(property, { numRuns: 150 });
  });

  it("I3: and under upstream's profile makes none less conservative", () => {
    const property = fc.property(spec, walk, (given, steps) => {
      for (const { outcome, restarted } of follow(
        given,
        steps.slice(0, 30),
        profiles["HPA-1.36"],
      )) {
        const { from, to } = outcome.decision;
        const { to: after } = restarted.decision;
        expect(after).toBeGreaterThanOrEqual(Math.min(from, to));
        expect(after).toBeLessThanOrEqual(Math.max(from, to));
      }
    });
    fc.assert(property, { numRuns: 150 });
  });

  it("I5: the same input gives the same decision, and is left as it was", () => {
    const property = fc.property(spec, walk, profile, (given, steps, chosen) => {
      const before = structuredClone([given, steps]);
      expect(follow(given, steps, chosen)).toEqual(follow(given, steps, chosen));
      expect([given, steps]).toEqual(before);
    });
    fc.assert(property, { numRuns: 50 });
  });

  it("I6: a decision replayed from what it says gives the same count", () => {
    const property = fc.property(spec, walk, profile, (given, steps, chosen) => {
      for (const { outcome, current } of follow(given, steps, chosen)) {
        const recorded = JSON.parse(JSON.stringify(outcome.decision)) as Decision;
        expect(replay(recorded)).toEqual({ ok: true, value: outcome.decision.to });
        expect(recorded.from).toBe(current);
      }
    });
    fc.assert(property, { numRuns: 150 });
  });

  it("nothing changes before `due`, once the count is written", () => {
    const later = fc.integer({ min: 1, max: 3_600_000 });
    const property = fc.property(spec, walk, later, (given, steps, wait) => {
      const { now, wanted, outcome } = follow(given, steps, profiles.None).at(-1)!;
      const { from, to } = outcome.decision;
      const begun = beginScale(outcome.history, { from, to, time: now });
      const written = to === from ? outcome.history : completeScale(begun);
      const until = outcome.due === null ? Infinity : outcome.due - 1;
      const at = Math.min(now + wait, until);
      const rest = { spec: given, settings, profile: profiles.None, history: written };
      const { decision } = decideOn({ ...rest, now: at, current: to, wanted });
      expect(decision.to).toBe(to);
    });
    fc.assert(property, { numRuns: 300 });
  });
});
