import { describe, expect, it } from "vitest";

import { type DemandingSchema, listDemanded } from "./demanded.ts";

const withRule = (rule: string, message: string): DemandingSchema => ({
  properties: {
    items: {
      items: {
        required: ["name"],
        properties: { name: {}, target: { properties: { type: {}, value: {} } } },
        "x-kubernetes-validations": [{ rule, message }],
      },
    },
  },
});

const demanded = "is required; write it";

// prettier-ignore
const rows = [
  { shows: "a field",                rule: "has(self.target)",                          message: demanded,            item: ["name", "target"], target: undefined },
  { shows: "a field within another", rule: "has(self.target) && has(self.target.type)", message: demanded,            item: ["name", "target"], target: ["type"] },
  { shows: "no listed field",        rule: "has(self.name) && self.name != ''",         message: demanded,            item: ["name"],           target: undefined },
  { shows: "no conditional field",   rule: "self.name == 'a' || has(self.target)",      message: "a needs a target",  item: ["name"],           target: undefined },
];

describe("listDemanded", () => {
  it.each(rows)("adds $shows for the rule: $rule", ({ rule, message, item, target }) => {
    const schema = withRule(rule, message);
    listDemanded(schema);
    const { required, properties } = schema.properties!["items"]!.items as DemandingSchema;
    expect([required, properties!["target"]!.required]).toEqual([item, target]);
  });
});
