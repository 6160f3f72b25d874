import { describe, expect } from "vitest";

import { replay } from "../../engine/replay.ts";
import { eventually } from "./eventually.ts";
import { countWrites } from "./switch-log.ts";
import { it, type Workloads } from "./cluster/workloads.ts";

/** The first samples of new pods take half a minute; a step down does not wait for samples. */
const settled = 150_000;
const toHalf = [
  { name: "half", type: "Intention", intention: { intent: "CPUUtilization", value: 50 } },
] as const;
const soon = { scaleDown: { stabilizationWindowSeconds: 0 } };

/** Waits until the metrics of this count require no other count. */
const rests = (workloads: Workloads, want: number) =>
  eventually(async () => {
    const { currentReplicas, desiredReplicas } = await workloads.scalerStatus("web");
    expect({ currentReplicas, desiredReplicas }).toEqual({
      currentReplicas: want,
      desiredReplicas: want,
    });
  }, settled);

describe.concurrent("an intention", () => {
  it("moves one step at a time toward a share of the requested cpu in metrics-server", async ({
    workloads,
  }) => {
    await workloads.run("web", { replicas: 1, usage: { cpu: "100m" } });
    // Shared by the pods: 47% of the requests of four, even if the measurement is off by a percent.
    const load = workloads.share("web", 190);
    await workloads.scaler("web", { metrics: [], thresholds: toHalf as never, behavior: soon });
    await rests(workloads, 4);
    const { message, decision } = await workloads.scalerStatus("web");
    expect(message).toMatch(/^threshold half: \d+% of requests, target 50%: /);
    expect(replay(decision!)).toEqual({ ok: true, value: 4 });

    load.total = 90;
    await rests(workloads, 2);
    const writes = await countWrites(workloads, { web: 1 });
    const sizes = [1, ...writes.map(({ replicas }) => replicas)];
    expect(sizes).toContain(4);
    expect(sizes.at(-1)).toBe(2);
    const steps = sizes.slice(1).map((size, index) => Math.abs(size - sizes[index]!));
    expect(new Set(steps)).toEqual(new Set([1]));
    await eventually(async () => {
      expect(await workloads.verdicts("web")).toMatchObject({
        Ready: "True/Ready",
        ScalingActive: "True/ValidMetricFound",
      });
    });
  });
});
