import { describe, expect, it } from "vitest";

import { formatFieldError } from "../field-error.ts";
import { specCases } from "./autoscaler.cases.ts";
import { validateAutoscaler as validate } from "./autoscaler.ts";
import { itFindsWhatCasesName, itNeverThrows } from "./testing/rules.ts";

describe("validateAutoscaler", () => {
  itFindsWhatCasesName(validate, specCases);

  it("reports all errors at once, with their paths, the values seen and remedies", () => {
    const spec = {
      scaleTargetRef: { apiVersion: "v1", kind: "Deployment", name: "Web" },
      minReplicas: -1,
      maxReplicas: 10,
      mode: "Off",
      metrics: [
        { type: "Pods" },
        { type: "Resource" },
        { type: "Resource", resource: { name: "cpu", target: { type: "Utilization" } } },
        { type: "Resource", resource: { name: "a b", target: { type: "Value" } } },
        {
          type: "Resource",
          resource: { name: "cpu", target: { type: "AverageValue", averageValue: 0.5 } },
        },
      ],
      behavior: {
        scaleUp: { tolerance: "5%", policies: [] },
        scaleDown: { tolerance: "-1", policies: [{ type: "Pods", value: 0 }] },
      },
    };
    expect(validate(spec).map(formatFieldError)).toMatchInlineSnapshot(`
      [
        "spec.scaleTargetRef.name: "Web" is not an object name; write lower case letters, digits, - and ., beginning and ending with a letter or digit",
        "spec.scaleTargetRef.apiVersion: apiVersion v1 has no API group, but Deployment needs one; write group/version, such as apps/v1 for a Deployment",
        "spec.minReplicas: must be at least 0, but is -1; write 0 or more",
        "spec.mode: "Off" is not supported; write Active, DryRun or Paused",
        "spec.metrics[0].type: "Pods" is not supported; write Resource",
        "spec.metrics[1].resource: is required; write resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}",
        "spec.metrics[2].resource.target.averageUtilization: type Utilization needs averageUtilization; write averageUtilization: 80 for 80% of the request, or type: AverageValue and an averageValue",
        "spec.metrics[3].resource.name: "a b" is not the name of a resource; write cpu or memory",
        "spec.metrics[3].resource.target.type: "Value" is not supported; write Utilization or AverageValue",
        "spec.metrics[4].resource.target.averageValue: must be a whole number or text, but is 0.5; write "0.5", in quotes",
        "spec.behavior.scaleUp.policies: has 0 entries, but must have at least 1; add 1",
        "spec.behavior.scaleUp.tolerance: "5%" is not a quantity; write a number, such as 0.05 for 5%",
        "spec.behavior.scaleDown.policies[0].value: must be at least 1, but is 0; write 1 or more",
        "spec.behavior.scaleDown.policies[0].periodSeconds: is required; write periodSeconds: 60",
        "spec.behavior.scaleDown.tolerance: must not be negative, but is "-1"; write 0 or more, such as 0.05 for 5%",
      ]
    `);
  });

  it("warns in sentences too", () => {
    const resource = (name: string, averageUtilization: number) => ({
      type: "Resource",
      resource: { name, target: { type: "Utilization", averageUtilization } },
    });
    const spec = {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      minReplicas: 3,
      maxReplicas: 3,
      metrics: [resource("memory", 120), resource("gpu", 80)],
      behavior: {
        scaleDown: {
          stabilizationWindowSeconds: 5,
          policies: [{ type: "Pods", value: 1, periodSeconds: 10 }],
          tolerance: 1.5,
        },
      },
    };
    const warnings = [...validate(spec), ...validate({ ...spec, metrics: [] }).slice(1, 2)];
    expect(warnings.map(formatFieldError)).toMatchInlineSnapshot(`
      [
        "spec.maxReplicas: maxReplicas and minReplicas are both 3, so no metric has any influence; write more than 3, unless the size shall stay as it is",
        "spec.metrics[0].resource.target.averageUtilization: 120% of the requested memory is never reached by a pod whose limit is its request; write 100 or less, unless the limits of the pods exceed their requests",
        "spec.metrics[1].resource.name: metrics-server measures cpu and memory only, not gpu; write cpu or memory, unless something else here measures it",
        "spec.behavior.scaleDown.stabilizationWindowSeconds: metrics are looked at every 15 seconds, so hardly anything falls into 5 seconds; write 15 or more, or 0 for no window",
        "spec.behavior.scaleDown.policies[0].periodSeconds: the size changes every 15 seconds at most, so value is the limit for that time and not for 10 seconds; write 15 or more",
        "spec.behavior.scaleDown.tolerance: a metric may miss its target by 150% without a change; write a part of the target, such as 0.1 for 10%",
        "spec.metrics: there is no metric, so the pods' cpu is kept at 80% of what they request; write metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}] or another metric",
      ]
    `);
  });

  const fields = ["scaleTargetRef", "minReplicas", "maxReplicas", "metrics", "behavior", "mode"];
  const metric = ["type", "resource", "name", "target", "averageUtilization", "averageValue"];
  const rules = ["scaleUp", "policies", "tolerance", "stabilizationWindowSeconds", "periodSeconds"];
  itNeverThrows(validate, [...fields, ...metric, ...rules]);
});
