import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type Candidate, chooseTarget, marginOf } from "./choose-target.ts";

const old = "2026-01-01T00:00:00Z";
const young = "2026-01-02T00:00:00Z";
const of = (name: string, replicas: number, createdAt = old, uid = name): Candidate => ({
  ...{ name, uid, createdAt, replicas },
});

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
    expect(chooseTarget(candidates, present)?.name ?? null).toBe(want);
    expect(chooseTarget(candidates.toReversed(), present)?.name ?? null).toBe(want);
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
          const next: Candidate = chooseTarget(candidates, present)!;
          if (present !== null && next.name !== present) {
            const before = counts[present as "a"];
            expect(next.replicas - before).toBeGreaterThan(marginOf(before));
            // It switches back only by the same margin.
            expect(chooseTarget(candidates, next.name)?.name).toBe(next.name);
          }
          present = next.name;
        }
      }),
    );
  });
});
