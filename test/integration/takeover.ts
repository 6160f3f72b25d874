import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { onTestFinished } from "vitest";

import { buildControlPlane } from "../../hack/cluster/controlplane/build.ts";
import { run, runOrThrow } from "../../hack/host/run.ts";
import { deployments, type Sandbox } from "./cluster/sandbox.ts";

export const program = resolve(import.meta.dirname, "../../bin/trimtab");

export async function environmentOf({ cluster }: Sandbox): Promise<NodeJS.ProcessEnv> {
  const { kubectl } = await buildControlPlane();
  return { ...process.env, KUBECONFIG: cluster.kubeconfig, KUBECTL: kubectl };
}

/** The script for the object of a manifest; returns a function that runs one step of it. */
export async function takeoverOf(sandbox: Sandbox, manifest: object) {
  const env = { ...(await environmentOf(sandbox)), MINUTES: "0" };
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

export const generationOf = async (sandbox: Sandbox): Promise<unknown> =>
  (await sandbox.get(deployments, "web")).metadata?.["generation" as "name"];

const autoscalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";

export const modeOf = async (
  sandbox: Sandbox,
  collection = autoscalers,
  name = "web",
): Promise<unknown> => ((await sandbox.get(collection, name)).spec as { mode?: string }).mode;
