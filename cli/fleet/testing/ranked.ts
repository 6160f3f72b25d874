import type { Ranked } from "../model/report.ts";

/** An object with a suggestion. */
export const rankedOf = ({
  name,
  ...changes
}: { readonly name: string } & Partial<Ranked>): Ranked => ({
  object: { cluster: "prod", kind: "HorizontalPodAutoscaler", namespace: "shop", name },
  accuracy: { near: 0.95, days: [] },
  today: { replicaHours: 100, lostWork: 0.002, shortMinutes: 10, monthlyCost: 500 },
  suggested: { replicaHours: 80, lostWork: 0.001, shortMinutes: 4, monthlyCost: 400 },
  changes: [{ parameter: "CPU utilization", today: "70%", suggested: "80%" }],
  ...{ patch: "spec: {}\n", evidence: [] },
  ...{ saving: { value: 100, low: 90, high: 110 }, shortMinutesSaved: 6 },
  ...changes,
});
