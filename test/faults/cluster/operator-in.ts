import type { TestContext } from "vitest";

import {
  startOperator,
  type Operator,
  type OperatorOptions,
} from "../../../hack/operator/operator.ts";
import type { Place } from "./fault-cluster.ts";
import { startFaultProxy, type FaultProxy } from "./fault-proxy.ts";

export type Test = Pick<TestContext, "onTestFinished">;
type Start = (more?: Partial<OperatorOptions>) => Promise<Operator>;

/**
 * Starts operators that work in one place only, and end with the test. Tests in other places, with operators of their
 * own, can run at the same time. A test may start another one after it has killed the first. An operator of all
 * namespaces, as by default, meets such faults in refusals.test.ts, random-kills.test.ts and the outages.
 */
export function operatorIn(
  { cluster, namespace }: Place,
  { onTestFinished }: Test,
  { args = [], ...options }: OperatorOptions,
): Start {
  const own = [`--watch-namespaces=${namespace}`, ...args];
  return async more => {
    const operator = await startOperator(cluster, {
      ...{ webhook: false, args: own },
      ...options,
      ...more,
    });
    onTestFinished(() => operator.stop());
    return operator;
  };
}

/** The same, behind a proxy that injects faults. */
export async function proxiedIn(
  place: Place,
  test: Test,
  replica: string,
): Promise<{ readonly proxy: FaultProxy; readonly start: Start }> {
  const proxy = await startFaultProxy(place.cluster);
  test.onTestFinished(() => {
    proxy.stop();
  });
  const { server, ca } = proxy;
  const args = ["--request-timeout-seconds=2"];
  const start = operatorIn(place, test, { replica, server, ca, args });
  return {
    proxy,
    start: async more => {
      const operator = await start(more);
      // Runs before the operator ends, which would wait for responses that a fault withholds.
      test.onTestFinished(() => {
        proxy.heal();
      });
      return operator;
    },
  };
}
