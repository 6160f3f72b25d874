import { describe, expect } from "vitest";

import { readSample } from "../../hack/demo/sample/catalogue.ts";
import { playSample } from "../../hack/demo/sample/play.ts";
import { it } from "./workloads.ts";

describe("make demo SAMPLE=name", () => {
  it("plays a sample: the count follows the load", { timeout: 120_000 }, async ({ workloads }) => {
    const { cluster, namespace } = workloads;
    const told: string[] = [];
    const seen = await playSample(cluster, readSample("autoscaler-external", namespace), {
      nodeSelector: { "trimtab.test/workloads": namespace },
      // The load is high for 21 s of these, and the sample's period is 15 s.
      seconds: 60,
      say: text => told.push(text),
    });
    expect(seen.rises, told.join("\n")).toBeGreaterThan(0);
    expect(seen.falls, told.join("\n")).toBe(0);
    expect(told.join("\n")).toContain("mailer wants 3: external metric queue_messages_ready");
  });
});
