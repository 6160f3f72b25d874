import { afterAll, beforeAll, type TestContext } from "vitest";

import type { Cluster } from "../../hack/cluster/cluster.ts";
import { startOperator, type Operator } from "../../hack/cluster/operator/operator.ts";
import {
  clearPlaces,
  startFaultCluster,
  untilHistory,
  type Place,
} from "./cluster/fault-cluster.ts";
import {
  startFaultProxy,
  type Fault,
  type FaultProxy,
  type Held,
  type Passing,
} from "./cluster/fault-proxy.ts";
import { makeScaledPlace } from "./cluster/scaled-place.ts";

/** A test's share of an operator: faults apply only to requests about its place. */
export interface Part {
  readonly cluster: Cluster;
  /** Two nodes, and the object `web`, which has scaled its target to two. */
  readonly place: Place;
  /** Every request about the place so far, oldest first. */
  readonly passed: () => readonly Passing[];
  /** Returns a function that ends the fault. */
  readonly inject: (fault: Fault) => () => void;
  readonly hold: (matches: Fault["matches"]) => Held;
  /** Ends all faults of the test. */
  readonly heal: () => void;
}

type Body = (part: Part) => Promise<void>;

export interface SharedOperator {
  readonly cluster: Cluster;
  readonly proxy: FaultProxy;
}

/** Registers one operator behind a fault proxy for all tests of a file. */
export function sharedOperator(replica: string, requestTimeoutSeconds: number): SharedOperator {
  let cluster: Cluster;
  let proxy: FaultProxy;
  let operator: Operator;
  beforeAll(async () => {
    cluster = await startFaultCluster();
    proxy = await startFaultProxy(cluster);
    const { server, ca } = proxy;
    const args = [`--request-timeout-seconds=${requestTimeoutSeconds}`];
    operator = await startOperator(cluster, { replica, server, ca, args, webhook: false });
  });
  afterAll(async () => {
    // First, so that the operator does not wait for requests that hang.
    proxy.stop();
    await operator.stop();
    await clearPlaces(cluster);
    await cluster.stop();
  });
  return {
    get cluster() {
      return cluster;
    },
    get proxy() {
      return proxy;
    },
  };
}

/** Registers one operator for a file's concurrent tests. Returns a wrapper that gives a test its part. */
export function sideBySide(replica: string): (body: Body) => (test: TestContext) => Promise<void> {
  const shared = sharedOperator(replica, 2);
  return body =>
    async ({ onTestFinished }) => {
      const { cluster, proxy } = shared;
      const place = await makeScaledPlace(cluster, 2);
      await untilHistory(place, "web", { up: 1, down: 0 });
      const part = partOf(cluster, proxy, place);
      onTestFinished(part.heal);
      await body(part);
    };
}

function partOf(cluster: Cluster, proxy: FaultProxy, place: Place): Part {
  const isOwn = ({ url }: Passing): boolean =>
    url.pathname.includes(`/namespaces/${place.namespace}/`);
  const ends: (() => void)[] = [];
  const within =
    (matches: Fault["matches"]): Fault["matches"] =>
    passing =>
      isOwn(passing) && matches(passing);
  return {
    ...{ cluster, place },
    passed: () => proxy.passed.filter(isOwn),
    inject: fault => {
      const end = proxy.inject({ ...fault, matches: within(fault.matches) });
      ends.push(end);
      return end;
    },
    hold: matches => {
      const held = proxy.hold(within(matches));
      ends.push(held.release);
      return held;
    },
    heal: () => {
      for (const end of ends) end();
    },
  };
}
