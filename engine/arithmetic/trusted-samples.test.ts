import { describe, expect, it } from "vitest";

import type { Decision } from "../model/decision.ts";
import { trimPod } from "../model/observation/pod.ts";
import { noPauses } from "../model/pauses.ts";
import { fromKubernetes } from "../sources/from-kubernetes.ts";
import type { AutoscalerSpec, MetricSpec } from "../model/spec/autoscaler-spec.ts";
import { withDefaults } from "../spec/defaults.ts";
import { profiles } from "../model/spec/profile.ts";
import { upstreamSettings } from "../model/spec/settings.ts";
import { afterWrite, syncTarget } from "../sync.ts";
import { emptyMemory } from "../transition.ts";

const START = Date.parse("2026-01-05T12:00:00Z");
const at = (minutes: number): string => new Date(START + minutes * 60_000).toISOString();

interface Scene {
  /** When the newest point that is there at this minute was measured. */
  readonly point: (minute: number) => number;
  readonly minutes: number;
  readonly metric?: Partial<MetricSpec>;
  readonly spec?: Pick<AutoscalerSpec, "algorithm">;
  readonly value?: string;
}

const settings = { ...upstreamSettings, scaleToZero: true };

const pod = trimPod({
  metadata: { name: "p", labels: { app: "web" } },
  spec: { containers: [] },
  status: {
    phase: "Running",
    conditions: [{ type: "Ready", status: "True", lastTransitionTime: at(-60) }],
  },
});

/** One decision a minute on an External metric, each for one replica. */
function decide({ point, minutes, metric, spec, value = "0" }: Scene): readonly Decision[] {
  const external = {
    metric: { name: "queue" },
    target: { type: "AverageValue", averageValue: "5" },
  };
  const metrics = [{ type: "External", external, ...metric } as MetricSpec];
  const bounds = { minReplicas: 0, maxReplicas: 20, idle: { afterSeconds: 600 } };
  const defaulted = withDefaults({ ...bounds, metrics, ...spec }, settings);
  let memory = emptyMemory;
  return Array.from({ length: minutes }, (_, minute) => {
    const now = START + minute * 60_000;
    const scale = { specReplicas: 1, statusReplicas: 1, selector: "app=web" };
    const values = [{ value, timestamp: at(point(minute)) }];
    const answers = [{ kind: "ExternalValues" as const, values }];
    const synced = syncTarget(memory, {
      ...{ now, settings, spec: defaulted, mode: "Active", pauses: noPauses },
      ...{ uid: "web", isTotal: false, profile: profiles[spec?.algorithm ?? "Trimtab-1"] },
      observation: fromKubernetes({ scale, pods: [pod], answers }, metrics),
    });
    if (!synced.outcome) throw new Error("nothing was decided");
    const { decision } = synced.outcome;
    const { from, to } = decision;
    memory = from === to ? synced.memory : afterWrite(synced.memory, { from, to, now });
    return decision;
  });
}

/** The minutes in which the metric failed. */
const failed = (decisions: readonly Decision[]): number[] =>
  decisions.flatMap(({ votes: [vote] }, minute) => (vote?.type === "Failed" ? [minute] : []));

/** Points every `spacing` minutes, each of which is there `late` minutes later. */
const every = (spacing: number, late: number) => (minute: number) =>
  Math.floor((minute - late) / spacing) * spacing;

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

describe("an old value", () => {
  // prettier-ignore
  it.each<{ shows: string; scene: Omit<Scene, "minutes">; minutes: number; fails: number[] }>([
    { shows: "every 5 minutes, 2 minutes late, counts once a second one is there", scene: { point: every(5, 2) },   minutes: 60,  fails: [0, 1] },
    { shows: "every 15 minutes counts once a third one is there",                  scene: { point: every(15, 1) },  minutes: 120, fails: [0, 15] },
    { shows: "that is frozen fails after three points",                            scene: { point: minute => Math.min(20, every(5, 2)(minute)) }, minutes: 60, fails: [0, 1, ...range(35, 60)] },
    { shows: "of points every minute fails after 5 minutes",                       scene: { point: minute => Math.min(20, minute) }, minutes: 40, fails: range(25, 40) },
    { shows: "fails after its own limit",                                          scene: { point: minute => Math.min(10, minute), metric: { maxAgeSeconds: 120 } }, minutes: 20, fails: range(12, 20) },
    { shows: "counts until its own limit",                                         scene: { point: () => -5, metric: { maxAgeSeconds: 1200 } }, minutes: 20, fails: range(15, 20) },
    { shows: "counts under HPA-1.36",                                              scene: { point: () => -60, spec: { algorithm: "HPA-1.36" } }, minutes: 5, fails: [] },
    { shows: "fails under HPA-1.36 after its own limit",                           scene: { point: () => 0, metric: { maxAgeSeconds: 120 }, spec: { algorithm: "HPA-1.36" } }, minutes: 5, fails: [2, 3, 4] },
  ])("$shows", ({ scene, minutes, fails }) => {
    expect(failed(decide({ ...scene, minutes }))).toEqual(fails);
  });

  it("of a metric every 5 minutes neither keeps the last replica nor starts a fallback", () => {
    const fallback = { failureDurationSeconds: 120, replicas: 12 };
    const decisions = decide({ point: every(5, 2), minutes: 60, metric: { fallback } });
    expect(decisions.findIndex(({ to }) => to === 0)).toBe(12);
    expect(decisions.flatMap(({ fallbacks = [] }) => fallbacks)).toEqual([]);
  });

  it.each([
    {
      limit: {},
      says: "no value but an old one, of more than 300 seconds ago; look why nothing newer is measured, and at the clocks; if every value is late, write maxAgeSeconds",
    },
    {
      limit: { maxAgeSeconds: 60 },
      says: "no value but an old one, of more than 60 seconds ago; look why nothing newer is measured, and at the clocks",
    },
  ])("says its limit: $limit", ({ limit, says }) => {
    const [decision] = decide({ point: () => -30, minutes: 1, metric: limit });
    expect(decision?.votes[0]).toMatchObject({ message: says });
  });
});
