import { expect, it } from "vitest";

import { acceptedOf, refusalOf } from "./refused.ts";

const field = (rule: string) => ({ "x-kubernetes-validations": [{ rule, message: "is now b" }] });

it.each([
  { rule: "false", except: [] },
  { rule: "self == 'None'", except: ["None"] },
  { rule: "self == false", except: [false] },
])("a field with the rule $rule is refused, except for $except", ({ rule, except }) => {
  expect(refusalOf(field(rule))).toEqual({ sentence: "is now b", except });
});

it.each(["self == '' || self == 'a'", "self == 3", "self.matches('false')"])(
  "a field with the rule %s has a use",
  rule => {
    expect(acceptedOf({ a: field(rule), b: field("false") })).toEqual({ a: field(rule) });
  },
);
