import { describe, expect } from "vitest";

import { readSample, type Sample } from "../../hack/demo/sample/catalogue.ts";
import { playSample } from "../../hack/demo/sample/play.ts";
import { scenesFor } from "../../hack/demo/sample/scenes.ts";
import { it } from "./cluster/workloads.ts";

const syncPeriodSeconds = 3;
/** How long the load is high. One decision during that time is enough; the others are for a busy machine. */
const highPeriods = 4;

const withPeriod = (sample: Sample): Sample => ({
  ...sample,
  scalers: sample.scalers.map(scaler => ({
    ...scaler,
    spec: { ...scaler.spec, syncPeriodSeconds },
  })),
});

/** The scenes of a sample are at shares of its length: here the load rises in one and falls in the next. */
function lengthOf(sample: Sample): number {
  const [rise = NaN, fall = NaN] = scenesFor(sample).map(({ at }) => at);
  return (highPeriods * syncPeriodSeconds) / (fall - rise);
}

/**
 * How long the count stays after the load has fallen: for the window of the sample, after the last decision
 * with the high load. That decision is at most one period older than the fall.
 */
function heldSeconds({ scalers }: Sample): number {
  const windows = scalers.map(({ spec }) => spec.behavior?.scaleDown?.stabilizationWindowSeconds);
  return (windows[0] ?? NaN) - syncPeriodSeconds;
}

interface Line {
  readonly text: string;
  /** Milliseconds. */
  readonly at: number;
}

/** The lines that report a smaller count. */
const fallsIn = (lines: readonly Line[]): Line[] =>
  lines.filter(({ text }) => {
    const [, from, to] = /: (\d+) -> (\d+) replicas$/.exec(text) ?? [];
    return Number(to) < Number(from);
  });

describe("make demo SAMPLE=name", () => {
  it("plays a sample: the count follows the load", async ({ workloads }) => {
    const { cluster, namespace } = workloads;
    const told: Line[] = [];
    const sample = withPeriod(readSample("autoscaler-external", namespace));
    const seen = await playSample(cluster, sample, {
      nodeSelector: { "trimtab.test/workloads": namespace },
      seconds: lengthOf(sample),
      say: text => told.push({ text, at: performance.now() }),
    });
    const story = told.map(({ text }) => text).join("\n");
    expect(seen.rises, story).toBeGreaterThan(0);
    // Three times what its one pod can carry.
    expect(story).toContain("mailer wants 3: external metric queue_messages_ready");

    const loadFell = told.find(({ text }) => text === "- there is little to do");
    expect(loadFell, story).toBeDefined();
    // The play is shorter than the window. A busy machine may stretch it: the measured time counts.
    const heldUntil = loadFell!.at + 1_000 * heldSeconds(sample);
    expect(heldUntil).toBeGreaterThan(loadFell!.at);
    const early = fallsIn(told).filter(({ at }) => at < heldUntil);
    expect(early, story).toEqual([]);
  });
});
