import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Decision } from "../../../engine/pipeline/decision.ts";
import { trimtab } from "../../testing/trimtab.ts";
import { differencesOf } from "./differences.ts";

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

describe("trimtab convert --prove", () => {
  it("shows that the sizes of an HPA and its Autoscaler are the same", async () => {
    const { stderr, status } = await trimtab(["convert", file, "--prove", load]);
    expect(stderr).toMatch(
      /HorizontalPodAutoscaler web: the sizes are the same from .*; changes: [1-9]/,
    );
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

  it("does not compare other kinds", async () => {
    const path = "docs/convert/cluster-proportional.yaml";
    const { stderr, status } = await trimtab(["convert", path, "--prove", load]);
    expect(stderr).toContain("not compared: only an HPA and an Autoscaler can be simulated");
    expect(status).toBe(1);
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
