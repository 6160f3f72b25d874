import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, it } from "vitest";

import { trimtab } from "../../testing/trimtab.ts";
import type { Simulation } from "../result.ts";

const object = (name: string, forecast: string): string => `---
apiVersion: autoscaling.trimtab.dev/v1alpha1
kind: Autoscaler
metadata: {name: ${name}}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  minReplicas: 2
  maxReplicas: 60
  syncPeriodSeconds: 240
${forecast}
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}}]
`;
const lead = "leadSeconds: 240";

describe("a simulated forecast", () => {
  const folder = mkdtempSync(join(tmpdir(), "trimtab-forecast-"));
  const file = join(folder, "objects.yaml");
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  writeFileSync(
    file,
    [
      object("without", ""),
      object("acts", `  forecast: {mode: Active, ${lead}}`),
      object("learns", `  forecast: {mode: ForecastOnly, ${lead}}`),
    ].join(""),
  );
  const simulated = (days: number, ...more: string[]) => {
    const load = `office:days=${days},stepSeconds=300,peak=100`;
    const args = ["-f", file, "--load", load, "--pod-capacity", "4", "--pod-start", "240s"];
    return trimtab(["simulate", ...args, ...more]);
  };

  it("has the gate and the judged days in the JSON output, and acts only while the gate is open", async () => {
    const { stdout } = await simulated(24, "-o", "json");
    const { candidates } = JSON.parse(stdout) as Simulation;
    const [without, acts, learns] = [candidates[0]!, candidates[1]!, candidates[2]!];
    expect(candidates.map(({ forecast }) => forecast?.mode)).toEqual([
      ...[undefined, "Active", "ForecastOnly"],
    ]);
    const { gates, days } = acts.forecast!;
    const opened = gates.find(({ isOpen }) => isOpen)!.time;
    expect(gates[0]!.verdict).toBe("Learning");
    expect(days.map(({ number }) => number - days[0]!.number)).toEqual([...days.keys()]);
    expect(days.filter(({ isOpen }) => isOpen).length).toBeGreaterThan(0);
    expect(days.every(({ time, isOpen }) => isOpen === time > opened)).toBe(true);
    expect(days.every(({ reactive, saved }) => saved <= reactive.shortage)).toBe(true);
    const before = (all: Simulation["candidates"][number]["changes"]) =>
      all.filter(({ time }) => time < opened);
    expect(before(acts.changes)).toEqual(before(without.changes));
    expect(learns.changes).toEqual(without.changes);
    expect(acts.changes).not.toEqual(without.changes);
    expect(learns.forecast!.gates).toEqual(gates);
  });

  it("is below the table, too", async () => {
    const { stdout } = await simulated(1);
    const lines = stdout.split("\n").filter(line => line.startsWith("On "));
    expect(lines).toEqual(
      ["acts", "learns"].map(
        name => `On 0 of 0 judged days, the gate of ${name} is open: Learning.`,
      ),
    );
  });
});
