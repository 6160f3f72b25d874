import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { AutoscalerStatus } from "../../../crds/generated/autoscaler.ts";
import { pausesAt } from "../../../engine/pause/pauses.ts";
import type { DecisionOutcome } from "../../../engine/pipeline/decide.ts";
import { profiles } from "../../../engine/spec/profile.ts";
import {
  type AutoscalerReport,
  toAutoscalerStatus,
  viewAutoscalerStatus,
} from "../../../engine/status/autoscaler-status.ts";
import { repetitionOf } from "../../../engine/status/targets/repeated-report.ts";
import type { TargetReport } from "../../../engine/status/targets/target-report.ts";
import { assessWrite, type WriteAssessment } from "../../../engine/status/write-priority.ts";
import {
  behaviors,
  decideOn,
  recommended,
  settingsWith,
  waits,
} from "../../../engine/testing/autoscaler-world.ts";
import { runs } from "../../../engine/testing/runs.ts";
import {
  emptyMemory,
  historyInForce,
  type TargetMemory,
  transition,
} from "../../../engine/transition.ts";
import { type KnownAssessment, knownFrom, recall } from "./known-assessment.ts";
import { afterWrite, freshBudget, writeInMs } from "./status-rate-limit.ts";

const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const periodMs = 15_000;

const events = ["Absent", "Inactive", "Paused", "NewSpec", "Refused", "Rollout"] as const;

/** What a pass meets; wanted: null if the metric fails, absent if it asks for as many as before. */
interface Step {
  readonly waitMs: number;
  readonly wanted?: number | null;
  /** What a person sets the count to. */
  readonly edited?: number;
  readonly event?: (typeof events)[number];
}

/** Mostly steady: a load that stays, and that fluctuates by a replica. */
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc
    .record({
      waitMs: waits,
      kind: fc.nat(29),
      wanted: recommended,
      event: fc.constantFrom(...events),
    })
    .map(({ waitMs, kind, wanted, event }): Step => {
      if (kind < 20) return { waitMs };
      if (kind < 25) return { waitMs, wanted: 4 + (wanted % 3) };
      if (kind === 25) return { waitMs, wanted };
      if (kind === 26) return { waitMs, wanted: null };
      return kind === 27 ? { waitMs, edited: 1 + (wanted % 9) } : { waitMs, event };
    }),
  { minLength: 20, maxLength: 60 },
);

interface Pass {
  /** What writing the status is worth by the status itself. */
  readonly made: WriteAssessment;
  /** The same without it; null: not known. */
  readonly recalled: WriteAssessment | null;
}

