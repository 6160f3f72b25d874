import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { behaviors } from "./testing/autoscaler-world.ts";
import { runs } from "./testing/runs.ts";
import {
  away,
  busy,
  calm,
  queue,
  requests,
  said,
  START,
  ThresholdScene,
  value,
} from "./testing/threshold-scene.ts";
import type { ThresholdSpec } from "./model/spec/autoscaler-spec.ts";

describe("a threshold whose change is delayed", () => {
  const slow = {
    scaleDown: { policies: [{ type: "Pods", value: 1, periodSeconds: 60 }] },
  } as const;
  const down4 = value("calm", "LessThan", "25", { increment: -4 });
  const counts = (scene: ThresholdScene, load: number, looks: number) =>
    Array.from({ length: looks }, () => scene.look([requests(load)]).decision.to);

  it("takes nothing away after its load has returned while a policy delays it", () => {
    const policies = [{ type: "Pods", value: 1, periodSeconds: 600 }] as const;
    const scene = new ThresholdScene(4, {
      ...{ thresholds: [calm], behavior: { scaleDown: { policies } } },
    });
    scene.history = { ...scene.history, scaleEvents: [{ time: START - 1000, change: -1 }] };
    const calmed = counts(scene, 20, 20);
    expect([...calmed, ...counts(scene, 160, 40)]).toEqual(Array(60).fill(4));
  });

  it("needs its whole duration again after each step that a rate policy allows", () => {
    const scene = new ThresholdScene(8, { thresholds: [down4], behavior: slow });
    expect(counts(scene, 40, 8)).toEqual([8, 8, 7, 7, 7, 7, 6, 6]);
    expect(counts(scene, 320, 20)).toEqual(Array(20).fill(6));
  });

  it("keeps what a metric would take away, but only while it fires", () => {
    const behavior = {
      scaleUp: { selectPolicy: "Disabled" },
      scaleDown: { stabilizationWindowSeconds: 0 },
    } as const;
    // The whole of a value: no number of replicas can be derived from it.
    const total = value("total", "GreaterThan", "300", { valueType: "Value" });
    const scene = new ThresholdScene(6, { thresholds: [total], metrics: [queue], behavior });
    const look = (load: number) => scene.look([requests(10), requests(load)]).decision.to;
    scene.look([requests(60), requests(400)]);
    scene.look([requests(60), requests(400)]);
    expect([look(400), look(400), look(400), look(20)]).toEqual([6, 6, 6, 1]);
  });
});

