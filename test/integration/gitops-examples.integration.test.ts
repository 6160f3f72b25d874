import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";

import { apiRequest, untilServed } from "../../hack/cluster/api.ts";
import type { Cluster } from "../../hack/cluster/cluster.ts";
import { crdFiles } from "../../hack/cluster/gitops/crds.ts";
import { eventually } from "./eventually.ts";
import { sharedCluster } from "./cluster/shared-cluster.ts";

const folder = resolve(import.meta.dirname, "../../docs/gitops");
const namespaces = ["argocd", "flux-system", "storefront"];
const tools = ["argo-cd", "flux"].flatMap(tool =>
  readdirSync(join(folder, tool)).map(file => join(tool, file)),
);
let cluster: Cluster;
let crds: readonly string[];

async function kubectl(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cluster.kubectl(args);
  expect(code, stderr).toBe(0);
  return stdout;
}

const files = (names: readonly string[]) => names.map(name => `--filename=${name}`);

/** The API path of the objects of a CRD. */
function servedPath(crd: string): string {
  const { spec } = parse(readFileSync(crd, "utf8")) as {
    spec: { group: string; names: { plural: string }; versions: { name: string }[] };
  };
  return `/apis/${spec.group}/${spec.versions[0]?.name}/${spec.names.plural}`;
}

describe("the examples for GitOps", () => {
  beforeAll(async () => {
    [cluster, crds] = await Promise.all([sharedCluster(), crdFiles()]);
    await kubectl("apply", "--server-side", ...files(crds));
    // `kubectl wait --for=condition` fails at once while a new CRD has `conditions: null`.
    for (const crd of crds) await untilServed(cluster, servedPath(crd), 60);
    for (const name of namespaces) await kubectl("create", "namespace", name);
  }, 300_000);

  afterAll(async () => {
    for (const name of namespaces)
      await apiRequest(cluster, "DELETE", `/api/v1/namespaces/${name}`);
    await kubectl("delete", "--wait=false", ...files(crds));
  });

  it.each(tools)("%s is valid for its tool", async file => {
    const strict = ["--dry-run=server", "--validate=strict", "--namespace="];
    const text = readFileSync(join(folder, file), "utf8");
    const { code, stdout, stderr } = await cluster.kubectl(
      ["create", ...strict, "--filename=-"],
      text,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.trim().split("\n")).toHaveLength(text.split(/^---$/m).length);
  });

  it("argo-cd/argocd-cm.yaml contains the tested health script for both kinds", () => {
    const { data } = parse(readFileSync(join(folder, "argo-cd/argocd-cm.yaml"), "utf8")) as {
      data: Record<string, string>;
    };
    const script = readFileSync(join(folder, "argo-cd-health.lua"), "utf8");
    const health = Object.entries(data).filter(([name]) => name.includes(".health."));
    expect(Object.fromEntries(health)).toEqual({
      "resource.customizations.health.autoscaling.trimtab.dev_Autoscaler": script,
      "resource.customizations.health.autoscaling.trimtab.dev_ClusterProportionalAutoscaler":
        script,
    });
  });

  it("kustomize/ can be applied, scaled and applied again without a difference", async () => {
    const overlay = `--kustomize=${join(folder, "kustomize/overlays/production")}`;
    await eventually(() => kubectl("apply", overlay));
    const fields = "jsonpath={.spec.minReplicas} {.spec.maxReplicas}";
    expect(
      await kubectl("get", "asc/frontend", "--namespace=storefront", `--output=${fields}`),
    ).toBe("2 40");
    const count = () =>
      kubectl(
        "get",
        "deployment/frontend",
        "--namespace=storefront",
        "--output=jsonpath={.spec.replicas}",
      );
    // Without replicas in Git it starts with 1, which is less than the minimum.
    await eventually(async () => {
      expect(await count()).toBe("2");
    });
    await kubectl("diff", overlay);
    await kubectl("apply", overlay);
    expect(await count()).toBe("2");
    await kubectl("delete", overlay);
  });
});
