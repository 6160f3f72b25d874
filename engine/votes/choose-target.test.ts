import fc from "fast-check";
import { describe, expect, it } from "vitest";

import {
  type Candidate,
  type Choice,
  chooseTarget,
  marginOf,
  nextTarget,
  reasonOf,
} from "./choose-target.ts";

const old = "2026-01-01T00:00:00Z";
const young = "2026-01-02T00:00:00Z";
const of = (name: string, replicas: number, createdAt = old, uid = name): Candidate => ({
  ...{ name, uid, createdAt, replicas },
});

const largest = (present: string | null) => ({ policy: "Largest", present, next: null }) as const;

// prettier-ignore
const rows: readonly { shows: string; candidates: readonly Candidate[]; present: string | null; want: string | null }[] = [
  { shows: "nothing without candidates",               candidates: [],                                present: null, want: null },
  { shows: "nothing if the current target is gone",    candidates: [],                                present: "a",  want: null },
  { shows: "the only candidate",                       candidates: [of("a", 0)],                      present: null, want: "a" },
  { shows: "the largest",                              candidates: [of("a", 1), of("b", 9), of("c", 3)], present: null, want: "b" },
  { shows: "the oldest of equal candidates",           candidates: [of("a", 4, young), of("b", 4, old)], present: null, want: "b" },
  { shows: "the first by uid of equally old candidates", candidates: [of("a", 4, old, "2"), of("b", 4, old, "1")], present: null, want: "b" },
  { shows: "the largest if the current target is gone", candidates: [of("a", 1), of("b", 2)],          present: "c",  want: "b" },
  { shows: "the current target, even if another is older", candidates: [of("a", 4, young), of("b", 4)],   present: "a",  want: "a" },
  { shows: "the current target if it has one replica less", candidates: [of("a", 4), of("b", 5)],         present: "a",  want: "a" },
  { shows: "another that has two more replicas",       candidates: [of("a", 4), of("b", 6)],          present: "a",  want: "b" },
  { shows: "the current target if it has a tenth less", candidates: [of("a", 40), of("b", 44)],        present: "a",  want: "a" },
  { shows: "another that has more than a tenth more",  candidates: [of("a", 40), of("b", 45)],        present: "a",  want: "b" },
  { shows: "the current target if a tenth is below one replica", candidates: [of("a", 19), of("b", 20)],        present: "a",  want: "a" },
  { shows: "any candidate with pods instead of one at 0", candidates: [of("a", 0), of("b", 1)],          present: "a",  want: "b" },
  { shows: "a candidate whose 0 is the operator's",     candidates: [of("a", 0), { ...of("b", 0, young), zeroOf: "Operator" }], present: null, want: "b" },
  { shows: "it instead of the current target at a person's 0", candidates: [{ ...of("a", 0), zeroOf: "Other" }, { ...of("b", 0, young), zeroOf: "Operator" }], present: "a", want: "b" },
  { shows: "the current target if its 0 is the operator's, too", candidates: [{ ...of("a", 0), zeroOf: "Operator" }, { ...of("b", 0, young), zeroOf: "Operator" }], present: "b", want: "b" },
  { shows: "a candidate with pods instead of the operator's 0", candidates: [{ ...of("a", 0), zeroOf: "Operator" }, of("b", 1, young)], present: "a", want: "b" },
  { shows: "the current target if all are at 0",       candidates: [of("a", 0, young), of("b", 0)],   present: "a",  want: "a" },
];

describe("chooseTarget", () => {
  it.each(rows)("takes $shows", ({ candidates, present, want }) => {
    expect(chooseTarget(candidates, largest(present))?.name ?? null).toBe(want);
    expect(chooseTarget(candidates.toReversed(), largest(present))?.name ?? null).toBe(want);
  });

  it("switches only to a candidate that is larger by more than the margin", () => {
    const names = ["a", "b", "c"] as const;
    const sizes = fc.record({ a: fc.nat(60), b: fc.nat(60), c: fc.nat(60) });
    const walk = fc.array(fc.oneof(sizes, fc.record({ a: fc.nat(3), b: fc.nat(3), c: fc.nat(3) })));
    fc.assert(
      fc.property(walk, steps => {
        let present: string | null = null;
        for (const counts of steps) {
          const candidates = names.map(name => of(name, counts[name]));
          const next: Candidate = chooseTarget(candidates, largest(present))!;
          if (present !== null && next.name !== present) {
            const before = counts[present as "a"];
            expect(next.replicas - before).toBeGreaterThan(marginOf(before));
            // It switches back only by the same margin.
            expect(chooseTarget(candidates, largest(next.name))?.name).toBe(next.name);
          }
          present = next.name;
        }
      }),
    );
  });
});

