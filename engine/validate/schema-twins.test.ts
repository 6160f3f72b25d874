import fc from "fast-check";
import { describe, expect, it } from "vitest";

import autoscalerSchema from "../../crds/generated/autoscaler.schema.json" with { type: "json" };
import proportionalSchema from "../../crds/generated/cluster-proportional-autoscaler.schema.json" with { type: "json" };
import { runs } from "../testing/runs.ts";
import { specCases as autoscalerCases } from "./autoscaler.cases.ts";
import { validateAutoscaler } from "./autoscaler.ts";
import { specCases as proportionalCases } from "./cluster-proportional-autoscaler.cases.ts";
import { validateClusterProportionalAutoscaler } from "./cluster-proportional-autoscaler.ts";
import { structureOf } from "./structure.ts";

const kinds = [
  { kind: "Autoscaler", schema: autoscalerSchema, cases: autoscalerCases, validate: validateAutoscaler },
  { kind: "ClusterProportionalAutoscaler", schema: proportionalSchema, cases: proportionalCases, validate: validateClusterProportionalAutoscaler },
]; // prettier-ignore

describe.each(kinds)("the schema of the $kind", ({ kind, schema, cases, validate }) => {
  const judge = structureOf(schema);
  const objectOf = (spec: unknown) => {
    const apiVersion = schema.properties.apiVersion.const;
    return { apiVersion, kind, metadata: {}, spec };
  };
  const refusals = (spec: unknown) =>
    judge(objectOf(spec), { textAt: () => undefined, fractions: [] }).filter(
      ({ code }) => code !== "UnknownField",
    );
  const errors = (spec: unknown) => validate(spec).filter(({ severity }) => severity === "error");
  const refused = cases.filter(({ spec }) => refusals(spec).length > 0);

  it("refuses some of the cases", () => {
    expect(refused.length).toBeGreaterThan(20);
  });

  it.each(refused)("refuses only what the rules refuse: $when", ({ spec }) => {
    expect(errors(spec), JSON.stringify(refusals(spec))).not.toEqual([]);
  });

  it("refuses only what the rules refuse: a case with one changed value", () => {
    const good = cases.filter(({ errors }) => errors.length === 0);
    const anything = fc.oneof(
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.boolean(),
      fc.constantFrom(null, {}, [], [{}], [null]),
    );
    const changed = fc.property(fc.constantFrom(...good), fc.nat(), anything, (row, at, value) => {
      const spec = structuredClone(row.spec) as object;
      const places = placesIn(spec);
      const place = places[at % places.length]!;
      place.holder[place.key] = value;
      if (refusals(spec).length > 0)
        expect(errors(spec), JSON.stringify([spec, refusals(spec)])).not.toEqual([]);
    });
    fc.assert(changed, runs(2000));
  });
});

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap(key => [{ holder, key }, ...placesIn(holder[key])]);
}
