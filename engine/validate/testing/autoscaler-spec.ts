import type { SpecCase } from "./spec-case.ts";

/**
 * A case that also applies to a HorizontalPodAutoscaler: its API server gives the same verdict
 * unless `upstream` is set.
 */
export interface AutoscalerCase extends SpecCase {
  /** The verdict on a HorizontalPodAutoscaler with the same spec, if it differs. */
  readonly upstream?: "accepted" | "refused";
}

export const web = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
export const cpu80 = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
};

/** A spec that is valid and without warnings, except for these fields. */
export const spec = (fields: object) => ({
  scaleTargetRef: web,
  maxReplicas: 10,
  metrics: [cpu80],
  ...fields,
});
export const metrics = (...list: unknown[]) => spec({ metrics: list });