describe("a threshold at odds with a metric", () => {
  const look = (scene: ThresholdScene, wanted: number, load: number) =>
    scene.look([requests(wanted * 10), requests(load)]);
  const spec = { metrics: [queue], thresholds: [busy] };

  it("settles where it no longer fires", () => {
    const scene = new ThresholdScene(4, spec);
    const all = Array.from({ length: 60 }, () => look(scene, 4, 280).decision);
    expect(all.slice(0, 6).map(({ to }) => to)).toEqual([4, 4, 5, 5, 5, 6]);
    expect(all.slice(6).every(({ to }) => to === 6)).toBe(true);
    expect(all.at(-1)?.votes[1]).toEqual({
      ...{ source: "threshold busy", type: "Count", replicas: 6 },
      message: "46666m, not > 50; at least 6 must stay: 6",
    });
  });

  it("lets the metric take away what it does not need", () => {
    const scene = new ThresholdScene(10, { ...spec, behavior: {} });
    for (let looks = 0; looks < 30; looks++) look(scene, 4, 280);
    expect(scene.current).toBe(6);
    const falls = Array.from({ length: 22 }, () => look(scene, 4, 140).decision.to);
    expect(falls.indexOf(4)).toBe(20);
  });

  it("does not argue for fewer by itself, and what it keeps stays for the window", () => {
    const alone = new ThresholdScene(10, { thresholds: [busy] });
    expect(alone.look([requests(40)]).decision).toMatchObject({
      to: 10,
      votes: [{ type: "Abstain" }],
    });
    const scene = new ThresholdScene(6, {
      ...spec,
      behavior: { scaleDown: { stabilizationWindowSeconds: 60 } },
    });
    for (let looks = 0; looks < 8; looks++) look(scene, 2, 280);
    expect(scene.current).toBe(6);
    const falls = Array.from({ length: 5 }, () => look(scene, 2, 40).decision.to);
    expect(falls).toEqual([6, 6, 6, 6, 2]);
  });

  it("keeps more than it needs only for the window after it was added", () => {
    const busy3 = value("busy", "GreaterThan", "50", { increment: 3 });
    const scene = new ThresholdScene(4, { ...spec, thresholds: [busy3] });
    const all = Array.from({ length: 30 }, () => look(scene, 4, 280).decision.to);
    // Asked for by the third sync and not by the fourth, 20 periods before.
    expect(all).toEqual([4, 4, ...Array<number>(21).fill(7), ...Array<number>(7).fill(6)]);
  });

  it("blocks scale-down while it has no sample", () => {
    const scene = new ThresholdScene(4, spec);
    for (let looks = 0; looks < 30; looks++) look(scene, 4, 280);
    const { decision } = scene.look([requests(40), away]);
    expect([decision.to, said(decision.votes, 1)]).toEqual([6, "Failed"]);
  });

  it("gives way to a threshold that fires downward only as far as it does not fire itself", () => {
    const below48 = value("calm", "LessThan", "48");
    const scene = new ThresholdScene(8, { thresholds: [busy, below48] });
    expect(scene.load(280, 30).at(-1)).toBe(6);
  });

  it("never alternates, whatever the load and the metric", () => {
    const settles = fc.property(
      fc.record({
        start: fc.integer({ min: 1, max: 10 }),
        wanted: fc.integer({ min: 1, max: 12 }),
        load: fc.integer({ min: 0, max: 800 }),
        increment: fc.integer({ min: 1, max: 3 }),
        comparison: fc.constantFrom("GreaterThan" as const, "GreaterThanOrEqual" as const),
      }),
      ({ start, wanted, load, increment, comparison }) => {
        const thresholds = [value("busy", comparison, "50", { increment })];
        const scene = new ThresholdScene(start, { metrics: [queue], thresholds });
        for (let looks = 0; looks < 80; looks++) look(scene, wanted, load);
        const settled = scene.current;
        const isEnough =
          load < settled * 50 || (load === settled * 50 && comparison === "GreaterThan");
        expect(isEnough || settled === 10).toBe(true);
        for (let looks = 0; looks < 40; looks++) {
          expect(look(scene, wanted, load).decision.to).toBe(settled);
        }
      },
    );
    fc.assert(settles, runs(50));
  });
});

