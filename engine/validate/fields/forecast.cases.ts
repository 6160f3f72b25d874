import { type AutoscalerCase, cpu80, spec } from "../testing/autoscaler-spec.ts";

const forecast = (fields: object, rest: object = {}) =>
  spec({ forecast: { mode: "ForecastOnly", ...fields }, ...rest });
/** By metrics that have this target. */
const by = (target: object) =>
  forecast(
    {},
    { metrics: [{ type: "External", external: { metric: { name: "queue" }, target } }] },
  );
const inAll = { type: "Value", value: "100" };
const each = { type: "AverageValue", averageValue: "5" };
const ingress = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "web" };
const requests = (target: object) => ({
  ...{ type: "Object" },
  object: { metric: { name: "requests" }, describedObject: ingress, target },
});
const prometheus = (target: object) => ({
  ...{ type: "Prometheus", prometheus: { source: "platform", query: "up", target } },
});
const aim = { name: "aim", type: "Intention", intention: { intent: "CPUUtilization", value: 70 } };
const office = {
  ...{ name: "office", timeZone: "Etc/UTC", start: "0 8 * * *", end: "0 20 * * *" },
  minReplicas: 5,
};
const refused = { upstream: "accepted" } as const;

// prettier-ignore
export const forecastCases: readonly AutoscalerCase[] = [
  { when: "a forecast",                               spec: forecast({}),                                   errors: [] },
  { when: "a forecast with every field",              spec: forecast({ mode: "Active", timeZone: "Europe/Berlin", maxExtraPercent: 100, leadSeconds: 3600, wakeAhead: true }), errors: [] },
  { when: "a forecast without a mode",                spec: forecast({ mode: null }),                       errors: ["Required"], ...refused },
  { when: "a forecast of an unknown mode",            spec: forecast({ mode: "On" }),                       errors: ["NotSupported"], ...refused },
  { when: "a forecast of no cost",                    spec: forecast({ maxExtraPercent: 0 }),               errors: ["Range"], ...refused },
  { when: "a forecast that may double the cost",      spec: forecast({ maxExtraPercent: 101 }),             errors: ["Range"], ...refused },
  { when: "pods that start at once",                  spec: forecast({ leadSeconds: 0 }),                   errors: [] },
  { when: "pods that start for more than an hour",    spec: forecast({ leadSeconds: 3601 }),                errors: ["Range"], ...refused },
  { when: "a forecast in an unknown time zone",       spec: forecast({ timeZone: "Europe/Berln" }),         errors: ["TimeZoneUnknown"], ...refused },
  { when: "a forecast with an offset as its time zone", spec: forecast({ timeZone: "+01:00" }),             errors: ["TimeZoneMalformed"], ...refused },
  { when: "a forecast and an expression",             spec: forecast({}, { metrics: [{ ...cpu80, name: "cpu" }], combine: { expression: "cpu" } }), errors: ["ForecastOfExpression"] },
  { when: "a forecast by the default metric",         spec: forecast({}, { metrics: null }),                errors: [], warnings: ["MetricsDefaulted"] },
  { when: "a forecast by a target for each pod",      spec: by(each),                                       errors: [] },
  { when: "a forecast by a target in all",            spec: by(inAll),                                      errors: ["ForecastWithoutLoad"], ...refused },
  { when: "a forecast by an object's target for each pod", spec: forecast({}, { metrics: [requests(each)] }), errors: [] },
  { when: "a forecast by an object's target",         spec: forecast({}, { metrics: [requests(inAll)] }),   errors: ["ForecastWithoutLoad"], ...refused },
  { when: "a forecast by a query's target for each pod", spec: forecast({}, { metrics: [prometheus(each)] }), errors: [], upstream: "refused" },
  { when: "a forecast by a query's target",           spec: forecast({}, { metrics: [prometheus(inAll)] }), errors: ["ForecastWithoutLoad"] },
  { when: "a forecast by one metric of two",          spec: forecast({}, { metrics: [requests(inAll), cpu80] }), errors: [] },
  { when: "a forecast by thresholds alone",           spec: forecast({}, { metrics: null, thresholds: [aim] }), errors: ["ForecastWithoutLoad"], ...refused },
  { when: "a forecast by schedules alone",            spec: forecast({}, { metrics: [], schedules: [office] }), errors: ["ForecastWithoutLoad"], ...refused },
];
