import { describe, expect, it } from "vitest";

import type { AutoscalerSpec as StoredSpec } from "../crds/generated/autoscaler.ts";
import type { AutoscalerSpec } from "./autoscaler-spec.ts";
import { fromStoredSpec } from "./autoscaler-fields.ts";

const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
const memory = (averageValue: number | string) => [
  {
    type: "Resource" as const,
    resource: { name: "memory", target: { type: "AverageValue" as const, averageValue } },
  },
];
const policy = { type: "Pods", value: 2, periodSeconds: 60 } as const;

describe("fromStoredSpec", () => {
  // prettier-ignore
  it.each<{ shows: string; stored: Partial<StoredSpec>; want: Partial<AutoscalerSpec> }>([
    { shows: "what is left out",         stored: {},                                                      want: {} },
    { shows: "a 0",                      stored: { minReplicas: 0 },                                      want: { minReplicas: 0 } },
    { shows: "no metrics at all",        stored: { metrics: [] },                                         want: { metrics: [] } },
    { shows: "a quantity",               stored: { metrics: memory("64Mi") },                             want: { metrics: memory("64Mi") as never } },
    { shows: "a quantity as a number",   stored: { metrics: memory(1.5) },                                want: { metrics: memory("1.5") as never } },
    { shows: "a large one",              stored: { metrics: memory(1e21) },                               want: { metrics: memory("1e+21") as never } },
    { shows: "an empty behavior",        stored: { behavior: {} },                                        want: { behavior: { scaleUp: null, scaleDown: null } } },
    { shows: "one direction",            stored: { behavior: { scaleDown: { policies: [policy] } } },     want: { behavior: { scaleUp: null, scaleDown: { policies: [policy] } } } },
    { shows: "a tolerance of 0",         stored: { behavior: { scaleUp: { tolerance: 0 } } },             want: { behavior: { scaleUp: { tolerance: "0" }, scaleDown: null } } },
    { shows: "a tolerance as text",      stored: { behavior: { scaleUp: { tolerance: "50m" } } },         want: { behavior: { scaleUp: { tolerance: "50m" }, scaleDown: null } } },
    { shows: "whose arithmetic",         stored: { compatibility: "HPA-1.36" },                           want: { compatibility: "HPA-1.36" } },
    { shows: "nothing of the rest",      stored: { mode: "DryRun", syncPeriodSeconds: 30 },               want: {} },
  ])("carries over $shows", ({ stored, want }) => {
    const spec = fromStoredSpec({ scaleTargetRef, maxReplicas: 5, ...stored });
    expect(spec).toStrictEqual({ maxReplicas: 5, ...want });
  });

  it("leaves a utilization as it is", () => {
    const target = { type: "Utilization" as const, averageUtilization: 80 };
    const metrics = [{ type: "Resource" as const, resource: { name: "cpu", target } }];
    expect(fromStoredSpec({ scaleTargetRef, maxReplicas: 5, metrics }).metrics).toEqual(metrics);
  });
});
