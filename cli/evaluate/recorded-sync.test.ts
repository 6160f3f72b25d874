import { describe, expect, it } from "vitest";

import { traceOf } from "../../engine/model/decision.ts";
import { profiles } from "../../engine/model/spec/profile.ts";
import { upstreamSettings } from "../../engine/model/spec/settings.ts";
import { ok } from "../../engine/model/values/result.ts";
import { withDefaults } from "../../engine/spec/defaults.ts";
import { afterWrite, syncTarget } from "../../engine/sync.ts";
import { emptyMemory } from "../../engine/transition.ts";
import { hpa, ours, spec, step, stepsOf } from "./testing/recorded.ts";

const decided = (autoscaler: object, ...steps: readonly object[]) =>
  stepsOf({ autoscaler, settings: { scaleToZero: true }, steps });

describe("a sync with a failing call", () => {
  it("changes only AbleToScale if it cannot read the scale", () => {
    const unread = { ...step(15, 4, "80"), scale: undefined, errors: ["getScale"] };
    const [before, after] = decided(hpa, step(0, 2, "40"), unread);
    expect(after).toEqual({
      ...before,
      scaleTo: null,
      conditions: { ...before!.conditions, AbleToScale: "False/FailedGetScale" },
      trace: [],
    });
  });

  it("keeps the desired count and records no change if it cannot write the count", () => {
    const once = {
      behavior: { scaleUp: { policies: [{ type: "Pods", value: 2, periodSeconds: 60 }] } },
    };
    const slow = { ...hpa, spec: { ...spec, ...once } };
    const failing = { errors: ["updateScale"] };
    const steps = decided(slow, step(0, 2, "90", failing), step(15, 2, "90"), step(30, 4, "90"));
    expect(steps.map(({ scaleTo }) => scaleTo)).toEqual([null, 4, null]);
    expect(steps.map(({ desiredReplicas }) => desiredReplicas)).toEqual([0, 4, 4]);
    expect(steps[0]!.conditions).toMatchObject({
      AbleToScale: "False/FailedUpdateScale",
      ScalingLimited: "True/ScaleUpLimit",
    });
  });

  it.each([
    { shows: "that, as upstream forgets its condition", autoscaler: hpa, scaled: [0, null, null] },
    { shows: "nothing, as the change was not made", autoscaler: ours, scaled: [null, 0, 4] },
  ])("forgets $shows after scaling to zero, if the status fails", ({ autoscaler, scaled }) => {
    const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
    const idle = { ...autoscaler, spec: { ...spec, behavior, minReplicas: 0 } };
    const isZero = scaled[0] === 0;
    const steps = decided(
      idle,
      step(0, 4, "0", { errors: ["updateStatus"] }),
      step(15, isZero ? 0 : 4, "0"),
      step(30, 0, "40"),
    );
    expect(steps.map(({ scaleTo }) => scaleTo)).toEqual(scaled);
    expect(steps[0]).toMatchObject({ desiredReplicas: 0, conditions: {}, currentMetrics: [] });
  });

  it("writes nothing in a dry run, and continues in Active from its previous state", () => {
    const behavior = { scaleDown: { stabilizationWindowSeconds: 30 } };
    const inMode = (mode: string) => ({ ...ours, spec: { ...spec, behavior, mode } });
    const steps = decided(
      inMode("Active"),
      step(0, 2, "20"),
      step(15, 2, "60", { autoscaler: inMode("DryRun") }),
      step(30, 6, "20"),
      step(60, 6, "20"),
      step(75, 6, "20", { autoscaler: inMode("Paused") }),
      step(90, 6, "60", { autoscaler: inMode("Active") }),
      step(105, 6, "20"),
    );
    expect(steps.map(({ scaleTo }) => scaleTo)).toEqual([null, null, null, null, null, null, null]);
    expect(steps.map(({ desiredReplicas }) => desiredReplicas)).toEqual([2, 6, 6, 2, 2, 6, 6]);
    expect(steps[4]).toMatchObject({ conditions: { ScalingActive: "False/Paused" }, trace: [] });
  });

  // prettier-ignore
  it.each<{ shows: string; key: string; kind?: string; scaled: readonly (number | null)[]; active: string; last: string | null }>([
    { shows: "writes nothing while it is paused, and resumes at the end", key: "paused-until",            scaled: [null, null, 3],  active: "False/Paused",          last: null },
    { shows: "takes nothing away while scale-down is paused",             key: "scale-down-paused-until", scaled: [6, null, 3],     active: "True/ValidMetricFound", last: "ScaleDownPaused" },
    { shows: "scales a HorizontalPodAutoscaler, which has no pauses",     key: "paused-until",            scaled: [6, 3, 3],        active: "True/ValidMetricFound", last: null, kind: "HorizontalPodAutoscaler" },
  ])("$shows", ({ key, kind = "Autoscaler", scaled, active, last }) => {
    const annotations = { [`autoscaling.trimtab.dev/${key}`]: "2026-01-01T12:00:30Z" };
    const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
    const steps = decided(
      { kind, metadata: { annotations }, spec: { ...spec, behavior } },
      step(0, 4, "60"),
      step(29, 6, "30"),
      step(30, 6, "30"),
    );
    expect(steps.map(({ scaleTo }) => scaleTo)).toEqual(scaled);
    expect(steps[1]).toMatchObject({ conditions: { ScalingActive: active } });
    const held = steps[1]!.trace.find(each => "step" in each && each.step === "pause");
    expect(held && "reason" in held ? held.reason : null).toBe(last);
  });

  it("reads recorded queries, and keeps the size without a single value", () => {
    const query = "sum(queue_length)";
    const target = { type: "AverageValue", averageValue: "10" };
    const metrics = [{ type: "Prometheus", prometheus: { source: "platform", query, target } }];
    const answered = (...values: readonly string[]) => ({
      metrics: { prometheus: { [query]: values } },
    });
    const steps = decided(
      { ...ours, spec: { ...spec, metrics } },
      step(0, 2, "", answered("4e+01")),
      step(15, 4, "", answered()),
      step(30, 4, "", answered("1", "2")),
      step(45, 4, "", answered("NaN")),
      step(60, 4, "", { metrics: { errors: [`prometheus/${query}`] } }),
    );
    expect(steps.map(({ scaleTo }) => scaleTo)).toEqual([4, null, null, null, null]);
    const active = steps.map(({ conditions }) => conditions["ScalingActive"]);
    expect(active.slice(1)).toEqual(Array(4).fill("False/FailedGetPrometheusMetric"));
  });

  it("reads recorded answers of an external scaler, and wakes a workload by them", () => {
    const externalScaler = { source: "queues", metadata: { queue: "jobs" } };
    const metrics = [{ type: "ExternalScaler", externalScaler }];
    const answered = (isActive: boolean, ...values: readonly string[]) => ({
      metrics: {
        externalScaler: {
          queues: { isActive, metrics: [{ name: "length", target: "10", values }] },
        },
      },
    });
    const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
    const steps = decided(
      { ...ours, spec: { ...spec, minReplicas: 0, behavior, metrics } },
      step(0, 2, "", answered(true, "40")),
      step(15, 4, "", answered(true)),
      step(30, 4, "", answered(true, "0")),
      step(45, 1, "", answered(false, "0")),
      step(60, 0, "", answered(false, "50")),
      step(75, 0, "", answered(true, "0")),
      step(90, 1, "", { metrics: { errors: ["externalScaler/queues"] } }),
    );
    expect(steps.map(({ scaleTo }) => scaleTo)).toEqual([4, null, 1, 0, null, 1, null]);
    const failed = "False/FailedGetExternalScalerMetric";
    expect(steps[1]?.conditions["ScalingActive"]).toBe(failed);
    expect(steps[6]?.conditions["ScalingActive"]).toBe(failed);
  });

  it("resumes when the annotation is removed", () => {
    const annotations = { "autoscaling.trimtab.dev/paused-until": "2026-01-01T13:00:00Z" };
    const steps = decided(
      { ...ours, metadata: { annotations } },
      step(0, 4, "60"),
      step(15, 4, "60", { autoscaler: ours }),
    );
    expect(steps.map(({ scaleTo }) => scaleTo)).toEqual([null, 6]);
  });

  it("continues with the rollout that a dry run has followed", () => {
    const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
    const rollout = { scaleDown: "Hold", maxHoldSeconds: 60 };
    const inMode = (mode: string) => ({ ...ours, spec: { ...spec, behavior, rollout, mode } });
    const scale = { specReplicas: 4, statusReplicas: 4, selector: "app=web", rollout: "Rolling" };
    const steps = decided(
      inMode("Active"),
      step(0, 4, "40"),
      step(15, 4, "10", { autoscaler: inMode("DryRun"), scale }),
      step(60, 4, "10", { scale }),
      step(80, 4, "10", { autoscaler: inMode("Active"), scale }),
    );
    // The rollout started at 15 s and holds until 75 s.
    expect(steps.map(({ scaleTo }) => scaleTo)).toEqual([null, null, null, 1]);
  });

  it.each(["DryRun", "Paused"])("forgets in %s its own 0 once another writer ends it", mode => {
    const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
    const inMode = (named: string) => ({
      ...{ ...ours, spec: { ...spec, behavior, minReplicas: 0, mode: named } },
    });
    const steps = decided(
      inMode("Active"),
      step(0, 4, "0"),
      step(15, 2, "0", { autoscaler: inMode(mode) }),
      step(30, 0, "0"),
      step(45, 0, "40", { autoscaler: inMode("Active") }),
    );
    expect(steps.map(({ scaleTo }) => scaleTo)).toEqual([0, null, null, null]);
  });

  it("counts the monitored objects besides the target, and writes the target's share", () => {
    const monitorSelectors = [{ kind: "Deployment", selector: { matchLabels: { app: "web" } } }];
    const all = { ...ours, spec: { ...spec, monitorSelectors } };
    const scale = { specReplicas: 3, statusReplicas: 3, selector: "app=old" };
    const [only] = decided(all, step(0, 2, "90", { monitored: [scale] }));
    expect(only).toMatchObject({ scaleTo: 6 });
    expect(only!.trace.at(-1)).toMatchObject({ step: "target", before: 9, others: 3, after: 6 });
  });

  // prettier-ignore
  it.each([
    { kind: "HPA",        autoscaler: hpa,  conflicts: 4, scaleTo: 9 },
    { kind: "HPA",        autoscaler: hpa,  conflicts: 5, scaleTo: null },
    { kind: "Autoscaler", autoscaler: ours, conflicts: 0, scaleTo: 9 },
    { kind: "Autoscaler", autoscaler: ours, conflicts: 1, scaleTo: null },
  ])("writes $scaleTo for an $kind after $conflicts conflicts", ({ autoscaler, conflicts, scaleTo }) => {
    const [only] = decided(autoscaler, step(0, 5, "90", { conflicts }));
    expect(only).toMatchObject({ scaleTo });
    const reason = scaleTo === null ? "False/FailedUpdateScale" : "True/SucceededRescale";
    expect(only!.conditions["AbleToScale"]).toBe(reason);
  });
});

