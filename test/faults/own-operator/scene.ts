import type { TestContext } from "vitest";

import { actingFor, apiRequest, mustRequest } from "../../../hack/cluster/api.ts";
import type { Cluster } from "../../../hack/cluster/cluster.ts";
import {
  operatorNamespace,
  operatorServiceAccount,
  renderChart,
} from "../../../hack/operator/chart.ts";
import { pathOf } from "../../../hack/operator/install.ts";
import type { MetricsApi } from "../../../hack/operator/metrics-api.ts";
import { startOperator, type Operator } from "../../../hack/operator/operator.ts";
import { eventually } from "../../integration/eventually.ts";
import type { Place } from "../cluster/fault-cluster.ts";

/** What the tests share. Each one does to its own operator what none of the others would survive. */
export interface Scene {
  readonly cluster: Cluster;
  readonly metrics: MetricsApi;
}

export type Test = Pick<TestContext, "onTestFinished">;

/** The operator of the installation, as the API server knows it. */
export const user = `system:serviceaccount:${operatorNamespace}:${operatorServiceAccount}`;

/** Returns how to start an operator that works only in this place, and ends with the test. */
export async function operatorOf(
  { cluster, namespace }: Place,
  replica: string,
  { onTestFinished }: Test,
): Promise<(token?: string) => Promise<Operator>> {
  for (const object of await renderChart({ watchNamespaces: [namespace] })) {
    if (object.metadata?.namespace !== namespace) continue;
    const path = `${pathOf(object)}?fieldManager=hack&force=true`;
    await mustRequest(cluster, "PATCH", path, object, "application/apply-patch+yaml");
  }
  const operator = actingFor(cluster, { user });
  const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  // A Role takes effect a moment after it is accepted.
  await eventually(async () => {
    const { code } = await apiRequest(operator, "GET", `${leases}/trimtab-namespace`);
    if (code === 403) throw new Error(`the operator has no rights in ${namespace}`);
  });
  const args = [`--watch-namespaces=${namespace}`];
  return async token => {
    const given = token === undefined ? {} : { token };
    const started = await startOperator(cluster, { replica, webhook: false, args, ...given });
    onTestFinished(() => started.stop());
    return started;
  };
}
