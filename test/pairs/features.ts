import fc from "fast-check";

import type { AutoscalerSpec, MetricSpec } from "../../engine/autoscaler-spec.ts";
import type { Settings } from "../../engine/settings.ts";
import { behaviors } from "../../engine/testing/autoscaler-world.ts";

/** What a feature, being on, adds to a world. */
export interface Feature {
  readonly spec?: fc.Arbitrary<Partial<AutoscalerSpec>>;
  readonly settings?: fc.Arbitrary<Partial<Settings>>;
  /** Of so many syncs about one comes after somebody's edit of the count; 12. */
  readonly meddling?: number;
}

const each = (averageValue: string) => ({ type: "AverageValue", averageValue });
const byCpu: MetricSpec = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
};
const byRequests: MetricSpec = {
  type: "Pods",
  pods: { metric: { name: "rps" }, target: each("20") },
};
const byQueue: MetricSpec = {
  type: "External",
  external: { metric: { name: "queue" }, target: each("5") },
};
/** By the names of the loads. */
export const metrics: readonly MetricSpec[] = [byCpu, byRequests, byQueue];

const cooldownSeconds = fc.constantFrom(0, 15, 45, 180, 300);

/** What can be measured while no pod runs, and what cannot. */
const outside = fc.constantFrom([byQueue], [byCpu, byQueue]);

export const features: Readonly<Record<string, Feature>> = {
  behavior: { spec: fc.record({ behavior: behaviors }) },
  cooldown: {
    spec: fc.record({
      cooldown: fc.record(
        { scaleUpSeconds: cooldownSeconds, scaleDownSeconds: cooldownSeconds },
        { requiredKeys: [] },
      ),
    }),
  },
  rollout: {
    spec: fc.record({
      rollout: fc.record({
        scaleDown: fc.constant("Hold" as const),
        maxHoldSeconds: fc.constantFrom(30, 120, 3600),
      }),
    }),
  },
  people: {
    spec: fc.record({ minReplicas: fc.constant(0), metrics: outside }),
    settings: fc.record({ scaleToZero: fc.boolean() }),
    meddling: 4,
  },
};
