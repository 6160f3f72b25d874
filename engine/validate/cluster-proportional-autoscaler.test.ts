import { describe, expect, it } from "vitest";

import { formatFieldError } from "../model/values/result.ts";
import { specCases } from "./cluster-proportional-autoscaler.cases.ts";
import { validateClusterProportionalAutoscaler as validate } from "./cluster-proportional-autoscaler.ts";
import { itFindsWhatCasesName, itNeverThrows, itSaysWhatToDo } from "./testing/rules.ts";

describe("validateClusterProportionalAutoscaler", () => {
  itFindsWhatCasesName(validate, specCases);
  itSaysWhatToDo(validate, specCases, "goldens/cluster-proportional-autoscaler.txt");

  it("reports all errors at once, with paths, values and remedies", () => {
    const spec = {
      scaleTargetRefs: [{ apiVersion: "v1", kind: "Deployment", name: "Dns" }, 7],
      linear: { coresPerReplica: 0, minReplicas: 5, maxReplicas: 3 },
      ladder: { coresToReplicas: [{ cores: 1, replicas: "2" }] },
      nodes: {
        selector: { matchExpressions: [{ key: "zone", operator: "In", values: ["a b"] }] },
      },
      mode: "Off",
    };
    expect(validate(spec).map(formatFieldError)).toMatchInlineSnapshot(`
      [
        "spec.scaleTargetRefs[1]: must be an object, but is 7; write an object",
        "spec.mode: "Off" is not supported; write Active, DryRun or Paused",
        "spec.ladder.coresToReplicas[0].replicas: must be a whole number, but is "2"; write a whole number",
        "spec: only one of linear, ladder and configMapRef may be set, but linear and ladder are; keep one of them and remove the rest",
        "spec.scaleTargetRefs[0].apiVersion: apiVersion v1 has no Deployment that can be scaled; write group/version, such as apps/v1 for a Deployment",
        "spec.scaleTargetRefs[0].name: "Dns" is not an object name; write lower case letters, digits, - and ., beginning and ending with a letter or digit",
        "spec.linear.maxReplicas: maxReplicas 3 is less than minReplicas 5; write maxReplicas: 5 or more, or lower minReplicas",
        "spec.linear.coresPerReplica: must be greater than 0, but is 0; write how much one replica serves, or leave the field out to give it no influence",
        "spec.nodes.selector.matchExpressions[0].values[0]: "a b" is not the value of a label, which has at most 63 letters, digits, -, _ and ., beginning and ending with a letter or digit; write it as the node has it",
      ]
    `);
  });

  const fields = ["scaleTargetRefs", "linear", "ladder", "configMapRef", "nodes", "mode"];
  const inner = [
    "apiVersion",
    "name",
    "default",
    "coresToReplicas",
    "matchLabels",
    "values",
    "selector",
    "excludeTaints",
  ];
  itNeverThrows(validate, [...fields, ...inner, "matchExpressions", "maxReplicas"]);
});
