import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import { pausesAt } from "../../engine/model/pauses.ts";
import type { DecisionOutcome } from "../../engine/model/feature.ts";
import type { AutoscalerSpec, MetricSpec } from "../../engine/model/spec/autoscaler-spec.ts";
import { profiles } from "../../engine/model/spec/profile.ts";
import {
  type AutoscalerReport,
  toAutoscalerStatus,
  viewAutoscalerStatus,
} from "../../engine/status/autoscaler-status.ts";
import { repetitionOf } from "../../engine/status/repeated-report.ts";
import type { TargetReport } from "../../engine/status/targets/target-report.ts";
import { assessWrite, type WriteAssessment } from "../../engine/status/write-priority.ts";
import {
  behaviors,
  decideOn,
  recommended,
  settingsWith,
  waits,
} from "../../engine/testing/autoscaler-world.ts";
import { runs } from "../../engine/testing/runs.ts";
import {
  emptyMemory,
  historyInForce,
  type TargetMemory,
  transition,
} from "../../engine/transition.ts";
import {
  afterWrite,
  freshBudget,
  type KnownAssessment,
  recall,
  writeInMs,
} from "./status-rate-limit.ts";

const ref = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const periodMs = 15_000;

const events = [
  "Absent",
  "Early",
  "Inactive",
  "Paused",
  "NewSpec",
  "Refused",
  "Reworded",
  "Rollout",
] as const;

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

/** The fallback is that of its metric. */
type SceneSpec = Pick<MetricSpec, "fallback"> & Partial<AutoscalerSpec>;

interface Pass {
  /** What writing the status is worth by the status itself. */
  readonly made: WriteAssessment;
  /** The same without it, or more if nothing was decided; null: not known. */
  readonly recalled: WriteAssessment | null;
  readonly isDecided: boolean;
}

/** An object with one target, whose status is written as its priority and the rate limit say. */
class Scene {
  readonly #spec: SceneSpec;
  #now = Date.parse("2026-01-01T00:00:00Z");
  #replicas = 5;
  #wanted: number | null = 5;
  #generation = 1;
  #memory: TargetMemory = emptyMemory;
  #saved: AutoscalerStatus | undefined;
  #known: KnownAssessment | null = null;
  #budget = freshBudget;

  constructor(spec: SceneSpec) {
    this.#spec = spec;
  }

