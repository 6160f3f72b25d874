import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

import { mustRequest } from "../../../hack/cluster/api.ts";
import type { Cluster } from "../../../hack/cluster/cluster.ts";
import { startOperator, type Operator } from "../../../hack/operator/operator.ts";
import {
  autoscalerPath,
  createScaled,
  makePlace,
  setNodes,
  startFaultCluster,
  untilHistory,
  type Place,
} from "./fault-cluster.ts";
import { startFaultProxy, type FaultProxy } from "./fault-proxy.ts";

/** An operator that reaches the API server through a proxy that injects faults. */
export interface Proxied {
  readonly proxy: FaultProxy;
  /** New for each test: two nodes, and the object `web`, which has scaled its target to two. */
  readonly place: Place;
  /** New for each test. */
  readonly operator: Operator;
  /** Starts another one, after the test has stopped or killed the first. */
  start(how?: Start): Promise<Operator>;
}

interface Start {
  readonly requestTimeoutSeconds?: number;
}

/** Registers the setup and cleanup of each test of a file. */
export function proxied(replica: string): Proxied {
  let cluster: Cluster;
  let proxy: FaultProxy;
  let place: Place;
  let operator: Operator;
  const start = async ({ requestTimeoutSeconds = 2 }: Start = {}): Promise<Operator> => {
    const { server, ca } = proxy;
    const args = [`--request-timeout-seconds=${requestTimeoutSeconds}`];
    const options = { replica, server, ca, args, webhook: false };
    operator = await startOperator(cluster, options);
    return operator;
  };

  beforeAll(async () => {
    cluster = await startFaultCluster();
    proxy = await startFaultProxy(cluster);
  });
  beforeEach(async () => {
    place = await makePlace(cluster);
    await setNodes(place, 2);
    await createScaled(place, "web");
    await start();
    await untilHistory(place, "web", { up: 1, down: 0 });
  });
  afterEach(async () => {
    proxy.heal();
    await operator.stop();
    await mustRequest(cluster, "DELETE", autoscalerPath(place, "web"));
  });
  afterAll(async () => {
    proxy.stop();
    await cluster.stop();
  });
  return {
    get proxy() {
      return proxy;
    },
    get place() {
      return place;
    },
    get operator() {
      return operator;
    },
    start,
  };
}
