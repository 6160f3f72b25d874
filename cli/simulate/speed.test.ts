import { expect, it } from "vitest";

import { trimtab } from "../testing/trimtab.ts";

const object = `
apiVersion: autoscaling.trimtab.dev/v1alpha1
kind: Autoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  minReplicas: 2
  maxReplicas: 50
`;

/** What the processors did, whatever else runs on them. */
it("simulates 28 days of 161,280 syncs in at most 5 s of one core", async () => {
  const before = process.cpuUsage();
  const args = ["simulate", "-f", "-", "--load", "walk:days=28", "-o", "json"];
  const { stdout, stderr } = await trimtab(args, { stdin: object });
  const { user, system } = process.cpuUsage(before);
  expect(stderr).toBe("");
  expect(stdout.length).toBeGreaterThan(1e6);
  expect((user + system) / 1e6).toBeLessThan(5);
});