  pass({ waitMs, wanted = this.#wanted, edited = this.#replicas, event }: Step): Pass {
    this.#now += waitMs;
    [this.#wanted, this.#replicas] = [wanted, edited];
    if (event === "NewSpec") this.#generation += 1;
    const found = { isTotal: false, uid: "uid", replicas: this.#replicas, now: this.#now };
    this.#memory = transition(this.#memory, { type: "Observed", mode: "Active", ...found });
    const report = this.#report(event);
    const status = toAutoscalerStatus(report, this.#saved);
    const before = this.#saved && viewAutoscalerStatus(this.#saved, ref);
    const made = assessWrite(before, viewAutoscalerStatus(status, ref));
    const recalled = this.#recall(report, made);
    if (writeInMs(made, this.#budget, this.#now, periodMs) === 0) {
      this.#saved = status;
      this.#budget = afterWrite(made, this.#budget, this.#now, periodMs);
    }
    return { made, recalled, isDecided: report.target?.decision != null };
  }

  #recall(report: AutoscalerReport, made: WriteAssessment): WriteAssessment | null {
    const repetition = this.#saved ? repetitionOf(report, this.#saved) : null;
    const repeated = repetition && { ...repetition, saved: this.#saved, memory: this.#memory };
    const recalled = repeated && recall(this.#known, repeated);
    const isDue = !recalled || writeInMs(recalled, this.#budget, this.#now, periodMs) === 0;
    if (isDue) this.#known = repeated && { ...repeated, priority: made.priority };
    return recalled;
  }

  #report(event: Step["event"]): AutoscalerReport {
    const now = this.#now;
    const isDecided = event !== "Absent" && event !== "Inactive" && event !== "Early";
    const outcome = isDecided ? this.#decide(event) : null;
    const write = outcome ? this.#write(outcome.decision.to, event) : unchanged;
    const until = new Date(now + 60_000).toISOString();
    const pauses = pausesAt({ "autoscaling.trimtab.dev/scale-down-paused-until": until }, now);
    const target: TargetReport = {
      ...{ ref, write, ...this.#memory, currentReplicas: this.#replicas },
      problem: event === "Absent" ? { ...absent, message: `at ${now}` } : null,
      inactive: event === "Inactive" ? older : null,
      decision: outcome?.decision ?? null,
      currentMetrics: outcome?.currentMetrics ?? null,
    };
    const about = { generation: this.#generation, mode: "Active", now, errors: [], limits: [] };
    return { ...about, target, selected: null, ...(event === "Paused" && { pauses }) };
  }

  #decide(event: Step["event"]): DecisionOutcome {
    const { fallback, ...spec } = this.#spec;
    const outcome = decideOn({
      ...{ now: this.#now, current: this.#replicas, wanted: this.#wanted },
      ...{ history: historyInForce(this.#memory), profile: profiles["Trimtab-1"] },
      ...{ settings: settingsWith({}), spec: { maxReplicas: 9, ...spec } },
      ...{ fallback: fallback ?? null, failure: event === "Reworded" ? `at ${this.#now}` : "away" },
      rollout: event === "Rollout" ? "Rolling" : null,
    });
    const { history } = outcome;
    this.#memory = transition(this.#memory, { type: "Decided", mode: "Active", history });
    return outcome;
  }

  #write(to: number, event: Step["event"]): TargetReport["write"] {
    if (to === this.#replicas) return unchanged;
    const isRefused = event === "Refused";
    const now = this.#now;
    const started = { type: "WriteStarted", from: this.#replicas, to, now } as const;
    this.#memory = transition(transition(this.#memory, started), {
      ...{ type: "WriteEnded", now, result: isRefused ? "Refused" : "Done" },
    });
    if (isRefused) return { kind: "Failed", message: `at ${now}` };
    this.#replicas = to;
    return { kind: "Written" };
  }
}

const fallback = { failureDurationSeconds: 1, replicas: 5 };
const unchanged: TargetReport["write"] = { kind: "Unchanged" };
const absent = { reason: "TargetNotFound", permanent: false } as const;
const older = { reason: "ConflictingAutoscaler", message: "older", permanent: true };

function passesOver(given: readonly Step[], spec: SceneSpec): readonly Pass[] {
  const scene = new Scene(spec);
  return given.map(step => scene.pass(step));
}

describe("what a repeated pass is worth", () => {
  const specs = fc.record(
    {
      ...{ minReplicas: fc.constantFrom(1, 5), behavior: behaviors },
      cooldown: fc.constant({ scaleUpSeconds: 30, scaleDownSeconds: 60 }),
      rollout: fc.constant({ scaleDown: "Hold" }),
      fallback: fc.constant(fallback),
    },
    { requiredKeys: [] },
  );

  it("is the same without its status", () => {
    let recalledOnes = 0;
    fc.assert(
      fc.property(steps, specs, (given, spec) => {
        for (const { made, recalled, isDecided } of passesOver(given, spec)) {
          if (recalled === null) continue;
          recalledOnes += 1;
          const isLess = !isDecided && made.priority === null && recalled.priority === "Nuance";
          expect(isLess ? { ...recalled, priority: null } : recalled).toEqual(made);
        }
      }),
      runs(100),
    );
    expect(recalledOnes).toBeGreaterThan(0);
  });

  // prettier-ignore
  it.each<{ shows: string; spec?: SceneSpec; given: readonly Partial<Step>[]; want: number }>([
    { shows: "a load that stays",                    given: [],                             want: 18 },
    { shows: "a load below the minimum",             given: [{ wanted: 1 }], spec: { minReplicas: 5 }, want: 18 },
    { shows: "a metric that fails in every pass",    given: [{ wanted: null }],             want: 18 },
    { shows: "a metric that fails in other words",   given: Array.from({ length: 20 }, () => ({ wanted: null, event: "Reworded" })), want: 0 },
    { shows: "a fallback that counts",               given: [{ wanted: null }], spec: { fallback }, want: 17 },
    { shows: "nothing to decide in every other pass", given: Array.from({ length: 20 }, (_, index) => (index % 2 ? { event: "Early" } : {})), want: 17 },
  ])("is known in $want of 20 passes with $shows", ({ given, spec = {}, want }) => {
    const all = Array.from({ length: 20 }, (_, index) => ({ waitMs: periodMs, ...given[index] }));
    const known = passesOver(all, spec).filter(({ recalled }) => recalled !== null);
    expect(known).toHaveLength(want);
  });
});
