import { decideAutoscalerCase, type StepOutcome } from "../autoscaler-case.ts";

const metrics = [
  { type: "External", external: { metric: { name: "queue" }, target: { averageValue: "10" } } },
];
export const spec = { minReplicas: 1, maxReplicas: 9, metrics };
export const hpa = { kind: "HorizontalPodAutoscaler", spec };
export const ours = { kind: "Autoscaler", spec };

/**
 * A sync some seconds after noon with this many replicas and this queue length; the target is ten
 * per replica.
 */
export const step = (seconds: number, replicas: number, queue: string, more: object = {}) => ({
  now: new Date(Date.parse("2026-01-01T12:00:00Z") + seconds * 1000).toISOString(),
  scale: { specReplicas: replicas, statusReplicas: replicas, selector: "app=web" },
  pods: null,
  metrics: { external: { queue: [queue] } },
  ...more,
});

export function stepsOf(recorded: object): readonly StepOutcome[] {
  const outcome = decideAutoscalerCase({ name: "web", ...recorded });
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.value.steps;
}
