import { describe, expect, it } from "vitest";

import type { Fields } from "../../../../engine/model/values/json-values.ts";
import { fieldText } from "../../conversion.ts";
import { scaledObject } from "./scaled-object.ts";

const named = (name: string, trigger: object) => ({ name, ...trigger });
const query = {
  type: "prometheus",
  metadata: { serverAddress: "http://prometheus:9090", query: "sum(jobs)", threshold: "10" },
};
const scaler = { type: "external", metadata: { scalerAddress: "scaler:9090" } };
const cron = {
  type: "cron",
  metadata: { timezone: "UTC", start: "0 8 * * *", end: "0 9 * * *", desiredReplicas: "5" },
};
const cpu = { type: "cpu", metricType: "Utilization", metadata: { value: "60" } };
const cpuOfApp = { ...cpu, metadata: { value: "60", containerName: "app" } };
const [a, b] = [named("a", query), named("b", query)];
const sum = { formula: "a + b", target: "5" };

function convert(modifiers: Fields, spec: Fields, keepsArithmetic = true) {
  const triggers = [a, b];
  const object: Fields = {
    ...{ apiVersion: "keda.sh/v1alpha1", kind: "ScaledObject", metadata: { name: "web" } },
    spec: {
      ...{ scaleTargetRef: { name: "web" }, minReplicaCount: 1, triggers },
      ...{ advanced: { scalingModifiers: modifiers }, ...spec },
    },
  };
  const { object: result, fields } = scaledObject.convert(object, { objects: [], keepsArithmetic });
  const lost = fields.filter(({ verdict }) => verdict === "lost");
  return {
    spec: result?.["spec"] as Fields,
    lost: lost.map(({ from, reason }) => ({ path: fieldText(from ?? []), reason })),
  };
}

interface Converted {
  readonly shows: string;
  readonly modifiers?: Fields;
  readonly spec?: Fields;
  readonly expression?: string;
  readonly lost?: readonly string[];
}

const of = "spec.advanced.scalingModifiers";

describe("scalingModifiers", () => {
  // prettier-ignore
  it.each<Converted>([
    { shows: "of queries" },
    { shows: "with the default type",          modifiers: { ...sum, metricType: "AverageValue" } },
    { shows: "next to cpu, which also votes",  spec: { triggers: [cpu, a, b] } },
    { shows: "of an external scaler",          spec: { triggers: [a, named("b", scaler)] } },
    { shows: "next to a trigger without an equivalent that it does not read", spec: { triggers: [{ type: "kafka" }, a, b] }, lost: ["spec.triggers[0]"] },
    { shows: "of a workload that idles",       spec: { minReplicaCount: 0 } },
    { shows: "with an activation of 0",        spec: { minReplicaCount: 0 }, modifiers: { ...sum, activationTarget: "0" } },
    { shows: "with an activation",             spec: { minReplicaCount: 0 }, modifiers: { ...sum, activationTarget: "3" }, lost: [`${of}.activationTarget`] },
    { shows: "with an activation of a workload that never idles", modifiers: { ...sum, activationTarget: "3" } },
    { shows: "with a cooldown",                spec: { minReplicaCount: 0, cooldownPeriod: 60 }, lost: ["spec.cooldownPeriod"] },
    { shows: "with a fallback",                spec: { fallback: { failureThreshold: 3, replicas: 6 } } },
  ])("become combine: $shows", ({ modifiers = sum, spec = {}, lost = [] }) => {
    const converted = convert(modifiers, spec);
    expect(converted.spec).toMatchObject({
      combine: { expression: "(a.value + b.value) / 5" },
      algorithm: "Trimtab-1",
    });
    expect(converted.spec).not.toHaveProperty("idle");
    const names = (converted.spec["metrics"] as readonly Fields[]).flatMap(({ name }) => name ?? []);
    expect(names).toEqual(["a", "b"]);
    expect(converted.lost.map(({ path }) => path)).toEqual(lost);
  });

  const write = 'combine: {expression: "(a.value + b.value) / 5"}';

  // prettier-ignore
  it.each<{ shows: string; modifiers?: Fields; spec?: Fields; reason: string }>([
    { shows: "another function",   modifiers: { formula: "sum([a])", target: "5" },     reason: "combine.expression has no such operators and functions" },
    { shows: "another type",       modifiers: { ...sum, metricType: "Value" },          reason: "only a formula of metricType AverageValue does not depend on the number of ready pods" },
    { shows: "no equivalent",      spec: { triggers: [a, named("b", { type: "kafka" })] }, reason: `no metric is the equivalent of b; with External metrics of the same names, write ${write}` },
    { shows: "a schedule in it",   spec: { triggers: [a, named("b", cron)] },           reason: `no metric is the equivalent of b; with External metrics of the same names, write ${write}` },
    { shows: "a metric of pods",   spec: { triggers: [a, named("b", cpu)] },            reason: 'b is a metric of pods, which has no value that a formula can read; an expression reads each metric without .value as the replicas that it asks for, as in combine: {expression: "a + b"}' },
    { shows: "a schedule outside", spec: { triggers: [a, b, cron] },                    reason: `KEDA ignores the triggers that the formula does not read, and here they count; remove them, and write ${write}` },
    { shows: "a query outside",    spec: { triggers: [a, b, named("c", query)] },       reason: `KEDA ignores the triggers that the formula does not read, and here they count; remove them, and write ${write}` },
    { shows: "a container outside", spec: { triggers: [a, b, cpuOfApp] },               reason: `KEDA ignores the triggers that the formula does not read, and here they count; remove them, and write ${write}` },
    { shows: "a scaler at 0",      spec: { minReplicaCount: 0, triggers: [a, named("b", scaler)] }, reason: `at 0, KEDA asks only the formula, while here an external scaler says whether it is active; with a minReplicaCount of 1, this is ${write}` },
  ])("are lost, with the reason: $shows", ({ modifiers = sum, spec = {}, reason }) => {
    const { spec: result, lost } = convert(modifiers, spec);
    expect(result).not.toHaveProperty("combine");
    expect(result["algorithm"]).toBe("HPA-1.36");
    expect(lost).toContainEqual({ path: of, reason });
  });

  it("leave the algorithm out where it is the default", () => {
    expect(convert(sum, {}, false).spec).not.toHaveProperty("algorithm");
  });
});