const serving = (candidate: Candidate): Candidate => ({ ...candidate, isServing: true });
const [a, b, c] = [of("a", 4), of("b", 9), of("c", 0)] as const;

// prettier-ignore
const choices: readonly { shows: string; candidates: readonly Candidate[]; choice: Partial<Choice>; want: string; reason: string }[] = [
  { shows: "the one that the latest decision names",      candidates: [a, b],          choice: { present: "b", next: "a" },             want: "a", reason: "HighestUsage" },
  { shows: "the present one until there is a decision",   candidates: [a, b],          choice: { present: "a", next: undefined },       want: "a", reason: "HighestUsage" },
  { shows: "the largest if there is no present one",      candidates: [a, b],          choice: { present: null, next: undefined },      want: "b", reason: "HighestUsage" },
  { shows: "the largest if no metric measures pods",      candidates: [a, b],          choice: { present: "a", next: null },            want: "b", reason: "Largest" },
  { shows: "the present one if the named one is gone",    candidates: [a, b],          choice: { present: "a", next: "gone" },          want: "a", reason: "HighestUsage" },
  { shows: "the present one if the named one is at 0",    candidates: [a, b, c],       choice: { present: "a", next: "c" },             want: "a", reason: "HighestUsage" },
  { shows: "the largest if the present one is at 0",      candidates: [a, b, c],       choice: { present: "c", next: "c" },             want: "b", reason: "HighestUsage" },
  { shows: "the announced one, whatever its usage",       candidates: [serving(a), b], choice: { present: "b", next: "b" },             want: "a", reason: "Announced" },
  { shows: "the named one of two that are announced",     candidates: [serving(a), serving(b)], choice: { present: "a", next: "b" },    want: "b", reason: "Announced" },
  { shows: "the announced one with Announced",            candidates: [serving(a), b], choice: { policy: "Announced", present: "b", next: "b" }, want: "a", reason: "Announced" },
  { shows: "the present one with Announced and none announced", candidates: [a, b],    choice: { policy: "Announced", present: "a", next: "b" }, want: "a", reason: "HighestUsage" },
  { shows: "the largest with Largest, whatever is announced", candidates: [serving(a), b], choice: { policy: "Largest", present: "a", next: "a" }, want: "b", reason: "Largest" },
];

describe("the choice between workloads that are measured", () => {
  it.each(choices)("takes $shows", ({ candidates, choice, want, reason }) => {
    const whole: Choice = { policy: "HighestUsage", present: null, next: null, ...choice };
    const chosen = chooseTarget(candidates, whole);
    expect(chosen?.name).toBe(want);
    expect(chosen && reasonOf(chosen, whole)).toBe(reason);
  });

  const used = (uid: string | undefined, usageRatio: number | null, isServing = false) => ({
    ...(uid !== undefined && { uid }),
    ...{ usageRatio, isServing },
  });

  // prettier-ignore
  it.each([
    { shows: "the one with the highest usage",               workloads: [used("a", 0.1), used("b", 1)],               want: "b" },
    { shows: "the target while the usage is similar",        workloads: [used("a", 1), used("b", 1.2)],               want: "a" },
    { shows: "another if its usage is clearly higher",       workloads: [used("a", 1), used("b", 1.21)],              want: "b" },
    { shows: "the target while both are idle",               workloads: [used("a", 0.01), used("b", 0.1)],            want: "a" },
    { shows: "any measured one if the target is not",        workloads: [used("a", null), used("b", 0.01)],           want: "b" },
    { shows: "the target if the usage of none is known",     workloads: [used("a", null), used("b", null)],           want: "a" },
    { shows: "no workload that may not be the target",       workloads: [used("a", 0.5), used(undefined, 3)],         want: "a" },
    { shows: "none if the spec names the target",            workloads: [used(undefined, 0.5), used("b", 3)],         want: null },
    { shows: "the announced one, however idle",              workloads: [used("a", 1), used("b", 0.01, true)],        want: "b" },
  ])("names $shows next", ({ workloads, want }) => {
    expect(nextTarget(workloads)).toBe(want);
  });

  it("does not alternate between any two usages", () => {
    const ratio = fc.double({ min: 0, max: 5, noNaN: true });
    const property = fc.property(ratio, ratio, (one, other) => {
      const isAway = nextTarget([used("a", one), used("b", other)]) === "b";
      const isBack = nextTarget([used("b", other), used("a", one)]) === "a";
      expect(isAway && isBack).toBe(false);
    });
    fc.assert(property);
  });
});
