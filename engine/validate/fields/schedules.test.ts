import { describe, expect, it } from "vitest";

import { formatFieldError } from "../../model/values/result.ts";
import { validateAutoscaler } from "../autoscaler.ts";
import { calendarCases } from "./schedules.cases.ts";

describe("the times of a schedule", () => {
  it.each(calendarCases)("$when: $errors", ({ spec, errors, says }) => {
    const found = validateAutoscaler(spec);
    expect(found.map(({ code }) => code)).toEqual(errors);
    expect(found.map(formatFieldError).join()).toContain(says);
  });

  it("are checked although the time zone is not known", () => {
    const times = { timeZone: "Mars/Olympus", start: "0 8 30 2 *", end: "0 9 * * *" };
    const spec = {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      maxReplicas: 5,
      schedules: [{ name: "a", ...times, minReplicas: 2 }],
    };
    const errors = validateAutoscaler(spec).filter(({ severity }) => severity === "error");
    expect(errors.map(({ path, code }) => `${path} ${code}`)).toEqual([
      "spec.schedules[0].timeZone TimeZoneUnknown",
      "spec.schedules[0].start CronNeverComes",
    ]);
  });

  it("that never come are searched for only once, however many a spec has", () => {
    const never = (name: string) => ({
      ...{ name, timeZone: "Etc/UTC", start: "0 8 31 4 *", end: "0 9 30 2 *", minReplicas: 2 },
    });
    const spec = {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      maxReplicas: 5,
      schedules: [never("a"), never("b"), { ...never("c"), start: "60 8 * * *" }],
    };
    const errors = validateAutoscaler(spec).filter(({ severity }) => severity === "error");
    expect(errors.map(({ path, code }) => `${path} ${code}`)).toEqual([
      "spec.schedules[0].start CronNeverComes",
      "spec.schedules[2].start CronMalformed",
    ]);
  });
});
