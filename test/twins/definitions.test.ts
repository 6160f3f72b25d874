import { describe, expect, it } from "vitest";

import { shortTwins, twins, type TwinDefinition } from "./definitions.ts";

const tolerance = 0.1;
/** Measured values relative to the load: measurement and rounding errors stay in this range. */
const readings = [0.95, 1, 1.03];

/** The desired replicas for this many pods and a load, in units of one pod's target load. */
function wanted(pods: number, load: number, { spec: specOf }: TwinDefinition): number {
  const spec = specOf("hpa");
  // With zero pods there is no ratio, so no tolerance applies.
  if (pods > 0 && Math.abs(load / pods - 1) <= tolerance) return pods;
  return Math.min(spec.maxReplicas, Math.max(spec.minReplicas ?? 1, Math.ceil(load)));
}

/** The settled size for each load, if the metrics are exact. */
function sizes(twin: TwinDefinition): number[] {
  const reached = [twin.replicas];
  for (const load of twin.loads) reached.push(wanted(reached.at(-1)!, load, twin));
  return reached;
}

const steps = [...twins, ...shortTwins].flatMap(twin => {
  const reached = sizes(twin);
  return twin.loads.map((load, index) => ({
    twin,
    name: twin.name,
    load,
    from: reached[index]!,
    to: reached[index + 1]!,
  }));
});

/** Every possible intermediate size under the policies. */
const between = (from: number, to: number): number[] =>
  Array.from({ length: Math.abs(to - from) }, (_, index) => from + Math.sign(to - from) * index);

describe("the load scripts", () => {
  it.each(steps)(
    "$name: a load of $load scales $from to $to, far from any edge",
    ({ twin, load, from, to }) => {
      for (const reading of readings) {
        for (const pods of between(from, to)) expect(wanted(pods, load * reading, twin)).toBe(to);
        expect(wanted(to, load * reading, twin)).toBe(to);
      }
    },
  );

  it.each([
    ...twins.map(twin => ({ twin, name: twin.name, least: { rises: 4, falls: 3 } })),
    ...shortTwins.map(twin => ({ twin, name: twin.name, least: { rises: 1, falls: 1 } })),
  ])("$name: has $least.rises rises and $least.falls falls", ({ twin, least }) => {
    const moves = sizes(twin).map((size, index, all) => size - (all[index - 1] ?? size));
    expect(moves.filter(move => move > 0).length).toBe(least.rises);
    expect(moves.filter(move => move < 0).length).toBe(least.falls);
  });
});
