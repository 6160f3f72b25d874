import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { AutoscalerSpec } from "./model/spec/autoscaler-spec.ts";
import {
  behaviors,
  boundsOf,
  decideOn,
  recommended,
  settingsWith,
  waits,
} from "./testing/autoscaler-world.ts";
import { withDefaults } from "./spec/defaults.ts";
import { emptyHistory, type History } from "./model/history.ts";
import { profiles } from "./model/spec/profile.ts";
import { abandonScale, beginScale, completeScale } from "./history/scale-record.ts";
import type { Settings } from "./model/spec/settings.ts";
import { autoscalerConditions } from "./status/targets/autoscaler-conditions.ts";
import type { ConditionDraft } from "./status/targets/conditions.ts";
import { runs } from "./testing/runs.ts";
import { UpstreamModel } from "./testing/upstream-model.ts";

interface Sync {
  readonly spec: Omit<AutoscalerSpec, "metrics">;
  readonly hasOutsideMetric: boolean;
  readonly current: number;
  readonly wanted: number | null;
  readonly writeFails: boolean;
}

interface Outcome {
  readonly scaleTo: number | null;
  readonly conditions: Readonly<Record<string, string>>;
}

/** The model and the engine's decisions side by side. */
class World {
  now = Date.parse("2026-01-01T00:00:00Z");
  readonly #settings: Settings;
  readonly #model: UpstreamModel;
  #history: History = emptyHistory("uid");
  #conditions: readonly ConditionDraft[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#model = new UpstreamModel(settings);
  }

  model({ spec, wanted, ...sync }: Sync): Outcome {
    // Of a metric of pods, a single value is within the tolerance even if that is 0.
    const isOnTarget = wanted === 1 && !sync.hasOutsideMetric;
    const scaleTo = this.#model.sync({
      ...sync,
      now: this.now,
      spec: withDefaults(spec, this.#settings),
      proposal: isOnTarget ? sync.current : wanted,
    });
    return { scaleTo, conditions: { ...this.#model.conditions } };
  }

  ours(sync: Sync): Outcome {
    const { current, writeFails } = sync;
    const profile = profiles["HPA-1.36"];
    const given = { now: this.now, settings: this.#settings, profile, history: this.#history };
    const { decision, history } = decideOn({ ...sync, ...given });
    const wants = decision.to !== current;
    const begun = beginScale(history, { from: current, to: decision.to, time: this.now });
    const written = writeFails ? abandonScale(begun) : completeScale(begun, this.now);
    this.#history = wants ? written : history;

    const isWritten = wants && !writeFails;
    const { scaledToZero } = this.#history;
    const report = { decision, isWritten, scaledToZero };
    this.#conditions = autoscalerConditions(report, this.#conditions);
    const conditions = this.#conditions.map(({ type, status, reason }) => [
      type,
      `${status}/${reason.startsWith("FailedGet") ? "Failed" : reason}`,
    ]);
    return {
      scaleTo: isWritten ? decision.to : null,
      conditions: Object.fromEntries(conditions) as Record<string, string>,
    };
  }
}

const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const specs = fc
  .tuple(boundsOf(0), fc.option(behaviors, { freq: 4 }))
  .map(([bounds, behavior]) => ({ ...bounds, behavior, algorithm: "HPA-1.36" as const }));

const objects = fc.record({ spec: specs, hasOutsideMetric: fc.boolean() });

const steps = fc.array(
  fc.record({
    wait: waits,
    wanted: fc.option(recommended, { freq: 12 }),
    person: rarely(fc.nat(20)),
    edit: rarely(objects),
    writeFails: rarely(fc.constant(true)),
  }),
  { minLength: 1, maxLength: 80, size: "max" },
);

describe("HPA-1.36 against upstream's own lists, line by line", () => {
  it("writes the same counts and conditions, whatever edits occur in between", () => {
    const flags = fc.record({
      scaleToZero: fc.boolean(),
      downscaleStabilizationSeconds: fc.constantFrom(0, 30, 60, 300),
    });
    const property = fc.property(flags, objects, fc.nat(20), steps, (settings, ...world) => {
      const [first, count, all] = world;
      const sides = new World(settingsWith(settings));
      let object = first;
      let current = count;
      for (const { wait, wanted, person, edit, writeFails } of all) {
        sides.now += wait;
        object = edit ?? object;
        current = person ?? current;
        const sync = { ...object, current, wanted, writeFails: writeFails ?? false };
        const model = sides.model(sync);
        expect(sides.ours(sync)).toEqual(model);
        current = model.scaleTo ?? current;
      }
    });
    fc.assert(property, runs(400));
  });
});
