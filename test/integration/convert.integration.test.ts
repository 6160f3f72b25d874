import { describe, expect } from "vitest";

import { run } from "../../hack/host/run.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { configMaps, deployments, it as inSandbox } from "./cluster/sandbox.ts";
import { it } from "./cluster/workloads.ts";
import { eventually } from "./eventually.ts";
import { environmentOf, generationOf, modeOf, program, takeoverOf } from "./takeover.ts";
import { asWanted, becomes, want } from "./wanted-count.ts";

const autoscalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";
const proportional = "apis/autoscaling.trimtab.dev/v1alpha1/clusterproportionalautoscalers";
const hpas = "apis/autoscaling/v2/horizontalpodautoscalers";

it("trimtab convert --takeover hands a live target over, and back, without a change of its size", async ({
  workloads,
}) => {
  const { maxReplicas, metrics, behavior } = asWanted;
  const hpa = {
    ...{ apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" },
    metadata: { name: "web", namespace: workloads.namespace },
    spec: { scaleTargetRef: scaleTarget("Deployment", "web"), maxReplicas, metrics, behavior },
  };
  await workloads.run("web", { replicas: 2, usage: {} });
  await want(workloads, 4);
  await workloads.create(hpas, hpa);
  await becomes(workloads, 4);
  const step = await takeoverOf(workloads, hpa);
  expect(await step("switch")).toMatchObject({ code: 1 });
  expect((await workloads.get(hpas, "web")).metadata?.name).toBe("web");
  const before = await generationOf(workloads);

  expect(await step("try")).toMatchObject({ code: 0 });
  expect(await modeOf(workloads)).toBe("DryRun");
  await eventually(async () => {
    expect(await step("compare")).toMatchObject({ code: 0 });
  });
  expect(await step("switch")).toMatchObject({ code: 0 });
  expect(await modeOf(workloads)).toBe("Active");
  await expect(workloads.get(hpas, "web")).rejects.toThrow();
  expect(await generationOf(workloads)).toBe(before);

  await want(workloads, 6);
  await becomes(workloads, 6);
  const scaled = await generationOf(workloads);
  expect(await step("back")).toMatchObject({ code: 0 });
  expect(await modeOf(workloads)).toBe("DryRun");
  expect(await generationOf(workloads)).toBe(scaled);
  await want(workloads, 9);
  await becomes(workloads, 9);
});

it("trimtab convert --takeover hands over what a cluster-proportional-autoscaler sizes, and back", async ({
  workloads,
}) => {
  const { namespace, nodes } = workloads;
  const [selected] = Object.entries(nodes.selector.matchLabels);
  const flags = {
    ...{ namespace, configmap: "dns-autoscaler", target: "deployment/web" },
    nodelabels: selected?.join("="),
  };
  const container = {
    ...{ name: "autoscaler", image: "example.invalid/cluster-proportional-autoscaler:1" },
    args: Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
  };
  const labels = { app: "dns-autoscaler" };
  const nodeSelector = { "trimtab.test/workloads": namespace };
  const deployment = {
    ...{ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: labels.app, namespace } },
    spec: {
      ...{ replicas: 1, selector: { matchLabels: labels } },
      template: { metadata: { labels }, spec: { containers: [container], nodeSelector } },
    },
  };
  const configMap = {
    ...{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: labels.app, namespace } },
    data: { linear: '{"nodesPerReplica": 1}' },
  };
  await nodes.add(2);
  await workloads.run("web", { replicas: 2, usage: {} });
  await workloads.create(configMaps, configMap);
  await workloads.create(deployments, deployment);
  const both = { apiVersion: "v1", kind: "List", items: [configMap, deployment] };
  const step = await takeoverOf(workloads, both);
  const before = await generationOf(workloads);
  const mode = () => modeOf(workloads, proportional, labels.app);

  expect(await step("try")).toMatchObject({ code: 0 });
  await eventually(async () => {
    expect(await step("compare")).toMatchObject({ code: 0 });
  });
  expect(await step("switch")).toMatchObject({ code: 0 });
  expect([await mode(), await workloads.replicas(labels.app)]).toEqual(["Active", 0]);
  expect(await generationOf(workloads)).toBe(before);

  await nodes.add(1);
  await becomes(workloads, 3);
  const scaled = await generationOf(workloads);
  expect(await step("back")).toMatchObject({ code: 0 });
  expect([await mode(), await workloads.replicas(labels.app)]).toEqual(["DryRun", 1]);
  expect(await generationOf(workloads)).toBe(scaled);
});

describe.concurrent("trimtab autoscale", () => {
  inSandbox.for([
    ["--cpu-percent=70", "--min=2"],
    ["--cpu=500", "--memory=1Gi", "--name=front"],
    ["--memory=60%"],
    [],
  ])("with %s asks for what kubectl autoscale asks for", async (flags, { sandbox }) => {
    await sandbox.deployments({ web: 2 });
    const env = await environmentOf(sandbox);
    const args = ["autoscale", "deployment/web", "--max=10", ...flags, "-n", sandbox.namespace];
    const json = [...args, "-o", "json"];
    const theirs = await sandbox.cluster.kubectl([...json, "--dry-run=client"]);
    const hpa = JSON.parse(theirs.stdout) as { metadata: { name: string }; spec: object };
    const { name } = hpa.metadata;

    const checked = await run(program, [...json, "--dry-run=server"], { env });
    expect({ stderr: checked.stderr, code: checked.code }).toEqual({ stderr: "", code: 0 });
    await expect(sandbox.get(autoscalers, name)).rejects.toThrow();

    const created = await run(program, args, { env });
    expect(created).toMatchObject({
      ...{ code: 0, stderr: "" },
      stdout: `autoscaler.autoscaling.trimtab.dev/${name} autoscaled\n`,
    });
    const stored = (await sandbox.get(autoscalers, name)).spec;
    expect(JSON.parse(checked.stdout)).toMatchObject({ spec: stored });
    expect(stored).toMatchObject(hpa.spec);
  });

  inSandbox("fails for a workload that does not exist", async ({ sandbox }) => {
    const args = ["autoscale", "deployment/web", "--max=10", "-n", sandbox.namespace];
    const { code, stderr } = await run(program, args, { env: await environmentOf(sandbox) });
    const message = `there is no Deployment web in namespace ${sandbox.namespace}`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: `trimtab: ${message}\n` });
  });
});
