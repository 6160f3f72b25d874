import fc from "fast-check";
import { expect, it } from "vitest";

import type { AutoscalerSpec, ScalingPolicy } from "../../engine/model/spec/autoscaler-spec.ts";
import { runs } from "../../engine/testing/runs.ts";
import { World } from "../world/world.ts";
import { metrics } from "./features.ts";

/** Some of them allow less than a group in a period. */
const policies: fc.Arbitrary<readonly ScalingPolicy[]> = fc
  .record({
    type: fc.constantFrom("Pods" as const, "Percent" as const),
    value: fc.constantFrom(1, 2, 50, 100),
    periodSeconds: fc.constantFrom(15, 60),
  })
  .map(policy => [policy, { type: "Pods", value: 1, periodSeconds: 60 }]);

const drawn = fc.record({
  replicaMultiple: fc.integer({ min: 2, max: 5 }),
  before: fc.integer({ min: 1, max: 30 }),
  load: fc.record({
    cpu: fc.integer({ min: 5, max: 900 }),
    rps: fc.integer({ min: 1, max: 350 }),
    queue: fc.nat(90),
  }),
  up: policies,
  down: policies,
});

it("under a constant load, whole groups are reached without turning back, and kept", () => {
  const property = fc.property(drawn, ({ replicaMultiple, before, load, up, down }) => {
    const spec: AutoscalerSpec = {
      ...{ minReplicas: 1, maxReplicas: 30, replicaMultiple, metrics },
      behavior: {
        scaleUp: { policies: up },
        scaleDown: { policies: down, stabilizationWindowSeconds: 0 },
      },
    };
    const world = new World({
      spec,
      workloads: { web: before },
      load,
      startSeconds: 0,
    });
    const counts: number[] = [];
    for (let sync = 0; sync < 160; sync += 1) {
      world.pass(15);
      const outcome = world.decide();
      world.apply(outcome);
      counts.push(outcome.decision.to);
    }
    const changes = counts.slice(1).map((count, index) => Math.sign(count - counts[index]!));
    const directions = changes.filter(change => change !== 0);
    expect(
      directions.filter((change, index) => change !== (directions[index - 1] ?? change)),
    ).toEqual([]);
    // What a person has written stays until something asks for another count.
    const isWhole = (count: number) => count % replicaMultiple === 0 || count === before;
    expect(counts.filter(count => !isWhole(count))).toEqual([]);
    expect(new Set(counts.slice(-20)).size).toBe(1);
  });
  fc.assert(property, runs(60));
});
