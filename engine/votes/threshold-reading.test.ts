import { expect, it } from "vitest";

import type { ValueThreshold } from "../model/spec/autoscaler-spec.ts";
import { conditionOf } from "./threshold-reading.ts";

const selector = { matchLabels: { queue: "mail" } };
const rate = { name: "rate" };
const service = { apiVersion: "v1", kind: "Service", name: "web" };

// prettier-ignore
it.each<{ metric: ValueThreshold["metric"]; text: string }>([
  { metric: { type: "Resource", resource: { name: "cpu" } }, text: "cpu > 50 for 30 s: +1" },
  { metric: { type: "ContainerResource", containerResource: { name: "cpu", container: "app" } }, text: "cpu of container app > 50 for 30 s: +1" },
  { metric: { type: "Pods", pods: { metric: rate } }, text: "pods metric rate > 50 for 30 s: +1" },
  { metric: { type: "Object", object: { describedObject: service, metric: rate } }, text: "Service metric rate of v1 web > 50 for 30 s: +1" },
  { metric: { type: "External", external: { metric: { ...rate, selector } } }, text: "external metric rate of {queue=mail} > 50 for 30 s: +1" },
])("describes a condition on $metric.type as $text", ({ metric, text }) => {
  const condition = { comparison: "GreaterThan", value: "50", durationSeconds: 30 } as const;
  expect(conditionOf({ ...condition, metric, increment: 1 })).toBe(text);
});
