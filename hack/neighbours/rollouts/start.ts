import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { mustRequest, untilServed } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { createAccount, type Account } from "../account.ts";
import { freePorts, startProgram, type Program } from "../program.ts";
import { buildRollouts } from "./build.ts";

const account: Account = { namespace: "argo-rollouts", name: "argo-rollouts" };

/** Installs the CRDs of Argo Rollouts, and starts its controller as a process. */
export async function startRollouts(cluster: Cluster): Promise<Program> {
  const { controller, crds } = await buildRollouts();
  const { code, stderr } = await cluster.kubectl(["apply", "--server-side", "--kustomize", crds]);
  if (code !== 0) throw new Error(`the CRDs of Argo Rollouts: ${stderr}`);
  await untilServed(cluster, "/apis/argoproj.io/v1alpha1/rollouts", 60);
  const { namespace } = account;
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  const folder = mkdtempSync(join(tmpdir(), "trimtab-rollouts-"));
  const kubeconfig = join(folder, "kubeconfig");
  await createAccount(cluster, account, kubeconfig);
  const { ports, release } = await freePorts(2);
  const [health = 0, metrics = 0] = ports;
  const program = await startProgram(controller, {
    args: [
      ...[`--kubeconfig=${kubeconfig}`, `--namespace=${namespace}`, "--leader-elect=false"],
      ...[`--healthzPort=${health}`, `--metricsPort=${metrics}`],
    ],
    env: { HOME: folder, TMPDIR: folder },
    port: health,
  });
  const stop = async (): Promise<void> => {
    await program.stop();
    release();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...program, stop };
}
