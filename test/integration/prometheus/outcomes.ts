import { expect } from "vitest";

import type { Workloads } from "../cluster/workloads.ts";
import { eventually } from "../eventually.ts";

/** The status gets three messages about the same problem at once, and then one in 30 periods of 3 s. */
export const reported = 150_000;

/** The count of the Deployment web. */
export const replicasBecome = (workloads: Workloads, want: number): Promise<void> =>
  eventually(async () => {
    expect(await workloads.replicas("web")).toBe(want);
  });

/** The reason of ScalingActive. */
export const problemBecomes = (workloads: Workloads, says: string): Promise<void> =>
  eventually(async () => {
    const { conditions = [] } = await workloads.scalerStatus("web");
    const active = conditions.find(({ type }) => type === "ScalingActive");
    expect(active).toMatchObject({ status: "False", reason: "FailedGetPrometheusMetric" });
    expect(active?.message).toContain(says);
  }, reported);
