import { expect, it } from "vitest";

import { condition, deployment, findingsIn, found, hpa, scaledObject } from "../testing/objects.ts";

const cron = (timezone: string, start = "0 8 * * *", end = "0 18 * * *") => ({
  triggers: [{ type: "cron", metadata: { timezone, start, end, desiredReplicas: "5" } }],
});

it.each([
  { shows: "a place", spec: cron("Europe/Berlin"), want: [] },
  { shows: "UTC", spec: cron("UTC"), want: [] },
  { shows: "Etc/UTC", spec: cron("Etc/UTC"), want: [] },
  { shows: "an older name of a place", spec: cron("Asia/Calcutta"), want: [] },
  { shows: "a place that does not exist", spec: cron("Europe/Munich"), want: ["error CronZone"] },
  { shows: "a place in lower case", spec: cron("europe/berlin"), want: ["error CronZone"] },
  { shows: "an offset", spec: cron("+02:00"), want: ["error CronZone"] },
  { shows: "no zone", spec: cron(""), want: ["error CronZone"] },
  {
    shows: "an abbreviation without daylight saving",
    spec: cron("EST"),
    want: ["warning CronZone"],
  },
  { shows: "an abbreviation with daylight saving", spec: cron("CET"), want: [] },
  { shows: "an abbreviation that only browsers know", spec: cron("PST"), want: ["error CronZone"] },
  { shows: "a reversed sign", spec: cron("Etc/GMT+5"), want: ["warning CronZone"] },
  { shows: "no reversed sign", spec: cron("Etc/GMT+0"), want: [] },
  { shows: "a day that never comes", spec: cron("UTC", "0 8 30 2 *"), want: ["error CronZone"] },
  {
    shows: "an end that never comes",
    spec: cron("UTC", "0 8 * * *", "0 0 31 6 *"),
    want: ["error CronZone"],
  },
  {
    shows: "the same start and end",
    spec: cron("UTC", "0 8 * * *", "0 8 * * *"),
    want: ["error CronZone"],
  },
  { shows: "no cron expression", spec: cron("UTC", "8:00"), want: ["error CronZone"] },
  { shows: "a zone in the expression", spec: cron("UTC", "TZ=Asia/Tokyo 0 8 * * *"), want: [] },
  { shows: "a form that only KEDA reads", spec: cron("UTC", "@daily"), want: [] },
  { shows: "steps from a minute on", spec: cron("UTC", "5/20 8 * * *"), want: [] },
  { shows: "steps from a second item on", spec: cron("UTC", "1,5/20 8 * * *"), want: [] },
  { shows: "no steps", spec: cron("UTC", "*/x 8 * * *"), want: ["error CronZone"] },
  {
    shows: "another trigger with such fields",
    spec: { triggers: [{ type: "kafka", metadata: { timezone: "X" } }] },
    want: [],
  },
])("a cron trigger: $shows", ({ spec, want }) => {
  expect(found([scaledObject(spec), deployment()])).toEqual(want);
});

const conditions = (type: string, status: string) => ({
  conditions: [condition(type, status, "Why")],
});

it.each([
  {
    shows: "falls back",
    object: scaledObject({ fallback: { replicas: 6 } }, conditions("Fallback", "True")),
    want: ["warning FallbackActive"],
  },
  {
    shows: "does not fall back",
    object: scaledObject({}, conditions("Fallback", "False")),
    want: [],
  },
  {
    shows: "is not ready",
    object: scaledObject({}, conditions("Ready", "False")),
    want: ["error ScaledObjectNotReady"],
  },
  {
    shows: "is not ready, because of its zone",
    object: scaledObject(cron("X"), conditions("Ready", "False")),
    want: ["error CronZone"],
  },
  { shows: "is ready", object: scaledObject({}, conditions("Ready", "True")), want: [] },
  {
    shows: "has no status yet",
    object: scaledObject({}, { conditions: [condition("Ready", "Unknown", "")] }),
    want: [],
  },
])("a ScaledObject that $shows", ({ object, want }) => {
  expect(found([object, deployment()])).toEqual(want);
});

it("says the real offset of a zone with a sign", () => {
  const [finding] = findingsIn([scaledObject(cron("Etc/GMT+5")), deployment()]);
  expect(finding?.message).toContain("Etc/GMT+5 of its cron trigger means UTC-5");
});

it("reports what the HPA of KEDA shows at its ScaledObject", () => {
  const own = hpa(
    {},
    { conditions: [condition("ScalingActive", "False", "FailedGetExternalMetric")] },
    { name: "keda-hpa-web", labels: { "scaledobject.keda.sh/name": "web" } },
  );
  const findings = findingsIn([own, scaledObject(), deployment()]);
  expect(findings.map(({ rule, object }) => [rule, object.kind])).toEqual([
    ["MetricFailing", "ScaledObject"],
  ]);
});
