import fc from "fast-check";
import { expect, it } from "vitest";

import type { ThresholdSpec } from "./model/spec/autoscaler-spec.ts";
import { runs } from "./testing/runs.ts";
import { PERIOD_MS, requests, ThresholdScene, valueThreshold } from "./testing/threshold-scene.ts";

it("a threshold waits for its duration, whenever the clock was set back", () => {
  const seconds = fc.constantFrom(30, 60, 300);
  const before = fc.array(fc.constantFrom(20, 400), { minLength: 1, maxLength: 30 });
  const back = fc.integer({ min: 1, max: 86_400_000 });
  const property = fc.property(seconds, before, back, (durationSeconds, loads, byMs) => {
    const value = valueThreshold("GreaterThan", "50", { durationSeconds });
    const busy: ThresholdSpec = { name: "busy", type: "Value", value };
    const scene = new ThresholdScene(3, { thresholds: [busy], maxReplicas: 1000 });
    for (const load of loads) scene.look([requests(load * scene.current)]);
    scene.now -= byMs;
    const { current } = scene;
    // The samples of the duration, and one more because a sample at the time of a change is old.
    const looks = (durationSeconds * 1000) / PERIOD_MS + 2;
    for (let look = 0; look < looks; look++) scene.look([requests(400 * scene.current)]);
    expect(scene.current).toBeGreaterThan(current);
  });
  fc.assert(property, runs(200));
});