describe("a sync with a forecast", () => {
  const expects = (load: number) => [{ metric: 0, load, message: "on the last 4 Mondays" }];
  const forecasting = {
    ...ours,
    spec: { ...spec, maxReplicas: 30, forecast: { mode: "Active", timeZone: "Etc/UTC" } },
  };
  const idle = { ...spec, minReplicas: 0, forecast: { mode: "Active", wakeAhead: true } };
  const asleep = { specReplicas: 0, statusReplicas: 0, selector: "app=web", zeroOf: "Operator" };
  const failing = { metrics: { errors: ["external/queue"] } };

  // prettier-ignore
  it.each<{ shows: string; autoscaler?: object; replicas: number; queue: string; more: object; scaleTo: number | null; reason: string | undefined }>([
    { shows: "adds the pods of the expected load", replicas: 12, queue: "120", more: { forecast: { expected: expects(200) } }, scaleTo: 20,   reason: "LoadWillRise" },
    { shows: "adds none while nothing is expected", replicas: 3, queue: "30", more: { forecast: { expected: [], without: null } }, scaleTo: null, reason: undefined },
    { shows: "adds none without a recorded forecast", replicas: 3, queue: "30", more: {},                                     scaleTo: null, reason: undefined },
    { shows: "wakes a workload if the object asks for that", autoscaler: { ...ours, spec: idle }, replicas: 0, queue: "0", more: { scale: asleep, forecast: { expected: expects(20) } }, scaleTo: 2, reason: "LoadWillRise" },
    { shows: "returns what was added while the load is unknown", replicas: 20, queue: "", more: { ...failing, forecast: { expected: [], without: 3 } }, scaleTo: 3, reason: "ForecastReturned" },
  ])("$shows", ({ autoscaler = forecasting, replicas, queue, more, scaleTo, reason }) => {
    const [only] = decided(autoscaler, step(0, replicas, queue, more));
    const found = only!.trace.find(each => "step" in each && ["forecast", "return"].includes(each.step));
    const [written, why] = [only!.scaleTo, found && "reason" in found ? found.reason : undefined];
    expect([written, why]).toEqual([scaleTo, reason]);
  });

  it("decides again what was recorded", () => {
    const settings = { ...upstreamSettings, scaleToZero: true };
    const defaulted = withDefaults(forecasting.spec as never, settings);
    const queues = [30, 30, 200, 190, 30, null, 30];
    const expected = [[], expects(200), expects(210), [], [], [], expects(300)];
    let [memory, replicas] = [emptyMemory, 3];
    const syncs = queues.map((queue, index) => {
      const before = replicas;
      const now = Date.parse(step(15 * index, 0, "").now);
      const forecast = { expected: expected[index]!, without: index < 5 ? null : 5 };
      const { memory: after, outcome } = syncTarget(memory, {
        ...{ uid: "", mode: "Active", isTotal: false, now, spec: defaulted, settings },
        profile: profiles["Trimtab-1"],
        observation: {
          scale: { specReplicas: before, statusReplicas: before },
          ...{ pods: ok([]), controlled: ok(() => true), forecast },
          answers: [
            queue === null
              ? { kind: "Failed", message: "cannot read external/queue" }
              : { kind: "Values", values: [BigInt(1_000 * queue)] },
          ],
        },
      });
      const { from, to } = outcome!.decision;
      memory = from === to ? after : afterWrite(after, { from, to, now });
      replicas = to;
      const more = queue === null ? { ...failing, forecast } : { forecast };
      return { recorded: step(15 * index, before, String(queue), more), outcome: outcome! };
    });
    const replayed = decided(forecasting, ...syncs.map(({ recorded }) => recorded));
    const counts = syncs.map(({ outcome: { decision } }) => decision.to);
    expect(replayed.map(({ scaleTo }, index) => scaleTo ?? counts[index])).toEqual(counts);
    const steps = (trace: readonly object[]) => trace.filter(each => "step" in each);
    expect(replayed.map(({ trace }) => steps(trace))).toEqual(
      syncs.map(({ outcome }) => steps(traceOf(outcome.decision))),
    );
    expect(counts.slice(0, 3)).toEqual([3, 7, 14]);
  });
});

describe("a sync with a cooldown", () => {
  const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
  const patient = { ...ours, spec: { ...spec, behavior, cooldown: { scaleUpSeconds: 60 } } };

  // prettier-ignore
  it.each([
    { shows: "waits if it has added as many",    sizes: [2, 6, 2], queues: ["60", "20", "60"], scaled: [6, 2, null] },
    { shows: "does not wait with a larger vote", sizes: [2, 6, 2], queues: ["60", "20", "70"], scaled: [6, 2, 6] },
    { shows: "does not wait after its own fall", sizes: [6, 2], queues: ["20", "60"], scaled: [2, 6] },
    { shows: "does not wait after its own rise", sizes: [2, 6], queues: ["60", "20"], scaled: [6, 2] },
    { shows: "reverts a rise by another client", sizes: [2, 6], queues: ["20", "20"], scaled: [null, 2] },
    { shows: "reverts a fall by another client", sizes: [6, 2], queues: ["60", "60"], scaled: [null, 6] },
  ])("$shows", ({ sizes, queues, scaled }) => {
    const syncs = sizes.map((size, index) => step(index * 15, size, queues[index]!));
    expect(decided(patient, ...syncs).map(({ scaleTo }) => scaleTo)).toEqual(scaled);
  });
});