describe("samples that are too far apart for a threshold", () => {
  const says = (seconds: number): string =>
    `the samples are ${seconds} s apart, so 30 s are too short to tell anything; write durationSeconds: ${seconds} or more`;
  const abstains = (seconds: number) => ({
    ...{ source: "threshold x", type: "Abstain", message: says(seconds) },
  });
  /** The vote of each sync, with a data point each so many seconds. */
  const votes = (threshold: ThresholdSpec, load: number, seconds: number, looks: number) => {
    const scene = new ThresholdScene(4, { thresholds: [{ ...threshold, name: "x" }] });
    return Array.from({ length: looks }, (_, index) => {
      const at = Math.floor((index * 15) / seconds) * seconds;
      return scene.look([requests(load, START + at * 1000)]).decision.votes[0]!;
    });
  };

  it.each([
    { load: 400, first: "Count" },
    { load: 10, first: "Abstain" },
  ])("fail an upward one from the third one on, for 180 s, at a load of $load", row => {
    const all = votes(busy, row.load, 60, 24);
    expect(all.slice(0, 8).every(({ type }) => type === row.first)).toBe(true);
    const reason = "DurationBelowResolution";
    const ends = "it no longer blocks scale-down at 2026-01-01T12:05:00Z";
    const failed = { source: "threshold x", type: "Failed", reason };
    expect(all.slice(8, 20)).toEqual(
      Array(12).fill({ ...failed, message: `${says(60)}; ${ends}` }),
    );
    const message = `failed since 2026-01-01T12:02:00Z (${says(60)}), so it no longer blocks scale-down`;
    expect(all.slice(20)).toEqual(Array(4).fill({ ...abstains(60), message }));
  });

  it("make a downward one abstain, which says so", () => {
    const all = votes(calm, 10, 60, 20);
    expect(all.every(({ type }) => type === "Abstain")).toBe(true);
    expect(all.slice(8)).toEqual(Array(12).fill(abstains(60)));
  });

  it("make it say so also while the newest of them is too old", () => {
    const all = votes(calm, 10, 120, 30);
    expect(all.slice(16)).toEqual(Array(14).fill(abstains(120)));
  });

  it("fail it also if a metric asks for fewer than its reading needs", () => {
    const scene = new ThresholdScene(4, { metrics: [queue], thresholds: [busy] });
    const all = Array.from({ length: 12 }, (_, index) => {
      const time = START + Math.floor(index / 4) * 60_000;
      return said(scene.look([requests(20), requests(120, time)]).decision.votes, 1);
    });
    expect(all).toEqual([...Array<number>(8).fill(3), ...Array<string>(4).fill("Failed")]);
  });

  it("are not what an outage leaves", () => {
    const scene = new ThresholdScene(4, { thresholds: [calm] });
    const kinds = [10, 10, ...Array<null>(40).fill(null), 10, 10, 10].map(load =>
      said(scene.look([load === null ? away : requests(load)]).decision.votes),
    );
    expect(kinds.slice(-3)).toEqual(["Abstain", "Abstain", 3]);
    expect(kinds).not.toContain("Failed");
  });
});

describe("whatever delays a threshold, and whatever else changes the size", () => {
  const step = fc.record({
    load: fc.oneof(fc.constantFrom(10, 100, 400), fc.constant(null)),
    wanted: fc.integer({ min: 0, max: 10 }),
    lasts: fc.integer({ min: 1, max: 6 }),
    person: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 10 }) },
    ),
  });
  const delays = fc.record({
    behavior: behaviors,
    cooldown: fc.record({ scaleUpSeconds: fc.constantFrom(0, 45, 300) }),
  });

  it("it asks only if all samples of its duration agree at the same size", () => {
    const property = fc.property(delays, fc.array(step, { maxLength: 12 }), (spec, steps) => {
      const scene = new ThresholdScene(4, { ...spec, metrics: [queue] });
      const past: { readonly size: number; readonly load: number | null }[] = [];
      for (const { load, wanted, lasts, person } of steps) {
        if (person !== null) scene.current = person;
        for (let look = 0; look < lasts; look++) {
          const size = scene.current;
          past.push({ size, load });
          const answer = load === null ? away : requests(load);
          const { votes } = scene.look([requests(wanted * 10), answer, answer]).decision;
          const run = past.slice(-3);
          const isOf = (agrees: (perPod: number) => boolean) =>
            run.length === 3 && run.every(one => one.load !== null && agrees(one.load / one.size));
          // A fall of the size does not weaken what asks for more.
          const hasRisen = run.some((one, at) => one.size < (run[at + 1]?.size ?? 0));
          const hasChanged = run.some(one => one.size !== size);
          const [up, down] = [said(votes, 1), said(votes, 2)];
          if (typeof up === "number" && up > size)
            expect([up, isOf(each => each > 50), hasRisen]).toEqual([size + 1, true, false]);
          if (typeof down === "number")
            expect([down, isOf(each => each < 25), hasChanged]).toEqual([size - 1, true, false]);
        }
      }
    });
    fc.assert(property, runs(200));
  });
});
