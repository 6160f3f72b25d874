import { describe, expect } from "vitest";

import { readSample, type Sample } from "../../hack/demo/sample/catalogue.ts";
import { playSample } from "../../hack/demo/sample/play.ts";
import { it } from "./cluster/workloads.ts";

const withPeriod = (sample: Sample, syncPeriodSeconds: number): Sample => ({
  ...sample,
  scalers: sample.scalers.map(scaler => ({
    ...scaler,
    spec: { ...scaler.spec, syncPeriodSeconds },
  })),
});

describe("make demo SAMPLE=name", () => {
  it("plays a sample: the count follows the load", async ({ workloads }) => {
    const { cluster, namespace } = workloads;
    const told: string[] = [];
    const sample = readSample("autoscaler-external", namespace);
    const seen = await playSample(cluster, withPeriod(sample, 3), {
      nodeSelector: { "trimtab.test/workloads": namespace },
      // The load is high for 13 s of these, four periods.
      seconds: 36,
      say: text => told.push(text),
    });
    expect(seen.rises, told.join("\n")).toBeGreaterThan(0);
    expect(seen.falls, told.join("\n")).toBe(0);
    expect(told.join("\n")).toContain("mailer wants 3: external metric queue_messages_ready");
  });
});
