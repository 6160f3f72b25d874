/** What a trigger of this type would need here. */
export function missing(type: unknown): string {
  const name = typeof type === "string" ? type : "this";
  const known = Object.hasOwn(reasons, name) ? reasons[name] : undefined;
  return known ?? `trigger ${name}: nothing here reads it; ${throughAdapter}`;
}

const throughAdapter =
  "publish its value through an adapter of external.metrics.k8s.io and add an External metric";

const reasons: Readonly<Record<string, string>> = {
  cpu: "trigger cpu: its metricType must be Utilization with a whole number, or AverageValue",
  memory: "trigger memory: its metricType must be Utilization with a whole number, or AverageValue",
  prometheus:
    "trigger prometheus: it needs a query and a threshold, and metricType AverageValue or Value",
  external: "trigger external: it needs a scalerAddress, and metricType AverageValue or Value",
  "external-push":
    "trigger external-push: it needs a scalerAddress, and metricType AverageValue or Value",
  "kubernetes-workload":
    "trigger kubernetes-workload: no metric counts the pods of another workload",
  "kubernetes-resource":
    "trigger kubernetes-resource: no metric reads a field of an object; publish it through an adapter of custom.metrics.k8s.io and add an Object metric",
};
