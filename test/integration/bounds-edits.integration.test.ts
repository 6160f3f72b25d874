import { describe, expect } from "vitest";

import { describeRequest, requestsOfOperator } from "./cluster/audit.ts";
import { eventually } from "./eventually.ts";
import { asWanted, becomes, want } from "./wanted-count.ts";
import { it, type Workloads } from "./cluster/workloads.ts";

/** A period that no test waits for. */
const anHour = { ...asWanted, syncPeriodSeconds: 3600 };

const metricsRead = async ({ cluster, namespace }: Workloads) =>
  (await requestsOfOperator(cluster, namespace))
    .map(describeRequest)
    .filter(request => request === "list wanted").length;

/** A workload of five replicas, with an hour until the next decision. */
async function decided(workloads: Workloads): Promise<void> {
  await workloads.run("web", { replicas: 5, usage: {} });
  await want(workloads, 5);
  await workloads.scaler("web", { ...anHour, minReplicas: 3, maxReplicas: 8 });
  await eventually(async () => {
    expect(await workloads.scalerStatus("web")).toMatchObject({ desiredReplicas: 5 });
  });
}

/** From the next full minute, at least ten seconds away, for a minute. */
function aMinute() {
  const start = new Date(Math.ceil((Date.now() + 10_000) / 60_000) * 60_000);
  const end = new Date(start.getTime() + 60_000);
  const cron = (time: Date) => `${time.getUTCMinutes()} ${time.getUTCHours()} * * *`;
  const times = { timeZone: "Etc/UTC", start: cron(start), end: cron(end) };
  return { start, end, window: { name: "soon", ...times } };
}

const inSeconds = (time: Date): string => time.toISOString().replace(".000Z", "Z");

describe.concurrent("a window of a schedule, with a period of an hour", () => {
  it("raises the count at its first second, and the status has it until its last", async ({
    workloads,
  }) => {
    await decided(workloads);
    const { start, end, window } = aMinute();
    const always = { ...window, name: "always", start: "0 0 1 1 *", end: "1 0 1 1 *" };
    const schedules = [
      { ...window, minReplicas: 7 },
      { ...always, maxReplicas: 20 },
    ];
    await workloads.editScaler("web", { schedules });
    await eventually(async () => {
      expect(await workloads.scalerStatus("web")).toMatchObject({
        schedule: { next: "soon", nextAt: inSeconds(start), until: inSeconds(start) },
      });
    });
    expect(await workloads.replicas("web")).toBe(5);
    await eventually(async () => {
      expect(await workloads.replicas("web")).toBe(7);
    }, 90_000);
    expect(Date.now()).toBeGreaterThanOrEqual(start.getTime());
    expect(Date.now()).toBeLessThan(start.getTime() + 10_000);
    await eventually(async () => {
      expect(await workloads.scalerStatus("web")).toMatchObject({
        schedule: { active: "soon", until: inSeconds(end) },
      });
    });
  });
});

describe.concurrent("with a period of an hour, a count", () => {
  it.for([
    { what: "above the maximum", edit: 9, corrected: 8 },
    { what: "below the minimum", edit: 1, corrected: 3 },
  ])(
    "$what is corrected at once, and no metric is read",
    async ({ edit, corrected }, { workloads }) => {
      await decided(workloads);
      const reads = await metricsRead(workloads);
      await workloads.scaleByHand("web", edit);
      await becomes(workloads, corrected);
      expect(await metricsRead(workloads)).toBe(reads);
    },
  );

  it("that an edit of the bounds leaves outside is corrected at once", async ({ workloads }) => {
    await decided(workloads);
    await workloads.editScaler("web", { maxReplicas: 4 });
    await becomes(workloads, 4);
    await workloads.editScaler("web", { minReplicas: 7, maxReplicas: 8 });
    await becomes(workloads, 7);
  });

  it("within the bounds stays until the next decision, and so does a 0", async ({ workloads }) => {
    await decided(workloads);
    for (const edit of [6, 0]) {
      await workloads.scaleByHand("web", edit);
      await eventually(async () => {
        expect(await workloads.scalerStatus("web")).toMatchObject({ currentReplicas: edit });
      });
      expect(await workloads.replicas("web")).toBe(edit);
    }
  });
});
