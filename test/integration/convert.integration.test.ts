import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { describe, expect, onTestFinished } from "vitest";

import { buildControlPlane } from "../../hack/controlplane/build.ts";
import { run, runOrThrow } from "../../hack/host/run.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { deployments, it as inSandbox, type Sandbox } from "./cluster/sandbox.ts";
import { it, type Workloads } from "./cluster/workloads.ts";
import { eventually } from "./eventually.ts";
import { asWanted, becomes, want } from "./wanted-count.ts";

const program = resolve(import.meta.dirname, "../../bin/trimtab");
const autoscalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";
const hpas = "apis/autoscaling/v2/horizontalpodautoscalers";

async function environmentOf({ cluster }: Sandbox): Promise<NodeJS.ProcessEnv> {
  const { kubectl } = await buildControlPlane();
  return { ...process.env, KUBECONFIG: cluster.kubeconfig, KUBECTL: kubectl };
}

/** The script for an HPA with this manifest; returns a function that runs one step of it. */
async function takeoverOf(workloads: Workloads, manifest: object) {
  const env = { ...(await environmentOf(workloads)), MINUTES: "0" };
  const convert = ["convert", "--takeover", "-"];
  const script = await runOrThrow(program, convert, { env, stdin: JSON.stringify(manifest) });
  const folder = mkdtempSync(join(tmpdir(), "takeover-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, "takeover.sh");
  writeFileSync(file, script);
  return async (step: string) => {
    const { code, stdout, stderr } = await run("sh", [file, step], { env });
    return { code, output: stdout + stderr };
  };
}

const generationOf = async (workloads: Workloads): Promise<unknown> =>
  (await workloads.get(deployments, "web")).metadata?.["generation" as "name"];

const modeOf = async (workloads: Workloads): Promise<unknown> =>
  ((await workloads.get(autoscalers, "web")).spec as { mode?: string }).mode;

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
