import { writeFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect } from "vitest";

import type { ScaleTargetRef } from "../../crds/generated/shared.ts";
import { buildProgram } from "../../hack/cluster/gitops/verdicts.ts";
import { Life } from "./gitops/life.ts";
import { steps, type Recorded } from "./gitops/steps.ts";
import { deployment, scaleTarget } from "./cluster/objects.ts";
import { deployments, it, type Sandbox } from "./cluster/sandbox.ts";
import { unguarded } from "./cluster/unguarded.ts";

const group = "autoscaling.trimtab.dev/v1alpha1";
const target = { type: "AverageValue", averageValue: "1" };

interface Kind {
  readonly kind: string;
  readonly collection: string;
  readonly aim: (ref: ScaleTargetRef) => object;
  readonly spec: (sandbox: Sandbox) => object;
}

const kinds: readonly Kind[] = [
  {
    kind: "Autoscaler",
    collection: `apis/${group}/autoscalers`,
    aim: scaleTargetRef => ({ scaleTargetRef }),
    // This metric never has a value.
    spec: () => ({
      ...{ maxReplicas: 5, syncPeriodSeconds: 3 },
      metrics: [{ type: "Pods", pods: { metric: { name: "never_measured" }, target } }],
    }),
  },
  {
    kind: "ClusterProportionalAutoscaler",
    collection: `apis/${group}/clusterproportionalautoscalers`,
    aim: ref => ({ scaleTargetRefs: [ref] }),
    spec: ({ nodes }) => ({ nodes: { selector: nodes.selector }, linear: { nodesPerReplica: 1 } }),
  },
];

const web = scaleTarget("Deployment", "web");
const recorded: Recorded[] = [];

beforeAll(async () => {
  await buildProgram();
});

/** RECORD names an output file, such as gitops/recorded.jsonl, for the test without a cluster. */
afterAll(() => {
  const file = process.env["RECORD"];
  const lines = recorded.map(each => `${JSON.stringify(each)}\n`);
  if (file) writeFileSync(file, lines.join(""));
});

describe.concurrent.each(kinds)("kstatus and Argo CD: a $kind", kind => {
  const { collection, aim } = kind;
  const object = (sandbox: Sandbox, name: string, ref = web) => ({
    ...{ apiVersion: group, kind: kind.kind, metadata: { name } },
    spec: { ...aim(ref), ...kind.spec(sandbox) },
  });

  it("has the health of its conditions through its whole lifecycle", async ({ sandbox }) => {
    const life = new Life(sandbox, collection);
    await life.is(
      "just created, and not looked at yet",
      await sandbox.create(collection, object(sandbox, "web")),
    );
    await life.becomes("its target is not there yet");
    await sandbox.create(deployments, deployment("web", 2));
    await life.becomes("its target appears");
    if (kind.kind === "Autoscaler") {
      const { status } = await life.becomes("its metric has no value");
      const failed = { type: "ScalingActive", status: "False", reason: "FailedGetPodsMetric" };
      expect(status).toMatchObject({
        conditions: expect.arrayContaining([expect.objectContaining(failed)]) as unknown,
      });
    }
    await life.is("edited, and not looked at since", await life.edit({ mode: "DryRun" }));
    await life.becomes("in mode DryRun");
    await life.edit({ mode: "Paused" });
    await life.becomes("in mode Paused");
    await life.edit({ mode: "Active" });
    await life.becomes("edited, and looked at");
    await sandbox.delete(deployments, "web");
    await life.becomes("its target is gone");
    await life.beginDeletion();
    await life.becomes("being deleted");
    await life.endDeletion();
    recorded.push(...life.seen);
  });

  it("is stalled only while another object owns its target, or the target is invalid", async ({
    sandbox,
  }) => {
    const life = new Life(sandbox, collection);
    await sandbox.create(deployments, deployment("web", 2));
    await unguarded(sandbox, () => sandbox.create(collection, object(sandbox, "older")));
    await life.becomes("its target appears", "older");
    await pauseBetweenAges();
    await unguarded(sandbox, () => sandbox.create(collection, object(sandbox, "web")));
    await life.becomes("an older one has its target");
    await sandbox.delete(collection, "older");
    await life.becomes("the older one is gone");
    await unguarded(sandbox, () => life.edit(aim(scaleTarget("Deploymnet", "web"))));
    await life.becomes("its target's kind is unknown");
    recorded.push(...life.seen);
  });
});

describe("the steps", () => {
  it("are all tested", () => {
    const seen = new Set(recorded.map(({ step }) => step));
    expect([...seen].sort()).toEqual(Object.keys(steps).sort());
  });
});

/** Ages are in whole seconds; within one second, the uid decides. */
const pauseBetweenAges = () => new Promise(resolve => setTimeout(resolve, 1100));
