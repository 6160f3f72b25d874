import { type AutoscalerCase, cpu80, spec, web } from "../testing/autoscaler-spec.ts";
import { many } from "../testing/spec-case.ts";

const cpu = { ...cpu80, name: "cpu" };
const length = {
  type: "External",
  external: {
    metric: { name: "queue_length" },
    target: { type: "AverageValue", averageValue: "100" },
  },
};
const queue = { ...length, name: "queue" };
const combine = (expression: unknown, fields: object = {}) =>
  spec({ metrics: [cpu, queue], combine: { expression }, ...fields });

const rate = { ...length, name: "rate" };
const idling = (expression: string, fields: object = {}) =>
  combine(expression, { minReplicas: 0, ...fields });

const step = (increment: number) => ({
  name: "quiet",
  type: "Value",
  value: {
    metric: { type: "External", external: { metric: { name: "rate" } } },
    ...{
      comparison: increment < 0 ? "LessThan" : "GreaterThan",
      value: 5,
      durationSeconds: 30,
      increment,
    },
  },
});

/** Upstream does not know the name of a metric. */
const unnamed = { upstream: "refused" } as const;
const refused = { byWebhook: true, ...unnamed } as const;

/** The cases for `combine`. */
// prettier-ignore
export const combineCases: readonly AutoscalerCase[] = [
  { when: "a combination of metrics",            spec: combine("max(cpu, queue)"),                              errors: [], ...unnamed },
  { when: "everything an expression can contain", spec: combine("current > 10 && !(queue.value <= 1.5e2) || cpu == 3 ? ceil(-cpu / 2) : min(floor(queue), 2, 0x10)"), errors: [], ...unnamed },
  { when: "an expression over several lines",    spec: combine("max(\n  cpu, // of the pods\n  queue\n)"),     errors: [], ...unnamed },
  { when: "a metric that an expression ignores", spec: combine("queue"),                                        errors: [], warnings: ["MetricUnread"], ...unnamed },
  { when: "an expression without metrics",       spec: combine("5", { metrics: [cpu80] }),                      errors: [], warnings: ["ExpressionConstant"], upstream: "accepted" },
  { when: "an expression that a load starts without pods", spec: idling("max(cpu, queue)"),                     errors: [], ...unnamed },
  { when: "an expression that only pods can start", spec: idling("min(cpu, queue)"),                            errors: [], warnings: ["ExpressionNeedsPods"], ...unnamed },
  { when: "an expression that divides by a count of pods", spec: idling("queue / cpu"),                         errors: [], warnings: ["ExpressionNeedsPods"], ...unnamed },
  { when: "an expression that a large load starts", spec: idling("queue > 100 ? queue : min(cpu, queue)"),      errors: [], ...unnamed },
  { when: "an expression that one load of two starts", spec: idling("min(cpu, queue) + (rate > queue ? rate : 0)", { metrics: [cpu, queue, rate] }), errors: [], ...unnamed },
  { when: "an expression that needs pods, with a metric that votes separately", spec: idling("min(cpu, queue)", { metrics: [cpu, queue, length] }), errors: [], ...unnamed },
  { when: "an expression that needs pods, with a threshold that starts one", spec: idling("min(cpu, queue)", { thresholds: [step(1)] }), errors: [], ...unnamed },
  { when: "an expression of pods alone that idles", spec: idling("cpu", { metrics: [cpu] }),                    errors: ["IdleForGood"], ...unnamed },
  { when: "an expression that needs pods in a window that idles", spec: combine("min(cpu, queue)", { schedules: [{ name: "night", timeZone: "Etc/UTC", start: "0 20 * * *", end: "0 8 * * *", minReplicas: 0 }] }), errors: [], warnings: ["ExpressionNeedsPods"], ...unnamed },
  { when: "an expression in upstream's algorithm", spec: combine("max(cpu, queue)", { algorithm: "HPA-1.36" }), errors: ["CombineForbidden"] },
  { when: "a combination without an expression", spec: spec({ combine: {} }),                                   errors: ["Required"], upstream: "accepted" },
  { when: "an empty expression",                 spec: combine("", { metrics: [cpu80] }),                       errors: ["TooShort"], bySchema: true, upstream: "accepted" },
  { when: "an expression that is a number",      spec: combine(5, { metrics: [cpu80] }),                        errors: ["Type"], upstream: "accepted" },
  { when: "an expression that is too long",      spec: combine(`cpu${" ".repeat(1022)}`, { metrics: [cpu80] }), errors: ["TooLong"], upstream: "accepted" },
  { when: "an expression that ends early",       spec: combine("max(cpu,"),                                     errors: ["ExpressionMalformed"], ...refused },
  { when: "an expression of blanks",             spec: combine("  "),                                           errors: ["ExpressionMalformed"], ...refused },
  { when: "a word operator",                     spec: combine("cpu or queue"),                                 errors: ["ExpressionMalformed"], ...refused },
  { when: "too many parts",                      spec: combine(`cpu${"+1".repeat(256)}`),                       errors: ["ExpressionTooComplex"], ...refused },
  { when: "too many levels",                     spec: combine(`${"(".repeat(33)}cpu${")".repeat(33)}`),        errors: ["ExpressionTooComplex"], ...refused },
  { when: "a misspelled metric",                 spec: combine("max(cpu, queu)"),                               errors: ["ExpressionNameUnknown"], warnings: [], ...refused },
  { when: "two unknown metrics",                 spec: combine("max(memory, rate)"),                            errors: ["ExpressionNameUnknown", "ExpressionNameUnknown"], ...refused },
  { when: "a metric without a name",             spec: combine("max(cpu, queue)", { metrics: [cpu80] }),        errors: many(2, () => "ExpressionNameUnknown"), byWebhook: true, upstream: "accepted" },
  { when: "an unknown field of a metric",        spec: combine("queue.replicas"),                               errors: ["ExpressionNameUnknown"], ...refused },
  { when: "the value of a metric of pods",       spec: combine("cpu.value / 100"),                              errors: ["ExpressionTypeMismatch"], ...refused },
  { when: "a condition as a result",             spec: combine("cpu > 3"),                                      errors: ["ExpressionTypeMismatch"], ...refused },
  { when: "a truth as a result",                 spec: combine("true"),                                         errors: ["ExpressionTypeMismatch"], ...refused },
  { when: "a number as a condition",             spec: combine("cpu ? 1 : 2"),                                  errors: ["ExpressionTypeMismatch"], ...refused },
  { when: "a number with too many arguments",    spec: combine("ceil(cpu, queue)"),                             errors: ["ExpressionTypeMismatch"], ...refused },
  { when: "a regular expression",                spec: combine("'aaaa'.matches('(a+)+$') ? cpu : 1"),           errors: ["ExpressionUnsupported"], ...refused },
  { when: "a loop",                              spec: combine("cpu.map(x, x)"),                                errors: ["ExpressionUnsupported"], ...refused },
  { when: "a remainder",                         spec: combine("cpu % 2"),                                      errors: ["ExpressionUnsupported"], ...refused },
  { when: "a list",                              spec: combine("[cpu, queue]"),                                 errors: ["ExpressionUnsupported"], ...refused },
];

