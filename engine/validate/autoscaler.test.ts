import { describe, expect, it } from "vitest";

import { formatFieldError } from "../model/values/result.ts";
import { specCases } from "./autoscaler.cases.ts";
import { validateAutoscaler as validate } from "./autoscaler.ts";
import { itFindsWhatCasesName, itNeverThrows, itSaysWhatToDo } from "./testing/rules.ts";

describe("validateAutoscaler", () => {
  itFindsWhatCasesName(validate, specCases);
  itSaysWhatToDo(validate, specCases, "goldens/autoscaler.txt");

  it("reports all errors at once, with paths, values and remedies", () => {
    const spec = {
      scaleTargetRef: { apiVersion: "v1", kind: "Deployment", name: "Web" },
      minReplicas: -1,
      maxReplicas: 10,
      mode: "Off",
      metrics: [
        { type: "Queue" },
        { type: "Resource" },
        { type: "Resource", resource: { name: "cpu", target: { type: "Utilization" } } },
        { type: "Resource", resource: { name: "cpu" }, pods: { metric: { name: "a/b" } } },
        { type: "ContainerResource", containerResource: { name: "pods", container: "Main" } },
        { type: "Object", object: { describedObject: { apiVersion: "a/b/c", kind: "%" } } },
        { type: "External", external: { metric: {}, target: { type: "Sum", value: 0 } } },
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
        "spec.minReplicas: must be at least 0, but is -1; write 0 or more",
        "spec.mode: "Off" is not supported; write Active, DryRun or Paused",
        "spec.metrics[0].type: "Queue" is not supported; write Resource, ContainerResource, Pods, Object, External, Prometheus or ExternalScaler",
        "spec.metrics[6].external.target.type: "Sum" is not supported; write Utilization, Value or AverageValue",
        "spec.metrics[7].resource.target.averageValue: must be a whole number or text, but is 0.5; write "0.5", in quotes",
        "spec.behavior.scaleUp.policies: has 0 entries, but must have at least 1; add 1",
        "spec.behavior.scaleDown.policies[0].periodSeconds: is required; write periodSeconds: 60",
        "spec.behavior.scaleDown.policies[0].value: must be at least 1, but is 0; write 1 or more",
        "spec.scaleTargetRef.apiVersion: apiVersion v1 has no Deployment that can be scaled; write group/version, such as apps/v1 for a Deployment",
        "spec.scaleTargetRef.name: "Web" is not an object name; write lower case letters, digits, - and ., beginning and ending with a letter or digit",
        "spec.metrics[1].resource: is required for type Resource; write resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}",
        "spec.metrics[2].resource.target.averageUtilization: averageUtilization or averageValue is needed; write averageUtilization: 80 for 80% of the request, or averageValue: 500m or the like for an amount",
        "spec.metrics[3].pods: pods is no part of a metric of type Resource; remove it, or make it a metric of its own",
        "spec.metrics[3].resource.target.type: is required; write target: {type: Utilization, averageUtilization: 80}",
        "spec.metrics[3].resource.target.averageUtilization: averageUtilization or averageValue is needed; write averageUtilization: 80 for 80% of the request, or averageValue: 500m or the like for an amount",
        "spec.metrics[3].pods.target.type: is required; write target: {type: AverageValue, averageValue: 100}",
        "spec.metrics[3].pods.target.averageValue: averageValue is needed; write averageValue: 100 or the like: what counts is the average of the pods",
        "spec.metrics[3].pods.metric.name: "a/b" is not the name of a metric; write its own name, without / and %, such as requests_per_second",
        "spec.metrics[4].containerResource.target.type: is required; write target: {type: Utilization, averageUtilization: 80}",
        "spec.metrics[4].containerResource.target.averageUtilization: averageUtilization or averageValue is needed; write averageUtilization: 80 for 80% of the request, or averageValue: 500m or the like for an amount",
        "spec.metrics[4].containerResource.name: "pods" is not a resource that a container can request; write cpu or memory",
        "spec.metrics[4].containerResource.container: "Main" is not the name of a container; write lower case letters, digits and -, beginning and ending with a letter or digit",
        "spec.metrics[5].object.describedObject.name: is required; write name: web",
        "spec.metrics[5].object.metric.name: is required; write metric: {name: requests_per_second}",
        "spec.metrics[5].object.target.type: is required; write target: {type: Value, value: 1k}",
        "spec.metrics[5].object.target.averageValue: averageValue or value is needed; write averageValue: 100 or the like for each pod's part, or value: 1k or the like for the whole",
        "spec.metrics[5].object.describedObject.apiVersion: "a/b/c" is not an API version; write group/version, such as networking.k8s.io/v1, or v1",
        "spec.metrics[5].object.describedObject.kind: "%" is not a kind; write the singular name in CamelCase, such as Ingress",
        "spec.metrics[6].external.metric.name: is required; write metric: {name: queue_length}",
        "spec.metrics[6].external.target.value: must be greater than 0, but is 0; write the amount to aim for, such as 500m or 64Mi",
        "spec.behavior.scaleUp.tolerance: "5%" is not a quantity; write a number, such as 0.05 for 5%",
        "spec.behavior.scaleDown.tolerance: must not be negative, but is "-1"; write 0 or more, such as 0.05 for 5%",
      ]
    `);
  });

  it("reports warnings in sentences, too", () => {
    const resource = (name: string, averageUtilization: number) => ({
      type: "Resource",
      resource: { name, target: { type: "Utilization", averageUtilization } },
    });
    const spec = {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      minReplicas: 3,
      maxReplicas: 3,
      metrics: [
        resource("memory", 120),
        resource("gpu", 80),
        {
          type: "Pods",
          pods: {
            metric: { name: "rate", selector: { matchLabels: { "a b": "c" } } },
            target: { type: "Value", value: 1, averageValue: 1 },
          },
        },
        {
          type: "Object",
          object: {
            describedObject: { kind: "Ingress", name: "web" },
            metric: { name: "rate" },
            target: { type: "Value", averageValue: 1 },
          },
        },
      ],
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
        "spec.metrics[2].pods.metric.selector: "a b" or its values are not those of a label, so the metric will fail whenever it is read; correct it, or remove it to read the metric as a whole",
        "spec.metrics[2].pods.target.value: value has no effect for this type of metric; remove it, or write averageValue instead",
        "spec.metrics[2].pods.target.type: type is Value, but what counts is the field that is set, averageValue; write type: AverageValue",
        "spec.metrics[3].object.target.type: type is Value, but only averageValue is set, so the metric will fail whenever it is read; write type: AverageValue",
        "spec.behavior.scaleDown.stabilizationWindowSeconds: metrics are looked at every 15 seconds, so hardly anything falls into 5 seconds; write 15 or more, or 0 for no window",
        "spec.behavior.scaleDown.policies[0].periodSeconds: the size changes every 15 seconds at most, so value is the limit for that time and not for 10 seconds; write 15 or more",
        "spec.behavior.scaleDown.tolerance: a metric may miss its target by 150% without a change; write a part of the target, such as 0.1 for 10%",
        "spec.metrics: there is no metric, so the pods' cpu is kept at 80% of what they request; write metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}] or another metric",
      ]
    `);
  });

  const fields = ["scaleTargetRef", "minReplicas", "maxReplicas", "metrics", "behavior", "mode"];
  const metric = ["type", "resource", "name", "target", "averageUtilization", "averageValue"];
  const custom = ["object", "pods", "describedObject", "metric", "selector", "matchLabels"];
  const selector = ["matchExpressions", "operator", "values"];
  const rules = ["scaleUp", "policies", "tolerance", "stabilizationWindowSeconds", "periodSeconds"];
  itNeverThrows(validate, [...fields, ...metric, ...custom, ...selector, ...rules]);
});
