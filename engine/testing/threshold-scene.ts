import type {
  AutoscalerSpec,
  MetricSpec,
  Comparison,
  ThresholdSpec,
  ValueThreshold,
} from "../model/spec/autoscaler-spec.ts";
import type { Vote } from "../model/decision.ts";
import { type AutoscalerOutcome, decideAutoscaler } from "../decide.ts";
import { withDefaults } from "../spec/defaults.ts";
import { emptyHistory, type History } from "../model/history.ts";
import type { Answer, Observation } from "../model/observation/observation.ts";
import { trimPod } from "../model/observation/pod.ts";
import { profiles } from "../model/spec/profile.ts";
import { ok } from "../model/values/result.ts";
import { beginScale, completeScale } from "../history/scale-record.ts";
import { type Settings, upstreamSettings } from "../model/spec/settings.ts";

export const START = Date.parse("2026-01-01T12:00:00Z");
export const PERIOD_MS = 15_000;

const rps = { type: "External", external: { metric: { name: "rps" } } } as const;

/** A threshold on the requests per second of the service, shared by all replicas. */
export const valueThreshold = (
  comparison: Comparison,
  value: string,
  fields: Partial<ValueThreshold> = {},
): ValueThreshold => ({
  ...{ metric: rps, valueType: "AverageValue", comparison, value, durationSeconds: 30 },
  increment: comparison.startsWith("Greater") ? 1 : -1,
  ...fields,
});

export const value = (
  name: string,
  ...condition: Parameters<typeof valueThreshold>
): ThresholdSpec => ({ name, type: "Value", value: valueThreshold(...condition) });

/** The example of the proposal. */
export const busy = value("busy", "GreaterThan", "50");
export const calm = value("calm", "LessThan", "25");

/** A metric that asks for one replica for every 10. */
export const queue: MetricSpec = {
  type: "External",
  external: { metric: { name: "queue" }, target: { averageValue: "10" } },
};

/** What one vote asks for. */
export function said(votes: readonly Vote[], index = 0): number | "Abstain" | "Failed" {
  const vote = votes[index];
  if (!vote) throw new Error(`no vote ${index}`);
  return vote.type === "Count" ? vote.replicas : vote.type;
}

/** A measured value and its time; null: now. */
export function requests(perSecond: number, time: number | null = null): Answer {
  const measured = { time, windowMs: 0 };
  return { kind: "Values", values: [BigInt(Math.round(perSecond * 1000))], measured };
}

export const away: Answer = { kind: "Failed", message: "the API is away" };

type Spec = Partial<AutoscalerSpec>;

const readyPod = {
  metadata: { name: "pod" },
  status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
};

/** A target that follows every decision, observed once in each period. */
export class ThresholdScene {
  now = START;
  current: number;
  history: History = emptyHistory("uid");
  readonly #spec: Spec;
  readonly #settings: Settings;

  constructor(current: number, spec: Spec = {}, settings: Settings = upstreamSettings) {
    this.current = current;
    this.#spec = spec;
    this.#settings = settings;
  }

  /** Decides on one answer for each metric and threshold and applies the decision; then a period passes. */
  look(
    answers: readonly Answer[],
    edited: Spec = {},
    seen: Partial<Observation> = {},
  ): AutoscalerOutcome {
    const settings = this.#settings;
    const spec = { minReplicas: 1, maxReplicas: 10, thresholds: [busy, calm], ...this.#spec };
    const outcome = decideAutoscaler({
      now: this.now,
      settings,
      profile: profiles["Trimtab-1"],
      history: this.history,
      spec: withDefaults({ ...spec, ...edited }, settings),
      observation: {
        scale: { specReplicas: this.current, statusReplicas: this.current },
        pods: ok([trimPod(readyPod)]),
        answers,
        ...seen,
      },
    });
    const { from, to } = outcome.decision;
    const change = { from, to, time: this.now };
    this.history =
      from === to ? outcome.history : completeScale(beginScale(outcome.history, change), this.now);
    this.current = to;
    this.now += PERIOD_MS;
    return outcome;
  }

  /** Gives both thresholds of the proposal the same total; returns the count after each sync. */
  load(perSecond: number, looks: number): number[] {
    return Array.from({ length: looks }, () => {
      const answer = requests(perSecond);
      this.look([answer, answer]);
      return this.current;
    });
  }
}
