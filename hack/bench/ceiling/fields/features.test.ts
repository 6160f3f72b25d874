import { describe, expect, it } from "vitest";

import { validateAutoscaler } from "../../../../engine/validate/autoscaler.ts";
import type { FieldError } from "../../../../engine/model/values/result.ts";
import { chosenFields, features, fieldsOf } from "./features.ts";

const names = Object.keys(features);
/** What an expression computes has no forecast. */
const together = names.filter(name => name !== "forecast").join("+");
const base = {
  scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
  ...{ minReplicas: 1, maxReplicas: 20, mode: "Active" },
};

const isRefusal = ({ severity }: FieldError): boolean => severity !== "warning";

describe("the features of BENCH_FIELDS", () => {
  it.each([...names, together])("%s is a valid spec with the cpu", name => {
    const spec = { ...base, ...fieldsOf(name).spec };
    expect(validateAutoscaler(spec).filter(isRefusal)).toEqual([]);
    expect(spec.metrics?.[0]?.name).toBe("cpu");
  });

  it("are together what each of them is", () => {
    const { spec, sources, values, falls } = fieldsOf("prometheus+order+scaler");
    expect(spec.metrics?.map(({ type }) => type)).toEqual([
      ...["Resource", "Prometheus", "ExternalScaler"],
    ]);
    expect(sources).toEqual(["Prometheus", "ExternalScaler"]);
    expect(values).toEqual({ rbac: { scaleDownOrder: true } });
    expect(falls).toBe(true);
  });

  it("that do not exist are refused with the names of the others", () => {
    expect(() => fieldsOf("schedules+cron")).toThrow(`no feature "cron": schedules, expression`);
  });
});

describe("BENCH_FIELDS", () => {
  it("is one column for each item, after one without fields", () => {
    const chosen = chosenFields("schedules,owner+health");
    expect(chosen.map(({ name }) => name)).toEqual(["", "schedules", "owner+health"]);
    expect(chosen[0]?.spec).toEqual({});
    expect(chosen.some(({ falls }) => falls)).toBe(false);
  });

  it("has the load fall in all columns, without a window, if replicas have an order", () => {
    const chosen = chosenFields("order");
    const window = chosen.map(({ spec }) => spec.behavior?.scaleDown?.stabilizationWindowSeconds);
    expect(chosen.map(({ falls }) => falls)).toEqual([true, true]);
    expect(window).toEqual([0, 0]);
  });
});
