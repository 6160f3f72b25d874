import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  behaviors,
  boundsOf,
  decideOn,
  recommended,
  settingsWith,
  waits,
} from "./testing/autoscaler-world.ts";
import { isSameJson } from "./model/values/json-values.ts";
import { isAsSafe, parseHistory, serializeHistory } from "./memory.ts";
import { type Change, furthest } from "./testing/rate-model.ts";
import type { AutoscalerOutcome } from "./decide.ts";
import type { Decision, Step } from "./model/decision.ts";
import { withDefaults } from "./spec/defaults.ts";
import { emptyHistory, type History } from "./model/history.ts";
import type { SerializedHistory } from "./model/generated/history.ts";
import { type AutoscalerProfile, profiles } from "./model/spec/profile.ts";
import { replay } from "./replay.ts";
import { beginScale, completeScale, resolvePending } from "./history/scale-record.ts";
import { runs } from "./testing/runs.ts";

const settings = settingsWith({ downscaleStabilizationSeconds: 60 });
const START = Date.parse("2026-01-01T00:00:00Z");

/** Milliseconds from a decision until its count is written to the target. */
const takes = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 200 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 40_000 }) },
);

/** Where the process crashes during a write; null: no crash; "idle": between two syncs. */
const crash = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom("idle", "before", "after") },
);

const cooldownSeconds = fc.constantFrom(0, 15, 20, 60, 300, 3600);
const cooldowns = fc.record({ scaleUpSeconds: cooldownSeconds }, { requiredKeys: [] });

const rollouts = fc.record({
  scaleDown: fc.constant("Hold" as const),
  maxHoldSeconds: fc.constantFrom(20, 60, 300, 86_400),
});

const spec = fc
  .tuple(
    boundsOf(1),
    behaviors,
    fc.option(cooldowns, { freq: 2 }),
    fc.option(rollouts, { freq: 2 }),
  )
  .map(([bounds, behavior, cooldown, rollout]) => ({ ...bounds, behavior, cooldown, rollout }));

/** Under Trimtab-1, an absent `behavior` equals an empty one. */
const own = fc
  .tuple(spec, fc.boolean())
  .map(([given, isAbsent]) => (isAbsent ? { ...given, behavior: null } : given));

/** The count that a person sets between the bounds after a sync or an outage; null: no person. */
const person = fc.option(fc.nat(60), { freq: 6 });

const step = fc.record({
  wait: waits,
  wanted: fc.option(recommended, { freq: 12 }),
  crash,
  /** Whether a write of the status that may wait happens after this sync. */
  saves: fc.boolean(),
  takes,
  person,
  /** Whether a rollout starts or ends before this sync. */
  turnsRolling: fc.integer({ min: 0, max: 3 }).map(one => one === 0),
});
const walk = fc.array(step, { minLength: 1, maxLength: 100, size: "max" });
const profile = fc.constantFrom(...Object.values(profiles));

const reload = (history: History, now: number): History => load(serializeHistory(history), now);

