import { expect, it } from "vitest";

import { decisionTimes } from "../testing/decision-time.ts";
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

/** A core makes 80,640 bare decisions in a sixth of a second, and 15 times as long is 2.5 s. */
it("simulates a sync of 14 days in less than the CPU time of 15 decisions", async () => {
  const args = ["simulate", "-f", "-", "--load", "walk:days=14", "-o", "json"];
  const times = await decisionTimes(80_640, async () => {
    const { stdout, stderr } = await trimtab(args, { stdin: object });
    expect(stderr).toBe("");
    expect(stdout.length).toBeGreaterThan(5e5);
  });
  expect(times).toBeLessThan(15);
});
