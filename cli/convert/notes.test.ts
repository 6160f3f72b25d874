import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { describe, expect, it } from "vitest";

import { trimtab } from "../testing/trimtab.ts";

const spec =
  "spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, maxReplicas: 3}\n";
const hpa = `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\n${spec}`;
const patch =
  "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {maxReplicas: 9}\n";
const kustomization = (rest: string) => `resources: [base]\n${rest}`;
const target =
  "{target: {group: autoscaling, version: v2, kind: HorizontalPodAutoscaler}, patch: '[]'}";
const application =
  "apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  ignoreDifferences: [{group: autoscaling, kind: HorizontalPodAutoscaler, jsonPointers: [/spec/metrics]}]\n";

async function converted(files: Record<string, string>, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const ran = await trimtab(["convert", folder, ...args]);
  rmSync(folder, { recursive: true });
  return { ...ran, stderr: ran.stderr.replaceAll(`${folder}/`, "") };
}

describe("a patch that names the converted kind", () => {
  // prettier-ignore
  it.each<{ shows: string; files: Record<string, string>; says: string }>([
    { shows: "by target",              files: { "kustomization.yaml": kustomization(`patches: [${target}]\n`) }, says: "patches[0].target no longer matches: write group: autoscaling.trimtab.dev, version: v1alpha1, kind: Autoscaler" },
    { shows: "by target, without a version", files: { "kustomization.yml": kustomization("patches: [{target: {kind: ScaledObject}, path: p.yaml}]\n") }, says: "patches[0].target no longer matches: write group: autoscaling.trimtab.dev, kind: Autoscaler" },
    { shows: "as JSON 6902",           files: { "kustomization.yaml": kustomization(`patchesJson6902: [${target}]\n`) }, says: "patchesJson6902[0].target no longer matches" },
    { shows: "inline",                 files: { "kustomization.yaml": kustomization("patches:\n- patch: |\n    kind: HorizontalPodAutoscaler\n") }, says: "patches[0].patch no longer matches" },
    { shows: "inline, as a strategic merge", files: { "kustomization.yaml": kustomization("patchesStrategicMerge:\n- |-\n  kind: HorizontalPodAutoscaler\n") }, says: "patchesStrategicMerge[0] no longer matches" },
    { shows: "as a strategic merge",   files: { "o/kustomization.yaml": kustomization("patchesStrategicMerge: [p.yaml]\n"), "o/p.yaml": patch }, says: "o/p.yaml:2:1: a patch of HorizontalPodAutoscaler web is not converted; write apiVersion: autoscaling.trimtab.dev/v1alpha1 and kind: Autoscaler" },
    { shows: "inline with a quoted kind", files: { "kustomization.yaml": kustomization("patches:\n- patch: |\n    apiVersion: autoscaling/v2\n    kind: \"HorizontalPodAutoscaler\"\n") }, says: "patches[0].patch no longer matches" },
    { shows: "inline as JSON",         files: { "kustomization.yaml": kustomization("patches:\n- patch: '{\"apiVersion\":\"autoscaling/v2\",\"kind\":\"HorizontalPodAutoscaler\"}'\n") }, says: "patches[0].patch no longer matches" },
    { shows: "as the source of a replacement", files: { "kustomization.yaml": kustomization("replacements:\n- source: {kind: HorizontalPodAutoscaler, name: web}\n  targets: []\n") }, says: "replacements[0].source no longer matches" },
    { shows: "as the target of a replacement", files: { "kustomization.yaml": kustomization("replacements:\n- source: {kind: ConfigMap}\n  targets: [{select: {kind: HorizontalPodAutoscaler}}]\n") }, says: "replacements[0].targets[0].select no longer matches" },
    { shows: "as a file",              files: { "o/kustomization.yaml": kustomization("patches: [{path: ../p.yaml}]\n"), "p.yaml": patch }, says: "p.yaml:2:1: a patch of HorizontalPodAutoscaler web is not converted" },
    { shows: "in an Application",      files: { "app.yaml": application }, says: "app.yaml:2:1: spec.ignoreDifferences[0] no longer matches: write group: autoscaling.trimtab.dev, kind: Autoscaler" },
  ])("is reported $shows", async ({ files, says }) => {
    const { stderr, status } = await converted({ "base/hpa.yaml": hpa, ...files });
    expect(stderr).toContain(says);
    expect(stderr).not.toContain("invalid");
    expect(status).toBe(1);
  });

  it.each([
    {
      shows: "another kind",
      text: kustomization("patches: [{target: {kind: Deployment}, path: p.yaml}]\n"),
    },
    {
      shows: "the new kind",
      text: kustomization(
        "patches: [{target: {group: autoscaling.trimtab.dev, kind: Autoscaler}, path: p.yaml}]\n",
      ),
    },
  ])("does not include one of $shows", async ({ text }) => {
    const { stderr, status } = await converted({ "hpa.yaml": hpa, "kustomization.yaml": text });
    expect(stderr).not.toContain("no longer matches");
    expect(status).toBe(0);
  });
});

