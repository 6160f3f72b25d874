import type { TestContext } from "vitest";

import { tokenFor } from "../../../hack/cluster/token.ts";
import { operatorNamespace, operatorServiceAccount } from "../../../hack/operator/chart.ts";
import { startOperator, type Operator } from "../../../hack/operator/operator.ts";
import type { Place } from "./fault-cluster.ts";
import { startFaultProxy, type FaultProxy } from "./fault-proxy.ts";

interface OperatorIn {
  readonly proxy: FaultProxy;
  /** A test may start another one after it has killed the first. */
  readonly start: (how?: { readonly readyWithinMs?: number }) => Promise<Operator>;
}

/**
 * For an operator that works in one place only, behind a proxy of its own, until the test ends. Tests in other places,
 * with operators of their own, can run at the same time.
 */
export async function operatorIn(
  { cluster, namespace }: Place,
  replica: string,
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
): Promise<OperatorIn> {
  const proxy = await startFaultProxy(cluster);
  const { server, ca } = proxy;
  const token = await tokenFor(cluster, operatorNamespace, operatorServiceAccount);
  const args = [`--watch-namespaces=${namespace}`, "--request-timeout-seconds=2"];
  let operator: Operator | undefined;
  onTestFinished(async () => {
    // Otherwise the operator would first wait for responses that a fault withholds.
    proxy.heal();
    await operator?.stop();
    proxy.stop();
  });
  const start = async (how = {}): Promise<Operator> => {
    const options = { replica, server, ca, token, args, webhook: false, ...how };
    operator = await startOperator(cluster, options);
    return operator;
  };
  return { proxy, start };
}
