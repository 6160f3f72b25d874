import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startCluster, type Cluster } from "../../hack/cluster/cluster.ts";
import { installProduct } from "../../hack/operator/install.ts";
import { startMetricsApi, type MetricsApi } from "../../hack/operator/metrics-api.ts";
import type { Operator } from "../../hack/operator/operator.ts";
import { eventually } from "../integration/eventually.ts";
import { checks } from "./checks.ts";
import { grantAllBut, grantedRights, nameOf, type Right } from "./rules.ts";
import { openScene, values } from "./scene.ts";

let cluster: Cluster;
let metrics: MetricsApi;
const table: string[] = [];

beforeAll(async () => {
  cluster = await startCluster({ name: "rights", customMetrics: true });
  await installProduct(cluster, values);
  metrics = await startMetricsApi(cluster);
});
afterAll(async () => {
  if (table.length > 0) console.log(["without -> what fails", ...table].join("\n"));
  await metrics.stop();
  await cluster.stop();
});

/** Runs every check against an operator without one right. */
async function observe<T>(without: Right | null, look: (seen: Seen) => Promise<T>): Promise<T> {
  await grantAllBut(cluster, values, without);
  const { scene, close } = await openScene(cluster, metrics);
  try {
    const failed = await Promise.all(
      Object.entries(checks).map(([name, check]) =>
        check(scene).then(
          () => [],
          (reason: unknown) => [{ name, reason }],
        ),
      ),
    );
    return await look({ failed: failed.flat(), operator: scene.operator });
  } finally {
    await close();
  }
}

interface Seen {
  readonly failed: readonly { readonly name: string; readonly reason: unknown }[];
  readonly operator: Operator;
}

/** Of the operator's only message about rights: role by role, a rule that is missing. */
function toldOf({ log }: Operator): string[] {
  const lines = log().split("\n").filter(Boolean);
  const messages = lines.map(line => (JSON.parse(line) as { msg: string }).msg);
  return messages.filter(msg => msg.includes("lacks rights")).flatMap(msg => msg.split("\n"));
}

const granted = await grantedRights(values);
const rowOf = (right: Right) => [nameOf(right), right] as const;

describe("the operator", () => {
  it("passes every check with all of its rights, and misses none", async () => {
    await observe(null, ({ failed, operator }) => {
      expect(failed).toEqual([]);
      expect(toldOf(operator)).toEqual([]);
      return Promise.resolve();
    });
  });

  it.each(granted.map(rowOf))(
    "without %s fails a check, and says so when it starts",
    async (name, right) => {
      const { group, resource, verb } = right;
      await observe(right, async ({ failed, operator }) => {
        table.push(`${name} -> ${failed.map(check => check.name).join(", ") || "NOTHING"}`);
        expect(failed).not.toEqual([]);
        await eventually(() => {
          const rule = JSON.stringify({ apiGroups: [group], resources: [resource] }).slice(0, -1);
          const [, told = "", ...more] = toldOf(operator);
          expect(more).toEqual([]);
          expect(told).toMatch(new RegExp(`^${right.role}\\b`));
          expect(told).toContain(rule);
          expect(told).toContain(`"verbs":["${verb}"]`);
        });
      });
    },
  );
});
