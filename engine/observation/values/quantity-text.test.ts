import { describe, expect, it } from "vitest";

import { inUnitOf } from "./quantity-text.ts";

describe("inUnitOf", () => {
  // prettier-ignore
  it.each([
    { written: "100Mi",     resource: "memory", quantity: "157286400",  want: "150Mi" },
    { written: "2Gi",       resource: "memory", quantity: "1610612736", want: "1.5Gi" },
    { written: "0.5Gi",     resource: "memory", quantity: "0.5Gi",      want: "0.5Gi" },
    { written: "100M",      resource: "memory", quantity: "157286400",  want: "157M" },
    { written: "64k",       resource: "memory", quantity: "1500",       want: "1.5k" },
    { written: "104857600", resource: "memory", quantity: "157286400",  want: "150Mi" },
    { written: "104857600", resource: "memory", quantity: "104857600",  want: "100Mi" },
    { written: "1e9",       resource: "memory", quantity: "157286400",  want: "150Mi" },
    { written: "100Mi",     resource: "memory", quantity: "1",          want: "0Mi" },
    { written: "500m",      resource: "cpu",    quantity: "1250m",      want: "1250m" },
    { written: "500m",      resource: "cpu",    quantity: "1",          want: "1000m" },
    { written: "1",         resource: "cpu",    quantity: "1250m",      want: "1250m" },
    { written: "1",         resource: "cpu",    quantity: "2",          want: "2" },
    { written: "1e3",       resource: "rps",    quantity: "1500",       want: "1500" },
    { written: "80%",       resource: "memory", quantity: "90%",        want: "90%" },
    { written: "100Mi",     resource: "memory", quantity: "much",       want: "much" },
  ])("writes $quantity like $written as $want", ({ written, resource, quantity, want }) => {
    expect(inUnitOf(written, resource)(quantity)).toBe(want);
  });
});
