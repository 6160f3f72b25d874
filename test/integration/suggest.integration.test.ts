import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { describe, expect, onTestFinished } from "vitest";

import { runOrThrow } from "../../hack/host/run.ts";
import { scaleTarget } from "./cluster/objects.ts";
import { it } from "./cluster/sandbox.ts";
import { environmentOf } from "./takeover.ts";

const program = resolve(import.meta.dirname, "../../bin/trimtab");
const hpas = "apis/autoscaling/v2/horizontalpodautoscalers";
const autoscalers = "apis/autoscaling.trimtab.dev/v1alpha1/autoscalers";

const target = { type: "Utilization", averageUtilization: 70 };
const metrics = [{ type: "Resource", resource: { name: "cpu", target } }];
const common = {
  scaleTargetRef: scaleTarget("Deployment", "absent"),
  minReplicas: 2,
  maxReplicas: 40,
};
/** A past for which a higher target and a longer window lose less. */
const past = ["--load", "noise:days=2,base=0,peak=100,stepSeconds=60", "--pod-start", "240s"];

interface Patched {
  readonly metrics: readonly {
    readonly resource: { readonly target: { averageUtilization: number } };
  }[];
  readonly behavior: { readonly scaleDown: { readonly stabilizationWindowSeconds: number } };
}

describe("a patch of trimtab suggest", () => {
  // prettier-ignore
  it.for([
    { apiVersion: "autoscaling/v1", kind: "HorizontalPodAutoscaler", resource: "hpa.v2.autoscaling", collection: hpas, spec: { ...common, targetCPUUtilizationPercentage: 70 } },
    { apiVersion: "autoscaling.trimtab.dev/v1alpha1", kind: "Autoscaler", resource: "autoscaler", collection: autoscalers, spec: { ...common, metrics, mode: "DryRun" } },
  ])("applies to a $kind of $apiVersion", async ({ apiVersion, kind, resource, collection, spec }, { sandbox }) => {
    const metadata = { name: "web", namespace: sandbox.namespace };
    const stdin = JSON.stringify({ apiVersion, kind, metadata, spec });
    const env = await environmentOf(sandbox);
    const suggest = ["suggest", "-f", "-", ...past, "-o", "patch"];
    const folder = mkdtempSync(join(tmpdir(), "suggest-"));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const file = join(folder, "patch.yaml");
    writeFileSync(file, await runOrThrow(program, suggest, { stdin, env }));

    const { code } = await sandbox.cluster.kubectl(["create", "-f", "-"], stdin);
    expect(code).toBe(0);
    const where = ["--namespace", sandbox.namespace, "--type", "json", "--patch-file", file];
    await runOrThrow(env["KUBECTL"] ?? "kubectl", ["patch", resource, "web", ...where], { env });
    const patched = (await sandbox.get(collection, "web")).spec as Patched;
    const [metric] = patched.metrics;
    expect(metric?.resource.target.averageUtilization).toBeGreaterThan(75);
    expect(patched.behavior.scaleDown.stabilizationWindowSeconds).toBeGreaterThan(300);
  });
});
