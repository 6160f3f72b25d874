import { expect } from "vitest";

import { CustomMetrics } from "../../hack/cluster/metrics/custom-metrics.ts";
import { describeRequest, requestsOfOperator } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { Gadgets, scaleOfSize, watchedGroup } from "./gadgets.ts";
import { it, type Sandbox } from "./cluster/sandbox.ts";

const autoscalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";
const target = { type: "AverageValue", averageValue: "10" };
const metrics = [{ type: "External", external: { metric: { name: "queue" }, target } }];

/** The operator's requests for counts and, once in each sync period, for the metric. */
async function asked({ cluster, namespace }: Sandbox) {
  const requests = (await requestsOfOperator(cluster, namespace)).map(describeRequest);
  const count = (what: string) => requests.filter(request => request === what).length;
  return { scales: count("get gadgets/scale"), periods: count("list queue") };
}

it("a steady watched custom resource causes no requests, and manual edits are reverted", async ({
  sandbox,
}) => {
  const gadgets = new Gadgets(sandbox, watchedGroup);
  // An Autoscaler needs the pods of its target, even if there are none.
  const scale = { ...scaleOfSize.scale, labelSelectorPath: ".spec.selector" };
  await Promise.all([gadgets.define({ scale }), sandbox.nodes.add(2)]);
  const { cluster, namespace } = sandbox;
  await new CustomMetrics(cluster).setExternal({ namespace, metric: "queue", value: "20" });
  await gadgets.make("web", { size: 1, selector: "app=web" });
  await gadgets.make("dns", { size: 1 });
  const scaleTargetRefs = [gadgets.target("dns")];
  await sandbox.autoscaler("dns", {
    ...{ linear: { nodesPerReplica: 1 }, scaleTargetRefs, algorithm: "CPA-1.10" },
  });
  const scaleTargetRef = gadgets.target("web");
  await sandbox.create(autoscalers, {
    ...{ apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler" },
    metadata: { name: "web" },
    spec: { scaleTargetRef, maxReplicas: 5, syncPeriodSeconds: 3, metrics },
  });
  const sizesAreTwo = async () => {
    expect([await gadgets.size("web"), await gadgets.size("dns")]).toEqual([2, 2]);
  };
  await eventually(sizesAreTwo);
  // Two periods later, every write and its event have been processed.
  const written = await asked(sandbox);
  const periodsLater = (start: typeof written, periods: number) =>
    eventually(async () => {
      const now = await asked(sandbox);
      expect(now.periods - start.periods).toBeGreaterThanOrEqual(periods);
      return now;
    });
  const steady = await periodsLater(written, 2);
  expect((await periodsLater(steady, 4)).scales).toBe(steady.scales);

  // A target without a watch would be read again after half a minute.
  await sandbox.patch(gadgets.collection, "dns", { spec: { size: 9 } });
  await eventually(async () => {
    await sizesAreTwo();
    const { targets } = await sandbox.status("dns");
    expect(targets).toMatchObject([{ currentReplicas: 2, decision: { from: 9, to: 2 } }]);
  });

  await sandbox.deleteAutoscaler("dns");
  await sandbox.delete(autoscalers, "web");
  await gadgets.remove();
});
