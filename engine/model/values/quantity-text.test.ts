import { describe, expect, it } from "vitest";

import { canonicalText, inUnitOf, readableText } from "./quantity-text.ts";
import { milliUnits } from "./quantity.ts";

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

describe("amounts of a resource", () => {
  // prettier-ignore
  it.each([
    { resource: "memory",            quantity: "549755813888", canonical: "512Gi",        readable: "512Gi" },
    { resource: "memory",            quantity: "16266912Ki",   canonical: "16266912Ki",   readable: "15.5Gi" },
    { resource: "memory",            quantity: "1025",         canonical: "1025",         readable: "1Ki" },
    { resource: "memory",            quantity: "0",            canonical: "0",            readable: "0" },
    { resource: "hugepages-2Mi",     quantity: "2Gi",          canonical: "2Gi",          readable: "2Gi" },
    { resource: "ephemeral-storage", quantity: "2Ti",          canonical: "2Ti",          readable: "2Ti" },
    { resource: "nvidia.com/gpu",    quantity: "1024",         canonical: "1024",         readable: "1024" },
    { resource: "nvidia.com/gpu",    quantity: "1500m",        canonical: "1500m",        readable: "1500m" },
  ])("$quantity of $resource are $canonical, or $readable for people", row => {
    const milli = milliUnits(row.quantity);
    expect(milli.ok && canonicalText(milli.value, row.resource)).toBe(row.canonical);
    expect(readableText(row.canonical, row.resource)).toBe(row.readable);
  });
});
