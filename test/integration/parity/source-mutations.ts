import type { Json } from "./json-edit.ts";
import { absent, badSegments, long, type Mutation, within } from "./mutation.ts";
import { type MetricType, metricTypes, sourceKeys } from "./valid-specs.ts";

const notPositive = [0, "0", "0.00Mi", "-1", "-500m", -3, "-0", "0e5", "."];

const average: Json = { type: "AverageValue", averageValue: "10" };
const rate: Json = { name: "rate" };
const wellFormed: Readonly<Record<MetricType, Json>> = {
  Resource: { name: "cpu", target: average },
  ContainerResource: { name: "cpu", container: "main", target: average },
  Pods: { metric: rate, target: average },
  Object: { describedObject: { kind: "Service", name: "a" }, metric: rate, target: average },
  External: { metric: rate, target: average },
};
const others = (type: MetricType) => metricTypes.filter(other => other !== type);

/** For every source, whatever its type. */
// prettier-ignore
export const ofSource = (type: MetricType): readonly Mutation[] => [
  { of: type, at: "type", values: [...absent, "", sourceKeys[type], "Queue"] },
  { of: type, at: "type", values: others(type) },
  { of: type, at: sourceKeys[type], values: [{}] },
  ...others(type).flatMap((other): Mutation[] => [
    { of: type, at: sourceKeys[other], values: [wellFormed[other]] },
    { of: type, at: sourceKeys[other], values: [{}] },
  ]),
  ...within(type, "target", [
    { at: "", values: [...absent, {}] },
    { at: "type", values: [...absent, ""] },
    { at: "type", values: ["value", "Percent"] },
    { at: "value", values: notPositive },
    { at: "averageValue", values: notPositive },
    { at: "averageUtilization", values: [0, -1] },
  ]),
];

const part = (fields: object) => ({ type: "Value", ...fields }) as Json;
const notBoth = part({ value: 1, averageValue: 1, averageUtilization: 1 });

// prettier-ignore
export const ofOneSource: readonly Mutation[] = [
  ...metricTypes.map(type => ({ of: type, at: sourceKeys[type], values: absent })),
  ...within("Resource", "", [
    { at: "name", values: [...absent, ""] },
    { at: "name", values: ["cpu time", "CPU", "a/b/c"],                              legal: "is any text" },
    { at: "name", values: [long(318)],                                               legal: "is of any length" },
    { at: "target", values: [part({ averageUtilization: 2147483647 })],              legal: "has no upper bound" },
    { at: "target", values: [part({ averageValue: 1 }), part({ averageUtilization: 5, value: 1 })], legal: "is not compared with type" },
    { at: "target", values: [part({}), part({ value: 1 })] },
    { at: "target", values: [notBoth, part({ averageValue: 1, averageUtilization: 1 })] },
    { at: "target", values: [0.5, " 5 ", "1e65", `1.${"0".repeat(63)}`].map(averageValue => part({ averageValue })), legal: "is a quantity" },
  ]),
  ...within("ContainerResource", "", [
    { at: "name", values: [...absent, ""] },
    { at: "name", values: ["pods", "requests.cpu", "CPU"] },
    { at: "name", values: ["cpu time", "-", `a/-`, long(318)] },
    { at: "name", values: ["a/b/c", "/", "A/b", `${long(254)}/gpu`] },
    { at: "name", values: ["requests.example.com/gpu", `${long(245)}/gpu`] },
    { at: "name", values: ["ephemeral-storage", "kubernetes.io/gpu", `${long(244)}/gpu`], legal: "is a container's resource" },
    { at: "container", values: [...absent, ""] },
    { at: "container", values: ["Main", "a.b", "-a", "a/b", long(64)] },
    { at: "target", values: [part({ averageValue: 1 })],                             legal: "is not compared with type" },
    { at: "target", values: [part({}), part({ value: 1 })] },
    { at: "target", values: [notBoth] },
  ]),
  ...within("Pods", "", [
    { at: "target", values: [part({ averageValue: 1, value: 1 })],                   legal: "is not compared with type" },
    { at: "target", values: [part({}), part({ value: 1 }), part({ averageUtilization: 1 })] },
  ]),
  ...within("Object", "", [
    { at: "describedObject", values: [...absent, {}] },
    { at: "describedObject.kind", values: [...absent, ""] },
    { at: "describedObject.kind", values: badSegments },
    { at: "describedObject.name", values: [...absent, ""] },
    { at: "describedObject.name", values: badSegments },
    { at: "describedObject.apiVersion", values: ["a/b/c", "//"] },
    { at: "describedObject.apiVersion", values: [...absent, "", "/", "v1", "/v1", "a b"], legal: "needs no group" },
    { at: "describedObject.kind", values: ["Web_Shop", "-", "*", long(64)],          legal: "is a path segment" },
    { at: "describedObject.name", values: ["Web", "a b", "-", "*", long(254)],       legal: "is a path segment" },
    { at: "target", values: [part({ averageValue: 1 }), notBoth],                    legal: "is compared with type only later" },
    { at: "target", values: [part({}), part({ averageUtilization: 1 })] },
  ]),
  ...within("External", "", [
    { at: "target", values: [{ type: "Utilization", value: 1 }],                     legal: "is not compared with type" },
    { at: "target", values: [part({}), part({ averageUtilization: 1 })] },
    { at: "target", values: [notBoth] },
  ]),
  ...(["Pods", "Object", "External"] as const).flatMap(type => within(type, "metric", [
    { at: "", values: [...absent, {}] },
    { at: "name", values: [...absent, ""] },
    { at: "name", values: badSegments },
    { at: "name", values: [long(513)],                                               legal: "is of any length" },
    { at: "name", values: ["*"],                                                     legal: "is a path segment" },
    { at: "selector", values: [{ matchLabels: { "a b": "c d" } }, { matchLabels: { a: null } }, { matchExpressions: [{}] }, { matchExpressions: [{ key: "a", operator: "Near", values: [""] }] }], legal: "is not looked at" },
    { at: "selector", values: [{ matchLabels: { a: long(64) } }, { matchLabels: Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`l${index}`, ""])) }], legal: "is of any length" },
    { at: "selector", values: [{ matchExpressions: [null] }],                        legal: "may have gaps" },
  ])),
];
