import { mkdtempSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { mustRequest, untilServed } from "../../cluster/api.ts";
import type { Cluster } from "../../cluster/cluster.ts";
import { createAccount, userOf, type Account } from "../account.ts";
import { freePorts, startProgram, type Program } from "../program.ts";
import { buildFlux, fluxCrds } from "./build.ts";

export const fluxNamespace = "flux-system";
const account: Account = { namespace: fluxNamespace, name: "flux" };

export interface Flux {
  /** The user that applies, in the audit log. */
  readonly user: string;
  readonly source: Program;
  readonly kustomize: Program;
  readonly stop: () => Promise<void>;
}

/** Installs Flux's CRDs, and starts its controllers as processes. */
export async function startFlux(cluster: Cluster): Promise<Flux> {
  const programs = await buildFlux();
  await installCrds(cluster);
  await mustRequest(cluster, "POST", "/api/v1/namespaces", { metadata: { name: fluxNamespace } });
  const folder = mkdtempSync(join(tmpdir(), "trimtab-flux-"));
  const kubeconfig = join(folder, "kubeconfig");
  await createAccount(cluster, account, kubeconfig);
  const { ports, release } = await freePorts(5);
  const [storage = 0, sourceHealth = 0, sourceMetrics = 0, ...others] = ports;
  const [kustomizeHealth = 0, kustomizeMetrics = 0] = others;
  const temporary = join(folder, "tmp");
  const artifacts = join(folder, "artifacts");
  await Promise.all([temporary, artifacts].map(path => mkdir(path)));
  const env = {
    ...{ KUBECONFIG: kubeconfig, HOME: folder, TMPDIR: temporary },
    RUNTIME_NAMESPACE: fluxNamespace,
  };
  const at = (port: number): string => `127.0.0.1:${port}`;
  const listen = (health: number, metrics: number) => [
    `--health-addr=${at(health)}`,
    `--metrics-addr=${at(metrics)}`,
    "--enable-leader-election=false",
  ];
  const source = await startProgram(programs["source-controller"], {
    args: [
      ...listen(sourceHealth, sourceMetrics),
      `--storage-path=${artifacts}`,
      `--storage-addr=${at(storage)}`,
      `--storage-adv-addr=${at(storage)}`,
    ],
    ...{ env, port: sourceHealth },
  });
  const kustomize = await startProgram(programs["kustomize-controller"], {
    args: [...listen(kustomizeHealth, kustomizeMetrics), "--requeue-dependency=5s"],
    ...{ env, port: kustomizeHealth },
  });
  const stop = async (): Promise<void> => {
    await Promise.all([source.stop(), kustomize.stop()]);
    release();
    rmSync(folder, { recursive: true, force: true });
  };
  return { user: userOf(account), source, kustomize, stop };
}

async function installCrds(cluster: Cluster): Promise<void> {
  const files = (await fluxCrds()).map(path => `--filename=${path}`);
  const { code, stderr } = await cluster.kubectl(["apply", "--server-side", ...files]);
  if (code !== 0) throw new Error(`Flux's CRDs: ${stderr}`);
  await untilServed(cluster, "/apis/source.toolkit.fluxcd.io/v1/gitrepositories", 60);
  await untilServed(cluster, "/apis/kustomize.toolkit.fluxcd.io/v1/kustomizations", 60);
}
