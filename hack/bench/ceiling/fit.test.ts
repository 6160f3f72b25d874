import { describe, expect, it } from "vitest";

import { exponentOf } from "./fit.ts";

const sizes = [1_000, 3_000, 10_000];

describe("the exponent of growth", () => {
  it.each([
    { when: "the cost of an object is constant", cost: (n: number) => 3 * n, exponent: 1 },
    { when: "the cost does not grow", cost: () => 5, exponent: 0 },
    { when: "each object looks at all others", cost: (n: number) => n * n, exponent: 2 },
  ])("is $exponent if $when", ({ cost, exponent }) => {
    const points = sizes.map(objects => ({ objects, value: cost(objects) }));
    expect(exponentOf(points)).toBeCloseTo(exponent, 9);
  });

  it("lies between those of its points", () => {
    const points = [10, 40, 80].map((value, index) => ({ objects: 10 ** (index + 1), value }));
    expect(exponentOf(points)).toBeGreaterThan(Math.log10(2));
    expect(exponentOf(points)).toBeLessThan(Math.log10(4));
  });
});
