import { expect } from "vitest";

import { startCluster, type Cluster } from "../../hack/cluster/cluster.ts";
import { installProduct } from "../../hack/cluster/operator/install.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/cluster/operator/metrics-api.ts";
import type { Operator } from "../../hack/cluster/operator/operator.ts";
import { eventually } from "../integration/eventually.ts";
import { checks } from "./checks.ts";
import { grantAllBut, rightsNamedIn, type Right } from "./rules.ts";
import { bindInstaller, openScene, values } from "./scene.ts";

/** A separate cluster, because the tests edit the operator's roles. */
export interface Ground {
  readonly cluster: Cluster;
  readonly metrics: MetricsApi;
  readonly close: () => Promise<void>;
}

export async function openGround(name: string): Promise<Ground> {
  const cluster = await startCluster({ name, customMetrics: true });
  await installProduct(cluster, values);
  await bindInstaller(cluster);
  const metrics = await startMetricsApi(cluster);
  const close = async () => {
    await metrics.stop();
    await cluster.stop();
  };
  return { cluster, metrics, close };
}

/** A failing check takes all of its time; the others end when they hold. */
const failsWithinMs = 10_000;
const passesWithinMs = 60_000;

export interface Observed {
  readonly failed: readonly { readonly check: string; readonly reason: unknown }[];
  readonly reported: readonly Right[];
}

/** Runs every check against an operator that has all of its rights. */
export function observeWithAllRights(ground: Ground): Promise<Observed> {
  return observe(ground, [], passesWithinMs, operator => Promise.resolve(reportedBy(operator)));
}

/** The right is one that the operator reports as missing, and some check fails without it. */
export async function expectNeeded(ground: Ground, right: Right): Promise<readonly string[]> {
  const { failed, reported } = await observe(ground, [right], failsWithinMs, untilReported);
  expect(reported).toEqual([right]);
  expect(failed).not.toEqual([]);
  return failed.map(({ check }) => check);
}

async function observe(
  { cluster, metrics }: Ground,
  without: readonly Right[],
  checkedWithinMs: number,
  report: (operator: Operator) => Promise<readonly Right[]>,
): Promise<Observed> {
  await grantAllBut(cluster, values, without);
  const { scene, close } = await openScene(cluster, metrics, checkedWithinMs);
  try {
    const results = await Promise.all(
      Object.entries(checks).map(([check, holds]) =>
        holds(scene).then(
          () => null,
          (reason: unknown) => ({ check, reason }),
        ),
      ),
    );
    const reported = await report(scene.operator);
    return { failed: results.filter(result => result !== null), reported };
  } finally {
    await close();
  }
}

/** The rights that the operator's only message about them names; it may take a moment to come. */
export const untilReported = (operator: Operator): Promise<readonly Right[]> =>
  eventually(() => {
    const rights = reportedBy(operator);
    expect(rights).not.toEqual([]);
    return rights;
  });

function reportedBy({ log }: Operator): readonly Right[] {
  const lines = log().split("\n").filter(Boolean);
  const messages = lines.map(line => (JSON.parse(line) as { msg: string }).msg);
  const [message = "", ...more] = messages.filter(msg => msg.includes("lacks rights"));
  expect(more).toEqual([]);
  return rightsNamedIn(message);
}
