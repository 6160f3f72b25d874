import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { headroomOf, oldestCelCosts, overrunsOf, type CelCosts } from "./cel-costs.ts";

const folder = mkdtempSync(join(tmpdir(), "trimtab-cel-costs-"));
/** A cold build may share its cores with two clusters. */
const minutes = 60_000;

beforeAll(async () => {
  await oldestCelCosts([]);
}, 20 * minutes);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the CEL rules of the CRDs, as the oldest supported release estimates them", () => {
  it("leave a fifth of every limit free", async () => {
    const costs = await oldestCelCosts();
    expect(costs.crds.flatMap(({ rules }) => rules).length).toBeGreaterThan(100);
    expect(overrunsOf(costs), headroomOf(costs).join("\n")).toEqual([]);
  });

  it.each([
    {
      when: "a rule about a quantity, whose maxLength the estimate ignores",
      schema: {
        "x-kubernetes-int-or-string": true,
        maxLength: 64,
        "x-kubernetes-validations": [{ rule: "self.matches('^[0-9]+$')" }],
      },
      path: "spec.amounts[*]",
    },
    {
      when: "a rule about an unbounded string",
      schema: {
        type: "string",
        "x-kubernetes-validations": [{ rule: "self.matches('^[a-z]+$')" }],
      },
      path: "spec.amounts[*]",
    },
  ])("do not fit with $when", async ({ schema, path }) => {
    const [crd] = (await oldestCelCosts([fileOf(schema)])).crds;
    expect(crd?.refusals.join("\n")).toContain("estimated rule cost exceeds budget");
    // The program adds up what upstream adds up.
    expect(crd?.rules).toEqual([expect.objectContaining({ path, cost: crd?.total })]);
  });
});

const limits = { ruleLimit: 100, crdLimit: 1000 };
const crd = {
  crd: "gadgets",
  refusals: [],
  total: 800,
  rules: [{ path: "spec", rule: "true", cost: 80 }],
};

describe("overrunsOf", () => {
  it.each<{ when: string; costs: CelCosts; want: string[] }>([
    { when: "exactly 80%", costs: { ...limits, crds: [crd] }, want: [] },
    {
      when: "a rule above 80%",
      costs: { ...limits, crds: [{ ...crd, rules: [{ path: "spec", rule: "true", cost: 81 }] }] },
      want: ["gadgets: spec: a rule uses 81.0% of its limit, at most 80%"],
    },
    {
      when: "a CRD above 80%",
      costs: { ...limits, crds: [{ ...crd, total: 801 }] },
      want: ["the rules of gadgets use 80.1% of the limit for a CRD"],
    },
    {
      when: "a refusal for another reason",
      costs: { ...limits, crds: [{ ...crd, refusals: ["unknown format"] }] },
      want: ["gadgets is refused: unknown format"],
    },
  ])("$when", ({ costs, want }) => {
    const remedy = /: bound the length of what it reads \(.*\): true$/;
    expect(overrunsOf(costs).map(text => text.replace(remedy, ""))).toEqual(want);
  });
});

/** The file of a CRD whose spec has a list of 32 such fields. JSON is YAML. */
function fileOf(schema: object): string {
  const file = join(folder, "gadgets.yaml");
  const spec = {
    type: "object",
    properties: { amounts: { type: "array", maxItems: 32, items: schema } },
  };
  const version = {
    ...{ name: "v1", served: true, storage: true },
    schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
  };
  const names = { plural: "gadgets", singular: "gadget", kind: "Gadget", listKind: "GadgetList" };
  const crd = {
    ...{ apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" },
    metadata: { name: "gadgets.example.test" },
    spec: { group: "example.test", scope: "Namespaced", names, versions: [version] },
  };
  writeFileSync(file, JSON.stringify(crd));
  return file;
}
