import { expect, it } from "vitest";

import {
  active,
  ago,
  condition,
  cpu,
  deployment,
  findingsIn,
  found,
  hpa,
  scaledObject,
  usage,
} from "../testing/objects.ts";

const limited = (minutes: number) =>
  condition("ScalingLimited", "True", "TooManyReplicas", minutes);
const full = (minutes = 180, more: object = {}) => ({
  ...{ currentReplicas: 10, desiredReplicas: 10, currentMetrics: [usage("cpu", 105)] },
  ...{ conditions: [active, limited(minutes)], ...more },
});

it.each([
  { shows: "at its maximum for three hours", object: hpa({}, full()), want: ["warning AtMaximum"] },
  { shows: "a right one", object: hpa(), want: [] },
  { shows: "at its maximum for half an hour", object: hpa({}, full(30)), want: [] },
  {
    shows: "at its maximum, but scaled there a minute ago",
    object: hpa({}, full(180, { lastScaleTime: ago(1) })),
    want: [],
  },
  {
    shows: "at its maximum, as its metrics ask",
    object: hpa(
      {},
      full(180, {
        conditions: [active, condition("ScalingLimited", "False", "DesiredWithinRange")],
      }),
    ),
    want: [],
  },
  {
    shows: "limited by its minimum",
    object: hpa(
      {},
      full(180, { conditions: [active, condition("ScalingLimited", "True", "TooFewReplicas")] }),
    ),
    want: [],
  },
  { shows: "its maximum was raised just now", object: hpa({ maxReplicas: 20 }, full()), want: [] },
  {
    shows: "a fixed count",
    object: hpa({ minReplicas: 10 }, full()),
    want: ["note MinimumEqualsMaximum"],
  },
  {
    shows: "a minimum of 1 by default",
    object: hpa({ minReplicas: undefined, maxReplicas: 1 }),
    want: ["note MinimumEqualsMaximum"],
  },
  {
    shows: "a ScaledObject of one size",
    object: scaledObject({ minReplicaCount: 9 }),
    want: ["note MinimumEqualsMaximum"],
  },
  {
    shows: "a ScaledObject of one size that idles",
    object: scaledObject({ minReplicaCount: 9, idleReplicaCount: 0 }),
    want: [],
  },
  {
    shows: "a ScaledObject from 0 to 1",
    object: scaledObject({ minReplicaCount: undefined, maxReplicaCount: 1 }),
    want: [],
  },
])("bounds: $shows", ({ object, want }) => {
  expect(found([object, deployment()])).toEqual(want);
});

it("says how many replicas the metrics ask for", () => {
  const [finding] = findingsIn([hpa({ metrics: [cpu()] }, full()), deployment()]);
  expect(finding).toEqual({
    ...{ rule: "AtMaximum", severity: "warning" },
    object: { cluster: "test", kind: "HorizontalPodAutoscaler", namespace: "shop", name: "web" },
    message:
      "has been at its maximum of 10 replicas for 3 hours, while cpu is at 150% of its target",
    remedy: "raise maxReplicas to 15 or more, or reduce what each request costs",
  });
});