function load(saved: SerializedHistory, now: number): History {
  const parsed = parseHistory(JSON.parse(JSON.stringify(saved)), now);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** Whether the history has changes that must be saved at once. */
function mustBeSaved(saved: SerializedHistory, history: SerializedHistory): boolean {
  const withoutNuances = { recommendations: [], lowestRecommendations: [], rollout: null };
  const isSame = isSameJson({ ...saved, ...withoutNuances }, { ...history, ...withoutNuances });
  return !isSame || !isAsSafe(saved, history);
}

interface Decided {
  readonly now: number;
  readonly current: number;
  readonly wanted: number | null;
  readonly outcome: AutoscalerOutcome;
  /** The decision of a process that restarts now; a function, because few properties need it. */
  readonly restarted: () => AutoscalerOutcome;
  /** The same with a history that contains only the changes that had to be saved. */
  readonly lagging: () => AutoscalerOutcome;
  /** The start of the current rollout; null: there is none. */
  readonly rollingSince: number | null;
  readonly past: readonly (Change & { readonly written: number })[];
}

type Spec = typeof own extends fc.Arbitrary<infer T> ? T : never;
type Walk = typeof walk extends fc.Arbitrary<infer T> ? T : never;

/** The count after a person may have set it; null: no person did. */
const countMeant = ({ minReplicas, maxReplicas }: Spec, person: number | null, to: number) =>
  person === null ? to : minReplicas + (person % (maxReplicas - minReplicas + 1));

/** The history of a process that starts after another one crashed during a write. */
const resolved = (history: History, current: number, now: number): History =>
  resolvePending(reload(history, now), current, now);

const turned = (since: number | null, now: number) => (since === null ? now : null);

const rolloutSince = (since: number | null) => (since === null ? null : "Rolling");

/** Decides step by step; `clock` shifts the current time that the decisions see. */
function follow(
  given: Spec,
  steps: Walk,
  chosen: AutoscalerProfile,
  clock: (index: number) => number = () => 0,
): Decided[] {
  let time = START;
  let current = given.minReplicas;
  let history = emptyHistory("uid");
  let saved = serializeHistory(history);
  let rollingSince: number | null = null;
  const past: Decided["past"][number][] = [];
  return steps.map((walked, index) => {
    const { wait, wanted, crash: ends, takes: lasts, saves, person: by } = walked;
    time += wait;
    const now = time + clock(index);
    if (walked.turnsRolling) rollingSince = turned(rollingSince, now);
    const written = now + lasts;
    const rollout = rolloutSince(rollingSince);
    const rest = { now, spec: given, settings, profile: chosen, current, wanted, rollout } as const;
    const decide = (from: History): AutoscalerOutcome => decideOn({ ...rest, history: from });
    const [before, savedBefore] = [history, saved];
    const outcome = decide(before);
    const restarted = () => decide(reload(before, now));
    const lagging = () => decide(load(savedBefore, now));
    const seen = { now, current, wanted, rollingSince, past: [...past] };
    const decided = { ...seen, outcome, restarted, lagging };

    const { to } = outcome.decision;
    ({ history } = outcome);
    const meant = countMeant(given, by, to);
    if (to !== current) {
      time += lasts;
      history = beginScale(history, { from: current, to, time: now });
      if (ends !== "before") {
        past.push({ time: now, change: to - current, written });
        current = to;
      }
      // A person's count that equals the written or the previous one is not recognized.
      if (meant !== to && meant !== decided.current) current = meant;
      const isDoubtful = ends === "before" || ends === "after";
      history = isDoubtful ? resolved(history, current, written) : completeScale(history, written);
    }
    const next = serializeHistory(history);
    if (saves || mustBeSaved(saved, next)) saved = next;
    if (to === decided.current) {
      if (ends !== null) history = load(saved, now);
      current = meant;
    }
    return decided;
  });
}

const askedBy = ({ steps }: Decision): number =>
  steps.find(({ step }) => step === "combine")?.after ?? Infinity;

/** The longest time for which a stage may hold a count. */
function longestWaitMs({ step, before, after }: Step, given: Spec): number {
  const { behavior, cooldown, rollout } = withDefaults({ ...given, metrics: [] }, settings);
  const direction = after < before ? "scaleUp" : "scaleDown";
  const { stabilizationWindowSeconds, policies } = behavior![direction];
  const periods = policies.map(({ periodSeconds }) => periodSeconds);
  const seconds: Readonly<Record<string, number | undefined>> = {
    stabilize: stabilizationWindowSeconds,
    cooldown: cooldown?.scaleUpSeconds,
    rollout: rollout?.maxHoldSeconds,
    limit: Math.max(...periods),
  };
  return (seconds[step] ?? 0) * 1000;
}

/** One assertion for a whole walk: an assertion for each decision would take longer than the decision. */
function expectNone(decided: readonly Decided[], violates: (one: Decided) => boolean): void {
  const violations = decided.filter(violates);
  expect(violations.map(({ now, outcome }) => ({ now, decision: outcome.decision }))).toEqual([]);
}

const isBetween = (count: number, { from, to }: { from: number; to: number }): boolean =>
  count >= Math.min(from, to) && count <= Math.max(from, to);

describe("invariants of an Autoscaler's decisions", () => {
  it("I1: a written count lies within the bounds, even if the clock jumps", () => {
    const jumps = fc.array(fc.integer({ min: -4e6, max: 4e6 }), { minLength: 100, maxLength: 100 });
    const property = fc.property(spec, walk, profile, jumps, (given, steps, chosen, offsets) => {
      const { minReplicas: from, maxReplicas: to } = given;
      const decided = follow(given, steps, chosen, index => offsets[index] ?? 0);
      expectNone(decided, ({ outcome }) => !isBetween(outcome.decision.to, { from, to }));
    });
    fc.assert(property, runs(100));
  });

  it("I1: edited bounds apply at once", () => {
    const counts = fc.integer({ min: 1, max: 60 });
    const property = fc.property(spec, counts, profile, (given, current, chosen) => {
      const history = emptyHistory("uid");
      const rest = { now: START, spec: given, settings, profile: chosen, history };
      const { decision } = decideOn({ ...rest, current, wanted: null });
      const { minReplicas, maxReplicas } = given;
      expect(decision.to).toBe(Math.min(maxReplicas, Math.max(minReplicas, current)));
    });
    fc.assert(property, runs(200));
  });

  it("I2: a failed metric never causes scaling down", () => {
    const property = fc.property(spec, walk, profile, (given, steps, chosen) => {
      expectNone(
        follow(given, steps, chosen),
        ({ outcome, wanted, current }) => wanted === null && outcome.decision.to !== current,
      );
    });
    fc.assert(property, runs(100));
  });

  it("I3: rate policies hold over every window, across crashes", () => {
    const property = fc.property(own, walk, (given, steps) => {
      const { behavior } = withDefaults({ ...given, metrics: [] }, settings);
      expectNone(follow(given, steps, profiles["Trimtab-1"]), decided => {
        const { from, to } = decided.outcome.decision;
        if (to === from) return false;
        const up = furthest(behavior!.scaleUp, decided, 1);
        const down = furthest(behavior!.scaleDown, decided, -1);
        return (to > from && to > up) || (to < from && to < down);
      });
    });
    fc.assert(property, runs(200));
  });

  it("I3: rate policies also hold by the time of each write, to the second, as upstream", () => {
    const property = fc.property(spec, walk, profile, (given, steps, chosen) => {
      const { behavior } = withDefaults({ ...given, metrics: [] }, settings);
      expectNone(follow(given, steps, chosen), decided => {
        const { from, to } = decided.outcome.decision;
        if (to === from) return false;
        const sign = to > from ? 1 : -1;
        // Same direction: certainly in the window; other direction: possibly in the window.
        const past = decided.past.map(({ written, change }) => ({
          time: change * sign > 0 ? written - 1_000 : written,
          change,
        }));
        const rules = sign > 0 ? behavior!.scaleUp : behavior!.scaleDown;
        const limit = furthest(rules, { ...decided, past }, sign);
        return sign * (limit - to) < 0;
      });
    });
    fc.assert(property, runs(300));
  });

  it("I3: the past never raises a count", () => {
    const property = fc.property(own, walk, (given, steps) => {
      expectNone(follow(given, steps, profiles["Trimtab-1"]), ({ outcome, current, wanted }) => {
        return outcome.decision.to > Math.max(current, wanted ?? 0, given.minReplicas);
      });
    });
    fc.assert(property, runs(300));
  });

  it("I3: every wait ends within its length after the clock was set back", () => {
    const back = fc.integer({ min: 1, max: 86_400_000 });
    const later = fc.record({ wanted: recommended, syncs: fc.integer({ min: 1, max: 60 }) });
    const property = fc.property(own, walk, back, later, (given, steps, byMs, rest) => {
      const calm = { wait: 15_000, takes: 0, crash: null, person: null, turnsRolling: false };
      const more = Array<Walk[number]>(rest.syncs).fill({ ...calm, ...rest, saves: true });
      const clock = (index: number) => (index < steps.length ? 0 : -byMs);
      const decided = follow(given, [...steps, ...more], profiles["Trimtab-1"], clock);
      let since = -Infinity;
      let windowSince = -Infinity;
      let wasHeld = false;
      expectNone(decided.slice(steps.length), ({ now, outcome }) => {
        const { from, to, steps: stages } = outcome.decision;
        // A wait starts when the clock jumps, or with a change of the count.
        if (since === -Infinity || from !== to) since = now;
        // What a rollout holds waits a window, from the first decision afterwards.
        const isHeld = stages.some(one => one.step === "rollout" && one.atLeast !== undefined);
        windowSince = isHeld || wasHeld ? now : Math.max(since, windowSince);
        wasHeld = isHeld;
        return stages.some(one => {
          const began = one.step === "stabilize" ? windowSince : since;
          return (one.until ?? began) > began + longestWaitMs(one, given);
        });
      });
    });
    fc.assert(property, runs(300));
  });

  it("I3: no replicas are removed during a rollout, across crashes", () => {
    const property = fc.property(spec, walk, profile, (given, steps, chosen) => {
      if (given.rollout === null) return;
      const maxMs = given.rollout.maxHoldSeconds * 1000;
      expectNone(follow(given, steps, chosen), ({ now, outcome, rollingSince }) => {
        const { from, to } = outcome.decision;
        return to < from && rollingSince !== null && now - rollingSince < maxMs;
      });
    });
    fc.assert(property, runs(200));
  });

  it("I3: a cooldown adds nothing that an addition has answered, across crashes", () => {
    const property = fc.property(spec, walk, profile, (given, steps, chosen) => {
      const { scaleUpSeconds = 0 } = given.cooldown ?? {};
      const alone = steps.map(one => ({ ...one, person: null }));
      const decided = follow(given, alone, chosen);
      const made = new Map(decided.map(({ now, outcome }) => [now, outcome.decision]));
      /** The total of an addition of all replicas that the votes ask for; null: of fewer, or from 0. */
      const answeredBy = ({ time, change }: Change): number | null => {
        const decision = made.get(time)!;
        const { from, to } = decision;
        return change > 0 && from > 0 && askedBy(decision) <= to ? to : null;
      };
      /** What no vote asks to remove ends the cooldown. */
      const isOverruled = (decision: Decision): boolean =>
        decision.to < decision.from &&
        (decision.votes.length === 0 || decision.to < askedBy(decision));
      expectNone(decided, ({ now, outcome, past }) => {
        const { from, to } = outcome.decision;
        const latest = past.findLast(one => answeredBy(one) !== null);
        if (to <= from || from === 0 || latest === undefined) return false;
        const isEarly = now - latest.time < scaleUpSeconds * 1000;
        const isEnded = decided.some(
          one => one.now > latest.time && one.now < now && isOverruled(one.outcome.decision),
        );
        // A change that a crash hides, or another writer, leaves a count that no answer explains.
        const moved = past.reduce((sum, one) => sum + (one.time > latest.time ? one.change : 0), 0);
        const isOwn = answeredBy(latest)! + moved === from;
        return isOwn && isEarly && !isEnded && askedBy(outcome.decision) <= answeredBy(latest)!;
      });
    });
    fc.assert(property, runs(200));
  });

  it("I3: a restart does not change a decision under Trimtab-1", () => {
    const property = fc.property(spec, walk, (given, steps) => {
      for (const { outcome, restarted } of follow(given, steps, profiles["Trimtab-1"])) {
        expect(restarted().decision).toEqual(outcome.decision);
      }
    });
    fc.assert(property, runs(100));
  });

  it("I3: a restart makes no decision less conservative if the status is not saved yet", () => {
    const property = fc.property(spec, walk, profile, (given, steps, chosen) => {
      expectNone(
        follow(given, steps, chosen),
        ({ outcome, lagging }) => !isBetween(lagging().decision.to, outcome.decision),
      );
    });
    fc.assert(property, runs(200));
  });

  it("I3: a restart makes no decision less conservative under HPA-1.36", () => {
    const property = fc.property(spec, walk, (given, steps) => {
      expectNone(
        follow(given, steps.slice(0, 30), profiles["HPA-1.36"]),
        ({ outcome, restarted }) => !isBetween(restarted().decision.to, outcome.decision),
      );
    });
    fc.assert(property, runs(100));
  });

  it("I5: the same input gives the same decision and is not modified", () => {
    const property = fc.property(spec, walk, profile, (given, steps, chosen) => {
      const before = structuredClone([given, steps]);
      const decide = () =>
        follow(given, steps, chosen).map(({ restarted, lagging, ...rest }) => ({
          ...rest,
          ...{ restarted: restarted(), lagging: lagging() },
        }));
      expect(decide()).toEqual(decide());
      expect([given, steps]).toEqual(before);
    });
    fc.assert(property, runs(50));
  });

  it("I6: a recorded decision gives the same count when it is replayed", () => {
    const property = fc.property(spec, walk, profile, (given, steps, chosen) => {
      for (const { outcome, current } of follow(given, steps, chosen)) {
        const recorded = JSON.parse(JSON.stringify(outcome.decision)) as Decision;
        expect(replay(recorded)).toEqual({ ok: true, value: outcome.decision.to });
        expect(recorded.from).toBe(current);
      }
    });
    fc.assert(property, runs(100));
  });

  it("no decision changes before `due` once the count is written", () => {
    const later = fc.integer({ min: 1, max: 3_600_000 });
    const property = fc.property(spec, walk, later, (given, steps, wait) => {
      const { now, wanted, outcome, rollingSince } = follow(given, steps, profiles["Trimtab-1"]).at(
        -1,
      )!;
      const { from, to } = outcome.decision;
      const begun = beginScale(outcome.history, { from, to, time: now });
      const written = to === from ? outcome.history : completeScale(begun, now);
      const until = outcome.due === null ? Infinity : outcome.due - 1;
      const at = Math.min(now + wait, until);
      const rest = { spec: given, settings, profile: profiles["Trimtab-1"], history: written };
      const rollout = rolloutSince(rollingSince);
      const { decision } = decideOn({ ...rest, now: at, current: to, wanted, rollout });
      expect(decision.to).toBe(to);
    });
    fc.assert(property, runs(200));
  });
});
