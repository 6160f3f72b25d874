import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { trimtab } from "../testing/trimtab.ts";

const cpu =
  "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}}";
const head = (kind: string, apiVersion: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: web, namespace: shop}\n`;
const hpa = `${head("HorizontalPodAutoscaler", "autoscaling/v2")}spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: 2, maxReplicas: 40, metrics: [${cpu}]}\n`;
const keda = `${head("ScaledObject", "keda.sh/v1alpha1")}spec: {scaleTargetRef: {name: web}, minReplicaCount: 2, maxReplicaCount: 40, triggers: [{type: cpu, metricType: Utilization, metadata: {value: "70"}}]}\n`;
const proportional = `${head("ClusterProportionalAutoscaler", "autoscaling.trimtab.dev/v1alpha1")}spec: {scaleTargetRefs: [{apiVersion: apps/v1, kind: Deployment, name: web}], linear: {nodesPerReplica: 4}}\n`;

describe("trimtab suggest", () => {
  let folder = "";
  const path = (name: string): string => join(folder, name);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "trimtab-suggest-"));
    const files = { "hpa.yaml": hpa, "keda.yaml": keda, "cpa.yaml": proportional };
    for (const [name, text] of Object.entries(files)) writeFileSync(path(name), text);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const noise = "noise:days=2,base=0,peak=100,stepSeconds=60";
  const suggest = (file: string, load: string, ...args: string[]) =>
    trimtab(["suggest", "-f", path(file), "--load", load, ...args]);

  it("patches the object that the file has", async () => {
    const { stdout, status } = await suggest(
      "hpa.yaml",
      noise,
      "--pod-start",
      "240s",
      "-o",
      "json",
    );
    const { patch, suggestion } = JSON.parse(stdout) as { patch: object[]; suggestion: object };
    const path = "/spec/metrics/0/resource/target/averageUtilization";
    expect(status).toBe(0);
    expect(suggestion).toMatchObject({
      chosenBy: expect.stringMatching(/^(first|second)$/) as string,
      changes: [{ parameter: "scale-down window" }, { parameter: "target" }],
    });
    expect(patch).toEqual([
      {
        op: "add",
        path: "/spec/behavior",
        value: { scaleDown: { stabilizationWindowSeconds: 1800 } },
      },
      { op: "test", path, value: 70 },
      { op: "replace", path, value: 82 },
    ]);
  });

  // prettier-ignore
  it.each([
    { shows: "nothing is lost", load: "sine:days=2,stepSeconds=300", says: "No work is lost in either half" },
    { shows: "nothing helps",   load: "spikes:days=2,stepSeconds=60", says: "Nothing helps: " },
  ])("says that $shows", async ({ load, says }) => {
    const { stdout, status } = await suggest("hpa.yaml", load);
    expect(status).toBe(0);
    expect(stdout).toContain(says);
  });

  it("has an empty patch if there is nothing to change", async () => {
    expect((await suggest("hpa.yaml", "sine:days=2,stepSeconds=300", "-o", "patch")).stdout).toBe(
      "[]\n",
    );
  });

  // prettier-ignore
  it.each([
    { shows: "a past of a day",          file: "hpa.yaml", load: "sine:days=1",  args: [], says: /is too short; .* two days are needed/ },
    { shows: "the size of a cluster",    file: "cpa.yaml", load: "sine:days=2",  args: [], says: /suggest needs an object that scales pods by a load/ },
    { shows: "two objects",              file: "hpa.yaml", load: "sine:days=2",  args: ["-f", "keda.yaml"], says: /suggest takes one object; leave out the others/ },
    { shows: "an objective alone",       file: "hpa.yaml", load: "sine:days=2",  args: ["--objective", "250"], says: /belong together/ },
  ])("exits with 2 for $shows", async ({ file, load, args, says }) => {
    const given = args.map(each => (each.endsWith(".yaml") ? path(each) : each));
    const { stdout, stderr, status } = await suggest(file, load, ...given);
    expect([stdout, status]).toEqual(["", 2]);
    expect(stderr).toMatch(says);
  });
});