const scaledObject = (name: string, ...triggers: string[]) =>
  `apiVersion: keda.sh/v1alpha1\nkind: ScaledObject\nmetadata: {name: ${name}, namespace: ${name}}\nspec:\n  scaleTargetRef: {name: web}\n  minReplicaCount: 1\n  triggers:\n${triggers.map(trigger => `  - ${trigger}\n`).join("")}`;
const query =
  '{type: prometheus, metadata: {serverAddress: "http://me:pw@prom:9090", query: up, threshold: "1"}}';
const scaler = (more: string) => `{type: external, metadata: {scalerAddress: "scaler:80"${more}}}`;

describe("the metric sources that a result needs", () => {
  // prettier-ignore
  it.each([
    { shows: "Prometheus, of two namespaces", objects: [scaledObject("a", query), scaledObject("b", query)], yaml: "metricSources:\n  - name: prom-690933c5\n    type: Prometheus\n    allowedNamespaces:\n      - a\n      - b\n    prometheus:\n      url: http://prom:9090\n" },
    { shows: "Prometheus, of equal addresses", objects: ["http://prom.a.svc:9090", "http://prom.a.svc.cluster.local:9090/"].map(to => scaledObject(to.includes("local") ? "b" : "a", query.replace("http://me:pw@prom:9090", to))), yaml: "    type: Prometheus\n    allowedNamespaces:\n      - a\n      - b\n    prometheus:\n      url: http://prom.a.svc:9090\n" },
    { shows: "Prometheus, without a scheme",   objects: [scaledObject("a", query.replace("http://me:pw@", ""))], yaml: "      url: http://prom:9090\n" },
    { shows: "a scaler without a user",        objects: [scaledObject("a", scaler("").replace("scaler:80", "me:pw@scaler:80"))], yaml: "    externalScaler:\n      address: scaler:80\n      plaintext: true\n" },
    { shows: "a scaler without TLS",          objects: [scaledObject("a", scaler(""))], yaml: "    externalScaler:\n      address: scaler:80\n      plaintext: true\n" },
    { shows: "a scaler with TLS",             objects: [scaledObject("a", scaler(', enableTLS: "true"'))], yaml: "    externalScaler:\n      address: scaler:80\n\n" },
  ])("are values for the chart: $shows", async ({ objects, yaml }) => {
    const { stderr } = await converted({ "in.yaml": objects.join("---\n") });
    expect(stderr).toContain(yaml);
  });
});

describe("a comment", () => {
  it("stays with its value, or is reported", async () => {
    const trigger =
      'type: prometheus # type\n    metadata:\n      # server\n      serverAddress: http://prom\n      # why\n      query: up # query\n      threshold: "1" # value';
    const cpu = 'type: cpu # cpu\n    metricType: Utilization\n    metadata: {value: "60"}';
    const { stdout, stderr } = await converted({
      "in.yaml": `# top\n${scaledObject("a", trigger, cpu)}`,
    });
    expect(stdout).toContain("  - type: Prometheus # type\n");
    expect(stdout).toContain("      # why\n      query: up # query\n");
    expect(stdout).toContain('averageValue: "1" # value\n');
    expect(stdout.match(/# \w+/g)).toEqual([
      "# top",
      "# type",
      "# why",
      "# query",
      "# value",
      "# cpu",
    ]);
    expect(stderr).toContain('in.yaml:11: the comment "# server" has no place in the result\n');
    expect(stderr.match(/the comment/g)).toHaveLength(1);
  });

  const left = "kubectl.kubernetes.io/last-applied-configuration";
  it.each([
    { shows: "one of a field that stays", annotation: "a: 1 # here" },
    { shows: "a text that is left out", annotation: `${left}: '# in a text'` },
    { shows: "a block that is left out", annotation: `${left}: |\n      # in a block` },
  ])("is not lost: $shows", async ({ annotation }) => {
    const { stderr } = await converted({
      "in.yaml": hpa.replace("{name: web}", `\n  name: web\n  annotations:\n    ${annotation}`),
    });
    expect(stderr).not.toContain("has no place");
  });
});
