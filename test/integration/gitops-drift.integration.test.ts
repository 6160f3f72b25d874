import { describe, expect } from "vitest";

import { mustRequest, ranOutOfTime, type ApiObject } from "../../hack/cluster/api.ts";
import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { writesOfOperator } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { deployment, scaleTarget } from "./cluster/objects.ts";
import { deployments, it, type Sandbox } from "./cluster/sandbox.ts";

const group = "autoscaling.trimtab.dev/v1alpha1";
const metric = "drift_load";
const rounds = 13;
const proportionalCount = 20;
const autoscalerCount = 6;
const many = (count: number) => Array.from({ length: count }, (_, index) => index);

/** An application team's objects in Git: Deployments without a count, and their autoscalers. */
function inGit({ namespace, nodes }: Sandbox): readonly ApiObject[] {
  const objects = (kind: string, name: string, spec: object): ApiObject[] => [
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name, namespace },
      spec: countless(name),
    },
    { apiVersion: group, kind, metadata: { name, namespace }, spec },
  ];
  const target = { type: "AverageValue", averageValue: 1 };
  const policies = [{ type: "Pods", value: 100, periodSeconds: 3 }];
  return [
    ...many(proportionalCount).flatMap(index => {
      const name = `nodes-${index}`;
      return objects("ClusterProportionalAutoscaler", name, {
        scaleTargetRefs: [scaleTarget("Deployment", name)],
        nodes: { selector: nodes.selector },
        linear: { nodesPerReplica: 1 },
      });
    }),
    ...many(autoscalerCount).flatMap(index => {
      const name = `load-${index}`;
      return objects("Autoscaler", name, {
        ...{ scaleTargetRef: scaleTarget("Deployment", name), maxReplicas: 1000 },
        syncPeriodSeconds: 3,
        metrics: [{ type: "External", external: { metric: { name: metric }, target } }],
        behavior: { scaleUp: { policies } },
      });
    }),
  ];
}

function countless(name: string): object {
  const { spec } = deployment(name, 1) as { spec: object };
  return { ...spec, replicas: undefined };
}

const autoscalers = `apis/${group}/autoscalers`;
const proportionals = `apis/${group}/clusterproportionalautoscalers`;

interface Stored {
  readonly metadata: {
    readonly name: string;
    readonly generation: number;
    readonly managedFields: readonly ManagedFields[];
  };
}

interface ManagedFields {
  readonly manager: string;
  readonly subresource?: string;
  readonly fieldsV1: object;
}

interface Owned {
  readonly generation: number;
  /** The fields of each manager, without those of the status. */
  readonly owners: Readonly<Record<string, object>>;
}

/** The parts that no decision may change, by object name. */
async function ownedOf(sandbox: Sandbox): Promise<Record<string, Owned>> {
  const lists = [autoscalers, proportionals].map(collection =>
    mustRequest(sandbox.cluster, "GET", sandbox.path(collection)),
  );
  const objects = (await Promise.all(lists)).flatMap(({ items = [] }) => items as Stored[]);
  return Object.fromEntries(
    objects.map(({ metadata: { name, generation, managedFields } }) => {
      const fields = managedFields.filter(({ subresource }) => subresource === undefined);
      const owners = fields.map(({ manager, fieldsV1 }) => [manager, specOf(fieldsV1)] as const);
      return [name, { generation, owners: Object.fromEntries(owners) }];
    }),
  );
}

const specOf = (fields: object): object => (fields as { "f:spec"?: object })["f:spec"] ?? {};

/** The name, the generation and the sorted spec managers of each object. */
const managersOf = (owned: Record<string, Owned>) =>
  Object.entries(owned).map(([name, { generation, owners }]) => [
    name,
    generation,
    Object.keys(owners).sort(),
  ]);

/** The counts of the Deployments with this name prefix. */
async function countsOf(sandbox: Sandbox, prefix: string): Promise<number[]> {
  const { items = [] } = await mustRequest(sandbox.cluster, "GET", sandbox.path(deployments));
  return items
    .filter(({ metadata }) => metadata?.name?.startsWith(prefix))
    .map(({ spec }) => (spec as { replicas: number }).replicas);
}

describe("after hundreds of decisions", () => {
  it("nothing differs from Git, for any kind of comparison", async ({ sandbox }) => {
    const { cluster, namespace } = sandbox;
    const files = JSON.stringify({ apiVersion: "v1", kind: "List", items: inGit(sandbox) });
    const kubectl = (...args: readonly string[]) =>
      cluster.kubectl([...args, "--filename=-"], files);
    const asArgo = ["--server-side", "--field-manager=argocd"];
    const nothing = { code: 0, stdout: "", stderr: "" };
    // There are no nodes yet, so admission warns about the selector.
    const applied = await eventually(async () => {
      const { code, stderr } = await kubectl("apply");
      expect(ranOutOfTime(stderr), stderr).toBe(false);
      return { code, stderr };
    });
    expect(applied.code, applied.stderr).toBe(0);
    const owned = await ownedOf(sandbox);

    const metrics = new CustomMetrics(cluster);
    for (let round = 1; round <= rounds; round++) {
      await metrics.setExternal({ namespace, metric, value: String(round * 3) });
      await sandbox.nodes.add(1);
      await eventually(async () => {
        expect(await countsOf(sandbox, "nodes-")).toEqual(many(proportionalCount).map(() => round));
      });
    }
    await eventually(async () => {
      expect(await countsOf(sandbox, "load-")).toEqual(many(autoscalerCount).map(() => rounds * 3));
    });
    const decisions = (await writesOfOperator(cluster, namespace)).filter(
      write => write === "patch deployments/scale",
    ).length;
    // A Deployment without a count starts with one replica, which the first round requests.
    expect(decisions).toBeGreaterThanOrEqual(proportionalCount * (rounds - 1) + autoscalerCount);

    // kubectl reads each object twice, and the last status may be written in between.
    for (const how of [[], asArgo]) {
      await eventually(async () => {
        expect(await kubectl("diff", ...how)).toEqual(nothing);
      });
    }
    expect(await ownedOf(sandbox)).toEqual(owned);

    const names = Object.keys(owned);
    // kubectl transfers the ownership of its client-side apply; the third manager shares it.
    for (const managers of [["argocd"], ["argocd", "flux"]]) {
      const as = `--field-manager=${managers.at(-1) ?? ""}`;
      expect(await kubectl("apply", "--server-side", as)).toMatchObject({ code: 0, stderr: "" });
      const after = managersOf(await ownedOf(sandbox));
      expect(after).toEqual(names.map(name => [name, 1, managers]));
    }
    expect(await countsOf(sandbox, "nodes-")).toEqual(many(proportionalCount).map(() => rounds));
  }, 300_000);
});
