import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Decision } from "../../../engine/model/decision.ts";
import { trimtab } from "../../testing/trimtab.ts";
import { differencesOf } from "./prove.ts";

const folder = mkdtempSync(join(tmpdir(), "trimtab-"));
const file = join(folder, "hpa.yaml");
const target = "{type: Utilization, averageUtilization: 60}";

beforeAll(() => {
  const manifest = [
    ...["apiVersion: autoscaling/v2", "kind: HorizontalPodAutoscaler", "metadata: {name: web}"],
    "spec:",
    "  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}",
    "  maxReplicas: 40",
    `  metrics: [{type: Resource, resource: {name: cpu, target: ${target}}}]`,
  ];
  writeFileSync(file, manifest.join("\n"));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const load = "spikes:days=1";
const scaledObject = `
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: orders}
spec:
  scaleTargetRef: {name: orders}
  maxReplicaCount: 40
  advanced: {horizontalPodAutoscalerConfig: {behavior: {scaleDown: {stabilizationWindowSeconds: 60}}}}
  triggers:
    - {type: cpu, metricType: Utilization, metadata: {value: "60"}}
    - {type: memory, metricType: AverageValue, metadata: {value: 500Mi, containerName: app}}
`;
const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: dns-autoscaler}
spec:
  template:
    spec:
      containers:
        - name: autoscaler
          command: [/cluster-proportional-autoscaler, --configmap=dns, --target=deployment/dns]
`;

describe("trimtab convert --prove", () => {
  it("shows that the sizes of an HPA and its Autoscaler are the same", async () => {
    const { stderr, status } = await trimtab(["convert", file, "--prove", load]);
    expect(stderr).toMatch(
      /HorizontalPodAutoscaler web: the sizes are the same from .*; changes: [1-9]/,
    );
    expect(status).toBe(0);
  });

  it("shows that the sizes of a ScaledObject without behavior are the same", async () => {
    const plain = join(folder, "plain.yaml");
    const lines = scaledObject.split("\n").filter(line => !/advanced|memory/.test(line));
    writeFileSync(plain, lines.join("\n"));
    const { stderr, status } = await trimtab(["convert", plain, "--prove", "office:days=1"]);
    expect(stderr).toMatch(/ScaledObject orders: the sizes are the same from .*; changes: [1-9]/);
    expect(status).toBe(0);
  });

  it("shows where the sizes differ under another algorithm, and fails", async () => {
    const args = ["convert", file, "--algorithm", "Trimtab-1", "--prove", `--load ${load}`];
    const { stdout, stderr, status } = await trimtab(args);
    expect(stdout).toContain("kind: Autoscaler");
    expect(stderr).toMatch(/the sizes differ for \d+ s from /);
    expect(stderr).toMatch(/ {2}\d{4}-.*Z, for \d+ s: \d+ before, \d+ after\n {4}before: \w+/);
    expect(status).toBe(1);
  });

  it.each([
    { given: "absent.csv", says: "cannot read absent.csv" },
    { given: "--load step --podd 3", says: "--prove: unknown option '--podd'" },
  ])("with $given prints nothing but the problem", async ({ given, says }) => {
    const { stdout, stderr, status } = await trimtab(["convert", file, "--prove", given]);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    expect(stderr).toContain(`trimtab: ${says}`);
  });

  const written = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  /** Nodes of four cores come and go. */
  const clusters = [9, 24, 31, 70, 12, 0, 40].map((nodes, minute) => {
    const time = new Date(Date.UTC(2026, 0, 5, 0, minute)).toISOString();
    return `${time},${nodes},${nodes * 4}`;
  });
  const clusterLoad = written("clusters.csv", ["time,nodes,cores", ...clusters].join("\n"));
  const proportional = "docs/convert/cluster-proportional.yaml";

  it.each([
    {
      shows: "the HPA that KEDA creates",
      path: written("keda.yaml", scaledObject),
      name: "ScaledObject orders",
      given: `--load ${load} --metric memory=1e6 --pod-capacity 5`,
    },
    {
      shows: "upstream's cluster-proportional-autoscaler",
      path: proportional,
      name: "Deployment kube-system/dns-autoscaler",
      given: clusterLoad,
    },
  ])("shows that $shows comes to the same sizes", async ({ path, name, given }) => {
    const { stderr, status } = await trimtab(["convert", path, "--prove", given]);
    expect(stderr).toMatch(new RegExp(`${name}: the sizes are the same from .*; changes: [1-9]`));
    expect(status).toBe(0);
  });

  it("shows where the cluster-proportional-autoscaler of Trimtab waits", async () => {
    const args = ["convert", proportional, "--algorithm", "Trimtab-1", "--prove", clusterLoad];
    const { stderr, status } = await trimtab(args);
    expect(stderr).toContain("  2026-01-05T00:04:00Z, for 60 s: 2 before, 5 after\n    before: ");
    expect(status).toBe(1);
  });

  it.each([
    {
      shows: "a trigger of another kind",
      path: "docs/convert/scaled-object.yaml",
      says: "its trigger kafka reaches the HPA through KEDA's metrics API, which is not simulated",
    },
    {
      shows: "a formula",
      path: written(
        "formula.yaml",
        scaledObject.replace(
          "advanced: {",
          'advanced: {scalingModifiers: {formula: "5", target: "1"}, ',
        ),
      ),
      says: "its formula reaches the HPA through KEDA's metrics API, which is not simulated",
    },
    {
      shows: "a paused ScaledObject",
      path: written(
        "paused.yaml",
        scaledObject.replace(
          "name: orders",
          'name: orders, annotations: {autoscaling.keda.sh/paused: "true"}',
        ),
      ),
      says: "it is paused, so KEDA decides no size",
    },
    {
      shows: "watermarks",
      path: "docs/convert/watermark.yaml",
      says: "its controller compares with two watermarks and waits after each change in ways that nothing here models",
    },
    {
      shows: "forecasts",
      path: "docs/convert/predictive.yaml",
      says: "its controller forecasts in ways that nothing here models",
    },
    {
      shows: "a ConfigMap elsewhere",
      path: written("deployment.yaml", deployment),
      says: "its parameters are in the ConfigMap dns, which is not in the input; convert both together",
    },
  ])("says why it does not compare $shows", async ({ path, says }) => {
    const { stderr, status } = await trimtab(["convert", path, "--prove", load]);
    expect(stderr).toContain(`: not compared: ${says}\n`);
    expect(status).toBe(1);
  });

  const hpaFor = (name: string, bounds: string, metrics = `{name: cpu, target: ${target}}`) =>
    `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: ${name}}\nspec:\n  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${name}}\n  ${bounds}\n  metrics: [{type: Resource, resource: ${metrics}}]\n`;
  const perPod = "{name: cpu, target: {type: AverageValue, averageValue: 500m}}";

  // prettier-ignore
  it.each([
    { shows: "a maximum of 2",      text: hpaFor("a", "maxReplicas: 2") },
    { shows: "a maximum of 4",      text: hpaFor("a", "minReplicas: 2\n  maxReplicas: 4") },
    { shows: "a maximum of 5",      text: hpaFor("a", "maxReplicas: 5", perPod) },
    { shows: "a large minimum",     text: hpaFor("a", "minReplicas: 90\n  maxReplicas: 100") },
  ])("chooses a load that moves $shows", async ({ text }) => {
    const { stderr, status } = await trimtab(["convert", "-", "--prove", load], { stdin: text });
    expect(stderr).toMatch(/a: the sizes are the same from .*, with [\d.]+ times the load; changes: [1-9]/);
    expect(status).toBe(0);
  });

  // prettier-ignore
  it.each([
    { shows: "equal bounds",        bounds: "minReplicas: 2\n  maxReplicas: 2",  given: load },
    { shows: "a capacity of its own", bounds: "minReplicas: 2\n  maxReplicas: 4", given: `--load ${load} --pod-capacity 1e9` },
  ])("fails if nothing is proved: $shows", async ({ bounds, given }) => {
    const stdin = hpaFor("a", bounds);
    const { stdout, stderr, status } = await trimtab(["convert", "-", "--prove", given], { stdin });
    expect(stdout).toContain("kind: Autoscaler");
    expect(stderr).toMatch(/a: nothing is proved: the size is 2 from \S+ to \S+Z; give a load that changes the size, such as --prove '--load office:days=2 --pod-capacity 50' for pods, and bounds that allow it/);
    expect(status).toBe(1);
  });

  it("compares the others if one is invalid, and names that one", async () => {
    const objects = [hpaFor("a", "maxReplicas: 9"), hpaFor("b", "maxReplicas: 0"), hpaFor("c", "maxReplicas: 40")]; // prettier-ignore
    const path = written("three.yaml", objects.join("---\n"));
    const { stderr, status } = await trimtab(["convert", path, "--prove", load]);
    expect(stderr).toContain(`${path}:10: HorizontalPodAutoscaler b: not compared: the result is invalid: spec.maxReplicas: `); // prettier-ignore
    expect(stderr).toMatch(/HorizontalPodAutoscaler a: the sizes are the same from/);
    expect(stderr).toMatch(/HorizontalPodAutoscaler c: the sizes are the same from/);
    expect(status).toBe(1);
  });

  it("compares the others if the load lacks a metric of one", async () => {
    const two = hpaFor("b", "maxReplicas: 9").replace(/metrics: .*/, "metrics: [{type: External, external: {metric: {name: q}, target: {type: Value, value: 1}}}, {type: External, external: {metric: {name: r}, target: {type: Value, value: 1}}}]"); // prettier-ignore
    const path = written("two.yaml", `${hpaFor("a", "maxReplicas: 40")}---\n${two}`);
    const { stderr, status } = await trimtab(["convert", path, "--prove", load]);
    expect(stderr).toContain(
      `${path}:10: HorizontalPodAutoscaler b: not compared: the load has no `,
    );
    expect(stderr).toMatch(/HorizontalPodAutoscaler a: the sizes are the same from/);
    expect(status).toBe(1);
  });

  it("needs the cores of a cluster", async () => {
    const { stdout, stderr, status } = await trimtab(["convert", proportional, "--prove", load]);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
    expect(stderr).toBe(
      "trimtab: spikes:days=1: has no column cores, which dns-autoscaler counts; add one, or say how many there are on each node, such as --metric cores=8\n",
    );
  });
});

describe("differencesOf", () => {
  const decision = { time: 0, from: 1, to: 2, votes: [], steps: [] } satisfies Decision;
  const sized = (...changes: readonly (readonly [time: number, to: number])[]) => ({
    initialReplicas: 1,
    changes: changes.map(([time, to]) => ({ time, from: 0, to, decision })),
  });

  // prettier-ignore
  it.each([
    { shows: "the same changes",        one: sized([5, 2]),         other: sized([5, 2]),         want: [] },
    { shows: "no changes",              one: sized(),               other: sized(),               want: [] },
    { shows: "a change that is later",  one: sized([5, 2]),         other: sized([8, 2]),         want: [[5, 8, 2, 1]] },
    { shows: "a change of one only",    one: sized(),               other: sized([5, 2]),         want: [[5, 10, 1, 2]] },
    { shows: "a difference that grows", one: sized([2, 3], [4, 5]), other: sized(),               want: [[2, 4, 3, 1], [4, 10, 5, 1]] },
    { shows: "another way to a size",   one: sized([2, 3], [4, 2]), other: sized([4, 2]),         want: [[2, 4, 3, 1]] },
  ])("of $shows are $want", ({ one, other, want }) => {
    const found = differencesOf(one, other, 10).map(({ from, to, sizes }) => [from, to, ...sizes]);
    expect(found).toEqual(want);
  });
});
