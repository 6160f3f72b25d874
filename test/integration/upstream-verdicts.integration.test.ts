import { beforeAll, describe, expect, it } from "vitest";

import { specCases } from "../../engine/validate/autoscaler.cases.ts";
import { apiRequest } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { sharedCluster } from "./cluster/shared-cluster.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await sharedCluster();
}, 600_000);

const ours: ReadonlySet<string> = new Set([
  "mode",
  "syncPeriodSeconds",
  "cooldown",
  "scaleDownOrder",
  "rollout",
  "healthGate",
  "selectionStrategy",
  "algorithm",
  "compatibility",
  "thresholds",
  "schedules",
  "targetSelector",
  "monitorSelectors",
  "targetSelection",
  "combine",
  "forecast",
  "replicaMultiple",
  "cpuInitializationPeriodSeconds",
  "initialReadinessDelaySeconds",
]);
/** Types of metrics that upstream does not know. */
const ourTypes: readonly unknown[] = ["Prometheus", "ExternalScaler"];

function namesOurType(spec: unknown): boolean {
  const { metrics } = (spec ?? {}) as { readonly metrics?: unknown };
  if (!Array.isArray(metrics)) return false;
  return metrics.some(metric => ourTypes.includes((metric as { type?: unknown } | null)?.type));
}

const upstreamPart = (spec: unknown): unknown =>
  JSON.parse(JSON.stringify(spec, (key, value: unknown) => (ours.has(key) ? undefined : value)));

describe("a HorizontalPodAutoscaler with the spec of an Autoscaler", () => {
  it.each(specCases)("gets the verdict in the table: $when", async row => {
    const { code, text } = await apiRequest(
      cluster,
      "POST",
      "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers?dryRun=All&fieldValidation=Strict",
      {
        apiVersion: "autoscaling/v2",
        kind: "HorizontalPodAutoscaler",
        metadata: { name: "case" },
        spec: upstreamPart(row.spec),
      },
    );
    const isRefused = row.errors.length > 0 || namesOurType(row.spec);
    const same = isRefused ? "refused" : "accepted";
    expect([code === 201 ? "accepted" : "refused", text]).toEqual([row.upstream ?? same, text]);
  });
});
