import type { TestContext } from "vitest";

import {
  startOperator,
  type Operator,
  type OperatorOptions,
} from "../../../hack/cluster/operator/operator.ts";
import type { Place } from "./fault-cluster.ts";
import { startFaultProxy, type FaultProxy } from "./fault-proxy.ts";

export type Test = Pick<TestContext, "onTestFinished">;
type Start = (more?: Partial<OperatorOptions>) => Promise<Operator>;

/**
 * Starts operators that work in one place only, and end with the test. Tests in other places, with operators of their
 * own, can run at the same time. A test may start another one after it has killed the first. An operator that
 * watches all namespaces, which is the default, is tested with refusals, kills and outages in refusals.test.ts,
 * random-kills.test.ts and outage-*.test.ts.
 */
export function operatorIn(
  { cluster, namespace }: Place,
  { onTestFinished }: Test,
  { args = [], ...options }: OperatorOptions,
): Start {
  const own = [`--watch-namespaces=${namespace}`, ...args];
  return more => {
    const starting = startOperator(cluster, {
      ...{ webhook: false, args: own },
      ...options,
      ...more,
    });
    // Registered before the operator is ready, because the test may fail before then.
    onTestFinished(async () => {
      const operator = await starting.catch(() => undefined);
      await operator?.stop();
    });
    return starting;
  };
}

/**
 * The same, behind a proxy that injects faults.
 *
 * @param timeoutSeconds  the operator's `--request-timeout-seconds`
 */
export async function proxiedIn(
  place: Place,
  test: Test,
  ...[replica, timeoutSeconds = 2]: [replica: string, timeoutSeconds?: number]
): Promise<{ readonly proxy: FaultProxy; readonly start: Start }> {
  const proxy = await startFaultProxy(place.cluster);
  test.onTestFinished(() => {
    proxy.stop();
  });
  const { server, ca } = proxy;
  const args = [`--request-timeout-seconds=${timeoutSeconds}`];
  const start = operatorIn(place, test, { replica, server, ca, args });
  return {
    proxy,
    start: more => {
      const starting = start(more);
      // Runs before the operator is stopped, which would wait for responses that a fault withholds.
      test.onTestFinished(() => {
        proxy.heal();
      });
      return starting;
    },
  };
}