/** Passes over one object, whose status is written as its priority and the rate limit say. */
function passesOver(given: readonly Step[], spec: object): readonly Pass[] {
  let [now, replicas, wanted, generation] = [
    Date.parse("2026-01-01T00:00:00Z"),
    5,
    5 as number | null,
    1,
  ];
  let memory: TargetMemory = emptyMemory;
  let saved: AutoscalerStatus | undefined;
  let known: KnownAssessment | null = null;
  let budget = freshBudget;
  return given.map(step => {
    now += step.waitMs;
    replicas = step.edited ?? replicas;
    if (step.wanted !== undefined) ({ wanted } = step);
    const { event } = step;
    if (event === "NewSpec") generation += 1;
    memory = transition(memory, {
      ...{ type: "Observed", mode: "Active", isTotal: false, uid: "uid", replicas, now },
    });
    const rollout = event === "Rollout" ? ("Rolling" as const) : null;
    const isDecided = event !== "Absent" && event !== "Inactive" && event !== "Paused";
    const outcome = isDecided ? decide(rollout) : null;
    let write: TargetReport["write"] = { kind: "Unchanged" };
    if (outcome) {
      const { to } = outcome.decision;
      memory = transition(memory, { type: "Decided", mode: "Active", history: outcome.history });
      if (to !== replicas) write = written(to, event === "Refused");
    }
    const report = reportOf(outcome, write, event);
    const status = toAutoscalerStatus(report, saved);
    const before = saved && viewAutoscalerStatus(saved, ref);
    const made = assessWrite(before, viewAutoscalerStatus(status, ref));
    const repetition = saved ? repetitionOf(report, saved) : null;
    const repeated = repetition && { ...repetition, saved, memory };
    const recalled = repeated && recall(known, repeated);
    known = repeated && knownFrom(repeated, made);
    if (writeInMs(made, budget, now, periodMs) === 0) {
      saved = status;
      budget = afterWrite(made, budget, now, periodMs);
    }
    return { made, recalled };
  });

  function decide(rollout: "Rolling" | null): DecisionOutcome {
    const history = historyInForce(memory);
    return decideOn({
      ...{ now, current: replicas, wanted, history, profile: profiles["Trimtab-1"] },
      ...{ rollout, settings: settingsWith({}), spec: { maxReplicas: 9, ...spec } },
    });
  }

  function written(to: number, isRefused: boolean): TargetReport["write"] {
    memory = transition(memory, { type: "WriteStarted", from: replicas, to, now });
    memory = transition(
      memory,
      isRefused
        ? { type: "WriteEnded", result: "Refused" }
        : { type: "WriteEnded", result: "Done", now },
    );
    if (!isRefused) replicas = to;
    return isRefused ? { kind: "Failed", message: `at ${now}` } : { kind: "Written" };
  }

  function reportOf(
    outcome: DecisionOutcome | null,
    write: TargetReport["write"],
    event: Step["event"],
  ): AutoscalerReport {
    const absent = { reason: "TargetNotFound", message: `at ${now}`, permanent: false } as const;
    const inactive = { reason: "ConflictingAutoscaler", message: "older", permanent: true };
    const pauses = pausesAt(
      { "autoscaling.trimtab.dev/scale-down-paused-until": new Date(now + 60_000).toISOString() },
      now,
    );
    const target: TargetReport = {
      ...{ ref, write, ...memory },
      problem: event === "Absent" ? absent : null,
      inactive: event === "Inactive" ? inactive : null,
      currentReplicas: event === "Absent" ? null : replicas,
      decision: outcome?.decision ?? null,
      currentMetrics: outcome?.currentMetrics ?? null,
    };
    const about = { generation, mode: "Active", now, errors: [], limits: [], selected: null };
    return { ...about, target, ...(event === "Paused" && { pauses }) };
  }
}

describe("what a repeated pass is worth", () => {
  const specs = fc.record(
    {
      ...{ minReplicas: fc.constantFrom(1, 5), behavior: behaviors },
      cooldown: fc.constant({ scaleUpSeconds: 30, scaleDownSeconds: 60 }),
      rollout: fc.constant({ scaleDown: "Hold" }),
    },
    { requiredKeys: [] },
  );

  it("is the same without its status", () => {
    let recalledOnes = 0;
    fc.assert(
      fc.property(steps, specs, (given, spec) => {
        for (const { made, recalled } of passesOver(given, spec)) {
          if (recalled === null) continue;
          recalledOnes += 1;
          expect(recalled).toEqual(made);
        }
      }),
      runs(100),
    );
    expect(recalledOnes).toBeGreaterThan(0);
  });

  // prettier-ignore
  it.each<{ shows: string; spec?: object; given: readonly Partial<Step>[]; want: number }>([
    { shows: "a load that stays",                    given: [],                             want: 18 },
    { shows: "a load below the minimum",             given: [{ wanted: 1 }], spec: { minReplicas: 5 }, want: 18 },
    { shows: "a metric that fails in every pass",    given: [{ wanted: null }],             want: 0 },
  ])("is known in $want of 20 passes with $shows", ({ given, spec = {}, want }) => {
    const all = Array.from({ length: 20 }, (_, index) => ({ waitMs: periodMs, ...given[index] }));
    const known = passesOver(all, spec).filter(({ recalled }) => recalled !== null);
    expect(known).toHaveLength(want);
  });
});
