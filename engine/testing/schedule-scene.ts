import { afterWrite, syncTarget } from "../sync.ts";
import type { Observation } from "../model/observation/observation.ts";
import type { AutoscalerOutcome } from "../decide.ts";
import { ok } from "../model/values/result.ts";
import type { AutoscalerSpec, MetricSpec, Schedule, Mode } from "../model/spec/autoscaler-spec.ts";
import { withDefaults } from "../spec/defaults.ts";
import { profiles } from "../model/spec/profile.ts";
import { type Settings, upstreamSettings } from "../model/spec/settings.ts";
import { emptyMemory, type TargetMemory } from "../transition.ts";
import { serializeHistory, parseHistory } from "../memory.ts";

/** Needs no pods. */
const wanted: MetricSpec = {
  type: "External",
  external: { metric: { name: "wanted" }, target: { averageValue: "1" } },
};

/** From 8 to 20 o'clock, in UTC. */
export const day = (bounds: Pick<Schedule, "minReplicas" | "maxReplicas">): Schedule => ({
  ...{ name: "day", timeZone: "Etc/UTC", start: "0 8 * * *", end: "0 20 * * *" },
  ...bounds,
});

/** Ten pods a minute down, without a window. */
export const tenDown = {
  scaleDown: {
    stabilizationWindowSeconds: 0,
    policies: [{ type: "Pods", value: 10, periodSeconds: 60 }],
  },
} as const;

export const clock = (time: string): number =>
  Date.parse(`2026-11-26T${time.length === 5 ? `${time}:00` : time}Z`);

/** A target whose metric asks for a given count, from one look to the next. */
export class ScheduleScene {
  spec: Omit<AutoscalerSpec, "metrics">;
  replicas: number;
  mode: Mode = "Active";
  memory: TargetMemory = emptyMemory;
  settings: Settings = { ...upstreamSettings, tolerance: 0 };
  algorithm: keyof typeof profiles = "Trimtab-1";
  more: Partial<Observation> = {};

  constructor(replicas: number, spec: Omit<AutoscalerSpec, "metrics">) {
    this.replicas = replicas;
    this.spec = spec;
  }

  /** One sync, and the write that follows from it. ask: null: the metric fails. */
  look(time: string, ask: number | null): AutoscalerOutcome | null {
    const now = clock(time);
    const { replicas, mode, settings, memory: before } = this;
    const observation: Observation = {
      scale: { specReplicas: replicas, statusReplicas: replicas },
      pods: ok([]),
      answers: [
        ask === null
          ? { kind: "Failed", message: "no answer" }
          : { kind: "Values", values: [BigInt(ask) * 1000n] },
      ],
      ...this.more,
    };
    const { memory, outcome } = syncTarget(before, {
      ...{ uid: "t", mode, isTotal: observation.others !== undefined, now, observation, settings },
      spec: withDefaults({ ...this.spec, metrics: [wanted] }, settings),
      profile: profiles[this.algorithm],
    });
    this.memory = memory;
    if (!outcome || mode !== "Active") return outcome;
    const { from, to } = outcome.decision;
    if (from !== to) this.memory = afterWrite(memory, { from, to, now });
    this.replicas = to;
    return outcome;
  }

  /** The counts after each of these times. */
  counts(times: readonly string[], ask: number | null): number[] {
    return times.map(time => this.look(time, ask)?.decision.to ?? this.replicas);
  }

  /** Loads what the status holds. */
  restart(time: string): void {
    const { history } = this.memory;
    const saved = history && parseHistory(serializeHistory(history), clock(time));
    if (!saved?.ok) throw new Error("no history");
    this.memory = { ...this.memory, history: saved.value };
  }
}
