import type { SpecCase } from "./spec-case.ts";

/** A case that a HorizontalPodAutoscaler has too: its API server judges the same, unless it says otherwise. */
export interface AutoscalerCase extends SpecCase {
  /** What a HorizontalPodAutoscaler of the same spec meets, where that is another verdict. */
  readonly upstream?: "accepted" | "refused";
}

export const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
export const cpu80 = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
};

/** A valid spec, without a warning, but for these fields. */
export const spec = (fields: object) => ({
  scaleTargetRef: web,
  maxReplicas: 10,
  metrics: [cpu80],
  ...fields,
});
export const metrics = (...list: unknown[]) => spec({ metrics: list });