const groups = (replicaMultiple: unknown, fields: object = {}) =>
  spec({ replicaMultiple, ...fields });
const policies = (direction: string, fields: object) =>
  groups(4, { behavior: { [direction]: fields } });
const pods = (value: number) => ({ type: "Pods", value, periodSeconds: 60 });
const percent = { type: "Percent", value: 10, periodSeconds: 60 };

const window = (bounds: object, fields: object = {}) => {
  const times = { timeZone: "Europe/Berlin", start: "0 8 * * *", end: "0 20 * * *" };
  return groups(3, { schedules: [{ name: "day", ...times, ...bounds }], ...fields });
};

/** The cases for `replicaMultiple`. */
// prettier-ignore
export const groupCases: readonly AutoscalerCase[] = [
  { when: "whole groups",                        spec: groups(3),                                               errors: [] },
  { when: "groups of one",                       spec: groups(1),                                               errors: [] },
  { when: "groups of none",                      spec: groups(0),                                               errors: ["Range"], upstream: "accepted" },
  { when: "groups that are too large",           spec: groups(1001, { maxReplicas: 5000 }),                     errors: ["Range"], upstream: "accepted" },
  { when: "a group as large as the maximum",     spec: groups(10),                                              errors: [] },
  { when: "a group larger than the maximum",     spec: groups(11),                                              errors: ["MultipleOutOfBounds"], upstream: "accepted" },
  { when: "no whole groups within the bounds",   spec: groups(4, { minReplicas: 5, maxReplicas: 7 }),           errors: ["MultipleOutOfBounds"], upstream: "accepted" },
  { when: "one whole group within the bounds",   spec: groups(4, { minReplicas: 5, maxReplicas: 8 }),           errors: [] },
  { when: "whole groups and idling",             spec: groups(4, { minReplicas: 0, maxReplicas: 3, metrics: [length] }), errors: ["MultipleOutOfBounds"], upstream: "accepted" },
  { when: "whole groups in a window",            spec: window({ minReplicas: 4, maxReplicas: 6 }),              errors: [] },
  { when: "no whole groups in a window",         spec: window({ minReplicas: 4, maxReplicas: 5 }),              errors: ["MultipleOutOfBounds"], upstream: "accepted" },
  { when: "a window with a maximum below a group", spec: window({ maxReplicas: 2 }),                            errors: ["MultipleOutOfBounds"], upstream: "accepted" },
  { when: "a window with a minimum above all groups", spec: window({ minReplicas: 10 }),                        errors: ["MultipleOutOfBounds"], upstream: "accepted" },
  { when: "a window that idles below a group",   spec: window({ minReplicas: 0, maxReplicas: 2 }, { metrics: [length] }), errors: ["MultipleOutOfBounds"], upstream: "accepted" },
  { when: "a window that idles with a group",    spec: window({ minReplicas: 0, maxReplicas: 3 }, { metrics: [length] }), errors: [] },
  { when: "bounds of a window that cross between groups", spec: window({ minReplicas: 5, maxReplicas: 4 }),     errors: ["MaxBelowMin"], upstream: "accepted" },
  { when: "whole groups of a total",             spec: groups(3, { monitorSelectors: [{ apiVersion: web.apiVersion, kind: web.kind, selector: { matchLabels: { app: "web" } } }] }), errors: ["MultipleOfTotal"], upstream: "accepted" },
  { when: "a threshold that takes a group away", spec: groups(3, { thresholds: [step(-3)] }),                   errors: [] },
  { when: "a threshold that adds part of a group", spec: groups(3, { thresholds: [step(1)] }),                  errors: [] },
  { when: "a threshold that takes part of a group away", spec: groups(3, { thresholds: [step(-2)] }), errors: ["IncrementBelowMultiple"], upstream: "accepted" },
  { when: "policies that allow part of a group", spec: policies("scaleUp", { policies: [pods(1), pods(3)] }),   errors: [], warnings: ["PoliciesBelowMultiple"] },
  { when: "policies that allow a group",         spec: policies("scaleDown", { policies: [pods(1), pods(4)] }), errors: [] },
  { when: "policies of which the smallest allows part of a group", spec: policies("scaleDown", { selectPolicy: "Min", policies: [pods(1), pods(4)] }), errors: [], warnings: ["PoliciesBelowMultiple"] },
  { when: "a percentage that may allow a group", spec: policies("scaleDown", { policies: [percent] }),          errors: [] },
];
