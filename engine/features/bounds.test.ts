import { describe, expect, it } from "vitest";

import { bound } from "./bounds.ts";
import type { Bounds } from "../model/decision.ts";

const between = (minReplicas: number, maxReplicas: number | null): Bounds => ({
  minReplicas,
  maxReplicas,
});

describe("bound", () => {
  // prettier-ignore
  it.each<{ when: string; desired: number; bounds: Bounds | null; after: number; reason: string }>([
    { when: "within",                      desired: 3,       bounds: between(2, 5),    after: 3,             reason: "DesiredWithinRange" },
    { when: "on the floor",                desired: 2,       bounds: between(2, 5),    after: 2,             reason: "DesiredWithinRange" },
    { when: "on the cap",                  desired: 5,       bounds: between(2, 5),    after: 5,             reason: "DesiredWithinRange" },
    { when: "below",                       desired: 1,       bounds: between(2, 5),    after: 2,             reason: "TooFewReplicas" },
    { when: "above",                       desired: 6,       bounds: between(2, 5),    after: 5,             reason: "TooManyReplicas" },
    { when: "without a cap",               desired: 6,       bounds: between(2, null), after: 6,             reason: "DesiredWithinRange" },
    { when: "without bounds",              desired: 0,       bounds: null,             after: 0,             reason: "DesiredWithinRange" },
    { when: "beyond int32 without bounds", desired: 2 ** 31, bounds: null,             after: 2_147_483_647, reason: "TooManyReplicas" },
  ])("gives $after ($reason) for $desired when $when", ({ desired, bounds, after, reason }) => {
    expect(bound(desired, bounds)).toMatchObject({ step: "bound", before: desired, after, reason });
  });
});
