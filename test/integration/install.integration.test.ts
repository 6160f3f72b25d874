import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { rootCertificates } from "node:tls";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { apiRequest, mustRequest, type ApiObject } from "../../hack/cluster/api.ts";
import { writeKubeconfig } from "../../hack/cluster/kubeconfig.ts";
import { buildControlPlane } from "../../hack/cluster/controlplane/build.ts";
import { helm } from "../../hack/cluster/helm/helm.ts";
import { runOrThrow } from "../../hack/host/run.ts";
import { startApiServer, type ApiServer } from "../../hack/versions/api-server.ts";
import { commandsOf, installPages, root } from "./doc-commands.ts";

/** An API server without any installation, and the commands for it. */
let server: ApiServer;
let folder: string;
let kubectl: string;

beforeAll(async () => {
  const { etcd, kubectl: path, ...binaries } = await buildControlPlane();
  kubectl = path;
  server = await startApiServer(binaries["kube-apiserver"], etcd);
  folder = mkdtempSync(join(tmpdir(), "trimtab-install-"));
  await writeKubeconfig(server.admin, {}, kubeconfig());
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const kubeconfig = (): string => join(folder, "kubeconfig");

function type(command: string): Promise<string> {
  const [program, ...args] = command.split(" ");
  const here = args.map(arg => (arg.startsWith("charts/") ? resolve(root, arg) : arg));
  if (program === "helm") return helm(here, kubeconfig());
  return runOrThrow(kubectl, [`--kubeconfig=${kubeconfig()}`, ...here]);
}

/** No controller runs here: the test writes the status of the Deployment instead. */
async function rollOut(): Promise<void> {
  const path = "/apis/apps/v1/namespaces/trimtab-system/deployments/trimtab/status";
  const { code, body } = await apiRequest(server.admin, "GET", path);
  if (code === 404) return;
  const { spec, metadata } = body;
  const { replicas } = spec as { readonly replicas: number };
  const counts = { replicas, updatedReplicas: replicas, readyReplicas: replicas };
  const status = {
    ...counts,
    availableReplicas: replicas,
    observedGeneration: metadata?.generation,
  };
  await mustRequest(server.admin, "PATCH", path, { status });
}

const webhook =
  "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/trimtab?fieldManager=trimtab";
const caBundle = Buffer.from(rootCertificates[0] ?? "").toString("base64");
const path = `/validate/${"0".repeat(32)}`;

/** Does what the operator would, with the operator's own patch. */
async function writeTrust(): Promise<void> {
  const clientConfig = { caBundle, service: { path } };
  const webhooks = [{ name: "validate.autoscaling.trimtab.dev", clientConfig }];
  const type = "application/strategic-merge-patch+json";
  await mustRequest(server.admin, "PATCH", webhook, { webhooks }, type);
}

interface ClientConfig {
  readonly caBundle?: string;
  readonly service?: { readonly path?: string };
}

async function trust(): Promise<ClientConfig | undefined> {
  const { webhooks } = (await mustRequest(server.admin, "GET", webhook)) as ApiObject & {
    readonly webhooks: readonly { readonly clientConfig: ClientConfig }[];
  };
  return webhooks[0]?.clientConfig;
}

const crd =
  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/autoscalers.autoscaling.trimtab.dev";

describe("each command on the pages about the installation", () => {
  const commands = installPages
    .flatMap(commandsOf)
    .filter(({ command }) => /^(helm|kubectl) /.test(command));

  // Each command starts in the state that the previous one left.
  it.each(commands)("runs: $command", async ({ command }) => {
    const before = (await apiRequest(server.admin, "GET", crd)).code;
    if (command.includes("--take-ownership")) {
      // The command is necessary: without it, the page would not mention it.
      await expect(type(command.replace(" --take-ownership", ""))).rejects.toThrow("trimtab");
    }
    const isChange = /^helm (upgrade|rollback) /.test(command);
    if (isChange) await writeTrust();
    await type(command);
    // Otherwise reviews would fail until the operator notices.
    if (isChange) expect(await trust()).toMatchObject({ caBundle, service: { path } });
    await rollOut();
    // The CRDs, and so all objects, survive everything except their explicit deletion.
    if (!command.startsWith("kubectl delete crd") && before === 200) {
      expect((await apiRequest(server.admin, "GET", crd)).code).toBe(200);
    }
  });

  it("leads through install, uninstall, and an install with separate CRDs", async () => {
    const verbs = commands.map(({ command }) => command.split(" ").slice(0, 2).join(" "));
    const wanted = ["helm install", "helm upgrade", "helm rollback", "helm uninstall"];
    expect(verbs).toEqual(expect.arrayContaining(wanted));
    expect((await apiRequest(server.admin, "GET", crd)).code).toBe(200);
  });
});
