import type { TestProject } from "vitest/node";

import { operatorUser } from "../../../hack/cluster/operator/chart.ts";
import { installProduct, removeWebhook } from "../../../hack/cluster/operator/install.ts";
import { startOperator } from "../../../hack/cluster/operator/operator.ts";
import { watchedGroup } from "../gadgets.ts";
import {
  metricSourceArgs,
  prepareMetricSources,
  removeMetricSources,
  secretMark,
} from "../prometheus/metric-sources.ts";
import { sharedCluster } from "./shared-cluster.ts";
import { operatorValues } from "./shared-operator.ts";
import { allowUnguarded, allowWithoutPolicy } from "./unguarded.ts";

/** One operator for all integration tests, with its own service account. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await sharedCluster();
  const extraTargets = [{ apiGroup: watchedGroup, resource: "gadgets", watch: true }];
  await installProduct(cluster, { ...operatorValues, extraTargets });
  const replica = "integration";
  const metricSources = await prepareMetricSources();
  const operator = await startOperator(cluster, {
    replica,
    // Default settings, but with a certificate that is renewed during the tests.
    ...{ managesCertificate: true, elects: true },
    values: { ...operatorValues, certificate: { lifetimeSeconds: 60 }, extraTargets },
    args: metricSourceArgs(metricSources),
  });
  await Promise.all([allowUnguarded(cluster), allowWithoutPolicy(cluster)]);
  const { pid, url, metricsUrl } = operator;
  project.provide("operator", { user: operatorUser, replica, pid, url, metricsUrl });
  project.provide("metricSources", metricSources);
  return async () => {
    // Left behind, it would reject every object in a cluster that outlives this run.
    await removeWebhook(cluster);
    await operator.stop();
    removeMetricSources(metricSources);
    if (operator.log().includes(secretMark))
      throw new Error("the operator has logged a credential");
  };
}
