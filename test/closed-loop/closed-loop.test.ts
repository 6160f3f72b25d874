import { describe, expect, it } from "vitest";

import { decideAutoscalerCase } from "../../cli/evaluate/autoscaler-case.ts";
import { runs } from "../../engine/testing/runs.ts";
import { validateAutoscaler } from "../../engine/validate/autoscaler.ts";
import {
  allowanceOf,
  allowancesIn,
  everyObject,
  excesses,
  extraTime,
  readAllowances,
} from "./allowances.ts";
import { allCombinations, autoscalerAt, combinationOf } from "./combinations.ts";
import { Comparer, reportOf } from "./comparison.ts";
import { type SpecJson } from "./features.ts";
import { fuzz, replayOf } from "./fuzz/fuzz.ts";
import { pageWith, tableOf } from "./results.ts";
import { recordAutoscaler, runAutoscaler, runHpa } from "./run.ts";
import { scenarioOf } from "./scenario.ts";

const all = allCombinations();
const allowances = readAllowances();
const plain = combinationOf([]);
/** The page holds the results of each combination under all of these. */
const seeds = 3;

describe("every feature and every two features", () => {
  const alone = all.filter(({ features }) => features.length < 2);
  const pairs = all.filter(({ features }) => features.length === 2);
  /** Half of them at most, which takes less than a minute; in steps, so that they contain all features. */
  const { numRuns } = runs(Math.ceil(pairs.length / 2));
  const some = pairs.filter((_, index) => (index * 7) % pairs.length < numRuns);
  const comparer = new Comparer(allowances);

  it("are more than 200 combinations", () => {
    expect(all.length).toBeGreaterThan(200);
  });

  it("are specs that the API accepts", () => {
    const refused = all.flatMap(combination => {
      const { spec } = autoscalerAt(combination, 0);
      return validateAutoscaler(spec)
        .filter(({ severity }) => severity === "error")
        .map(({ path, message }) => `${combination.name}: ${path} ${message}`);
    });
    expect(refused).toEqual([]);
  });

  const load = [...alone, ...some].map((combination, index) => ({
    ...{ combination, name: combination.name, seed: 1 + (index % seeds) },
  }));
  it.each(load)(
    "$name: no more than an HPA and what the page allows, under load $seed",
    ({ combination, seed }) => {
      const comparison = comparer.compare(combination, seed);
      expect(comparison.excesses, reportOf(comparison)).toEqual([]);
    },
  );
});

describe("random specs", () => {
  const fuzzed = Array.from({ length: runs(12).numRuns }, (_, index) => index + 1);
  it.each(fuzzed)("decide no worse on other data, seed %i", seed => {
    expect(fuzz(seed).violations, replayOf(seed)).toEqual([]);
  });

  it("would show a decision that falls as the load rises", () => {
    const queue = {
      ...{ name: "queue", type: "External" },
      external: { metric: { name: "queue" }, target: { type: "AverageValue", averageValue: "5" } },
    };
    const spec = {
      ...{ minReplicas: 1, maxReplicas: 30, metrics: [queue] },
      combine: { expression: "max(1, 20 - queue)" },
    } as unknown as SpecJson;
    expect(fuzz(1, spec).violations.join("\n")).toContain("a longer queue gives");
  });
});

describe("the comparison with an HPA", () => {
  const scenario = scenarioOf(6, plain);
  const hpa = runHpa(plain, scenario);
  const verdictOn = (change: Partial<SpecJson>) =>
    excesses(runAutoscaler(plain, scenario, change), hpa, allowanceOf(plain, allowances));
  const rules = (direction: string, more: object) =>
    ({ behavior: { [direction]: more } }) as Partial<SpecJson>;
  const slow = { policies: [{ type: "Pods", value: 1, periodSeconds: 300 }] };

  // prettier-ignore
  it.each([
    { shows: "growth that is frozen",      change: rules("scaleUp", { selectPolicy: "Disabled" }),   says: "lost" },
    { shows: "growth that is too slow",    change: rules("scaleUp", slow),                           says: "lost" },
    { shows: "a size that never falls",    change: rules("scaleDown", { selectPolicy: "Disabled" }), says: "rests at" },
    { shows: "replicas without work",      change: { minReplicas: 20 },                              says: "replica-minutes" },
    { shows: "a size that is never left",  change: { maxReplicas: 4 },                               says: "rests at" },
  ])("shows $shows", ({ change, says }) => {
    expect(verdictOn(change).join("\n")).toContain(says);
  });

  it("finds the same outcome for the same seed", () => {
    expect(runHpa(plain, scenario)).toEqual(hpa);
  });

  it("finds nothing between an HPA and itself", () => {
    expect(excesses(hpa, hpa, { lost: 0, time: 0, rest: 0 })).toEqual([]);
  });

  it("counts four replicas for work that only the HPA loses", () => {
    const worse = { ...hpa, lost: hpa.lost + 100, replicaMinutes: hpa.replicaMinutes - 400 };
    expect(extraTime(hpa, worse)).toBeCloseTo(0);
  });

  it("records what `trimtab evaluate` decides in the same way", () => {
    const combination = combinationOf(["schedule with a minimum", "scale-down pause"]);
    const world = scenarioOf(3, combination);
    const decided = decideAutoscalerCase(recordAutoscaler(combination, world));
    if (!decided.ok) throw new Error(decided.error);
    const written = decided.value.steps.flatMap(({ scaleTo }) => scaleTo ?? []);
    const { changes } = runAutoscaler(combination, world);
    expect(written).toEqual(changes.map(change => Number(change.split(" > ")[1])));
  });
});

describe("docs/closed-loop.md", () => {
  const table = [
    "| feature | lost work | replica time | at rest | because |",
    "| every object | 1% | 2% | 3% | of the past |",
    "| groups | 4% | 0% | 5% | of rounding |",
    "| groups + watermarks | 6% | 0% | 0% | of both |",
  ].join("\n");

  it("allows a combination what it allows its features", () => {
    const combination = combinationOf(["groups", "watermarks"]);
    expect(allowanceOf(combination, allowancesIn(table))).toEqual({ lost: 11, time: 2, rest: 8 });
    expect(allowanceOf(combinationOf(["groups"]), allowancesIn(table)).lost).toBe(5);
  });

  it("names features and combinations that exist", () => {
    const known = [everyObject, ...all.map(({ name }) => name)];
    expect([...allowances.keys()].filter(name => !known.includes(name))).toEqual([]);
    expect(allowances.has(everyObject)).toBe(true);
  });

  it("gets the results instead of earlier ones", () => {
    const comparison = new Comparer(allowances).compare(plain, 3);
    const results = tableOf([comparison]);
    const extent = { combinations: 1, seeds: [3], decisions: 70, twins: 400 };
    const written = pageWith("# Page\n\n## Results\n\nearlier\n", results, extent);
    expect(written).toBe(pageWith(written, results, extent));
    expect(written).not.toContain("earlier");
    expect(allowancesIn(written).size).toBe(0);
  });
});
