import { describe, expect, it } from "vitest";

import { profiles } from "../model/spec/profile.ts";
import { contextOf, podsOf } from "./testing/calculator.ts";
import { countFromExternal } from "../sources/external.ts";
import { countFromObject } from "../sources/custom.ts";

const MAX_INT64 = 9_223_372_036_854_775_807n;
const MAX_INT32 = 2_147_483_647;
const MIN_INT32 = -2_147_483_648;
const MIN_INT64 = "-9223372036854775808m";

interface Row {
  readonly when: string;
  readonly pods: string;
  readonly spec?: number;
  readonly status?: number;
  readonly values: readonly (number | bigint)[];
  readonly target: number | bigint;
  readonly tolerance?: readonly [number, number];
  readonly replicas: number;
  readonly shows: string;
}

const context = ({ pods, spec, status, tolerance }: Row) =>
  contextOf(
    podsOf(pods),
    { spec: spec ?? pods.length, status: status ?? spec ?? pods.length },
    tolerance,
  );
const one: readonly [number, number] = [0.1, 0.01];

const objectTarget = (type: "Value" | "AverageValue", target: number | bigint) => ({
  metric: { name: "qps" },
  describedObject: { kind: "Ingress", name: "front" },
  target: { type, [type === "Value" ? "value" : "averageValue"]: `${target}m` },
});

describe("a value of another object", () => {
  // prettier-ignore
  it.each<Row>([
    { when: "above target",            pods: "rrr",   values: [20000],     target: 15000, replicas: 4, shows: "20" },
    { when: "beyond int32",            pods: "rrr",   values: [MAX_INT64], target: 1,     replicas: MAX_INT32, shows: `${MAX_INT64}m` },
    { when: "two unready",             pods: "uru",   values: [50000],     target: 10000, replicas: 5, shows: "50" },
    { when: "below target",            pods: "rrrrr", values: [12000],     target: 20000, replicas: 3, shows: "12" },
    { when: "within tolerance",        pods: "rrr",   values: [20666],     target: 20000, replicas: 3, shows: "20666m" },
    { when: "above a tolerance of 1%", pods: "rrr",   values: [20666],     target: 20000, replicas: 4, shows: "20666m", tolerance: one },
    { when: "all pods are unready",    pods: "uuu",   values: [50000],     target: 10000, replicas: 0, shows: "50" },
    { when: "one ready pod is deleting", pods: "rd",    values: [50000],     target: 10000, replicas: 5, shows: "50" },
    { when: "negative",                pods: "rrr",   values: [-5000],     target: 10000, replicas: -1, shows: "-5" },
    { when: "from zero",               pods: "",      values: [20000],     target: 15000, replicas: 2, shows: "20" },
    { when: "from zero on target",     pods: "",      values: [1000],      target: 1000,  replicas: 1, shows: "1" },
    { when: "from zero to zero",       pods: "",      values: [0],         target: 1000,  replicas: 0, shows: "0" },
    { when: "from zero beyond int32",  pods: "",      values: [MAX_INT64], target: 1,     replicas: MIN_INT32, shows: `${MAX_INT64}m` },
  ])("gives $replicas when $when", row => {
    const value = BigInt(row.values[0]!);
    const source = objectTarget("Value", row.target);
    expect(countFromObject(source, { kind: "Value", value }, context(row))).toMatchObject({
      ok: true,
      value: { replicas: row.replicas, current: { value: row.shows } },
    });
  });

  it("needs a pod list only beyond its tolerance", () => {
    const row = { when: "", pods: "", spec: 2, values: [], target: 1, replicas: 0, shows: "" };
    const ask = (value: bigint) =>
      countFromObject(objectTarget("Value", 1000), { kind: "Value", value }, context(row));
    expect(ask(1000n)).toMatchObject({ ok: true, value: { replicas: 2 } });
    expect(ask(2000n)).toMatchObject({ ok: false });
  });
});

describe("an average value of another object", () => {
  // prettier-ignore
  it.each<Row>([
    { when: "above target",             pods: "rrr",   values: [20000], target: 5000, replicas: 4, shows: "6667m" },
    { when: "below target",             pods: "rrrrr", values: [6000],  target: 2000, replicas: 3, shows: "1200m" },
    { when: "within tolerance",         pods: "rrrr",  values: [20166], target: 5000, replicas: 4, shows: "5042m" },
    { when: "beyond 1% up",             pods: "rrrr",  values: [20208], target: 5000, replicas: 5, shows: "5052m", tolerance: one },
    { when: "the value is the int64 maximum", pods: "r",     values: [MAX_INT64], target: MAX_INT64, replicas: 1, shows: MIN_INT64 },
    { when: "from zero",                pods: "",      values: [20000], target: 5000, replicas: 4, shows: MIN_INT64 },
    { when: "zero from zero",           pods: "",      values: [0],     target: 5000, replicas: 0, shows: MIN_INT64 },
    { when: "negative",                 pods: "rr",    values: [-9000], target: 2000, replicas: -4, shows: "-4500m" },
    { when: "beyond int32",             pods: "r",     values: [MAX_INT64], target: 1, replicas: MIN_INT32, shows: MIN_INT64 },
  ])("gives $replicas when $when", row => {
    const value = BigInt(row.values[0]!);
    const source = objectTarget("AverageValue", row.target);
    expect(countFromObject(source, { kind: "Value", value }, context(row))).toMatchObject({
      ok: true,
      value: { replicas: row.replicas, current: { averageValue: row.shows } },
    });
  });

  it.each([
    { type: "Value", target: { type: "Value", averageValue: "1" } },
    { type: "AverageValue", target: { type: "AverageValue", value: "1" } },
    { type: "Utilization", target: { type: "Utilization", value: "1", averageValue: "1" } },
  ])("must have the type that is requested: $type", ({ target }) => {
    const source = { ...objectTarget("Value", 1), target };
    const answer = { kind: "Value", value: 1n } as const;
    expect(countFromObject(source, answer, contextOf(podsOf("r"), { spec: 1 }))).toMatchObject({
      ok: false,
    });
  });
});

describe("an external metric", () => {
  const ask = (row: Row, target: Readonly<Record<string, string>>) =>
    countFromExternal(
      { metric: { name: "queue" }, target },
      { kind: "Values", values: row.values.map(BigInt) },
      context(row),
    );
  const half = MAX_INT64 / 2n + 1n;

  // prettier-ignore
  it.each<Row>([
    { when: "two of three unready",  pods: "uru",   values: [8600],       target: 4400,  replicas: 2, shows: "8600m" },
    { when: "below target",          pods: "rrrrr", values: [8600],       target: 14334, replicas: 3, shows: "8600m" },
    { when: "within tolerance",      pods: "rrr",   values: [8600],       target: 8888,  replicas: 3, shows: "8600m" },
    { when: "beyond 1% up",          pods: "rrr",   values: [8900],       target: 8800,  replicas: 4, shows: "8900m", tolerance: one },
    { when: "there are several series", pods: "rr",    values: [4000, 6000], target: 5000,  replicas: 4, shows: "10" },
    { when: "the sum is too large",  pods: "rrr",   values: [half, half], target: MAX_INT64, replicas: 3, shows: `${MAX_INT64}m` },
    { when: "one series is negative", pods: "rr",    values: [-9000, 4000], target: 5000, replicas: -2, shows: "-5" },
    { when: "the sum is too large before a negative value", pods: "rrr",   values: [half, half, -half], target: MAX_INT64, replicas: 3, shows: `${MAX_INT64}m` },
  ])("of a value gives $replicas when $when", row => {
    const counted = ask(row, { value: `${row.target}m` });
    const current = { value: row.shows };
    expect(counted).toMatchObject({ ok: true, value: { replicas: row.replicas, current } });
  });

  // prettier-ignore
  it.each<Row>([
    { when: "above target",           pods: "rrr",   values: [8600],      target: 2150, replicas: 4, shows: "2867m" },
    { when: "below target",           pods: "rrrrr", values: [8600],      target: 2867, replicas: 3, shows: "1720m" },
    { when: "within tolerance",       pods: "rrr",   values: [8600],      target: 2900, replicas: 3, shows: "2867m" },
    { when: "beyond 1% up",           pods: "rrr",   values: [8600],      target: 2800, replicas: 4, shows: "2867m", tolerance: one },
    { when: "beyond int32",           pods: "r",     values: [MAX_INT64], target: 1,    replicas: MAX_INT32, shows: `${MAX_INT64}m` },
    { when: "all of int64",           pods: "r",     values: [MAX_INT64], target: MAX_INT64, replicas: 1, shows: `${MAX_INT64}m` },
    { when: "the value is int64 as a double", pods: "rr",  values: [MAX_INT64 - 1n], target: MAX_INT64, replicas: 1, shows: `${MAX_INT64}m` },
    { when: "from zero",              pods: "",      values: [8600],      target: 2150, replicas: 4, shows: MIN_INT64 },
    { when: "zero from zero",         pods: "",      values: [0],         target: 2150, replicas: 0, shows: MIN_INT64 },
    { when: "the sum is negative",    pods: "rr",    values: [-1],        target: 1000, replicas: MAX_INT32, shows: `${MAX_INT64}m` },
    { when: "the first value is negative", pods: "rr",    values: [-1, 2001],  target: 1000, replicas: MAX_INT32, shows: `${MAX_INT64}m` },
    { when: "a later value is negative", pods: "rr",    values: [4001, -1],  target: 1000, replicas: 4, shows: "2" },
  ])("of an average value gives $replicas when $when", row => {
    const counted = ask(row, { averageValue: `${row.target}m`, value: "1m" });
    const current = { averageValue: row.shows };
    expect(counted).toMatchObject({ ok: true, value: { replicas: row.replicas, current } });
  });

  it("fails without a target", () => {
    const row = { when: "", pods: "r", values: [1], target: 1, replicas: 0, shows: "" };
    expect(ask(row, { type: "Value" })).toMatchObject({ ok: false });
  });
});

describe("a share within tolerance during a rollout", () => {
  it.each([
    { algorithm: "HPA-1.36", replicas: 5 },
    { algorithm: "Trimtab-1", replicas: 4 },
  ] as const)("holds $replicas of a spec of 4 under $algorithm", ({ algorithm, replicas }) => {
    const given = {
      ...contextOf(podsOf("rrrrr"), { spec: 4, status: 5 }),
      profile: profiles[algorithm],
    };
    const external = { metric: { name: "queue" }, target: { averageValue: "1" } };
    const values = { kind: "Values", values: [5000n] } as const;
    expect(countFromExternal(external, values, given)).toMatchObject({ value: { replicas } });
    const value = { kind: "Value", value: 5000n } as const;
    expect(countFromObject(objectTarget("AverageValue", 1000), value, given)).toMatchObject({
      value: { replicas },
    });
  });
});

describe("a share within tolerance while a quota refuses pods", () => {
  // prettier-ignore
  it.each([
    { algorithm: "HPA-1.36",  milli: 5000n, spec: 20, replicas: 5 },
    { algorithm: "Trimtab-1", milli: 5000n, spec: 20, replicas: 5 },
    { algorithm: "Trimtab-1", milli: 5400n, spec: 20, replicas: 6 },
    { algorithm: "Trimtab-1", milli: 4600n, spec: 20, replicas: 5 },
    { algorithm: "Trimtab-1", milli: 4000n, spec: 5,  replicas: 4 },
    { algorithm: "Trimtab-1", milli: 5400n, spec: 5,  replicas: 5 },
    { algorithm: "Trimtab-1", milli: 5500n, spec: 6,  replicas: 6 },
  ] as const)("of $milli is $replicas of a spec of $spec under $algorithm", row => {
    const status = Math.min(5, row.spec);
    const context = contextOf(podsOf("r".repeat(status)), { spec: row.spec, status });
    const external = { metric: { name: "queue" }, target: { averageValue: "1" } };
    const values = { kind: "Values", values: [row.milli] } as const;
    const found = countFromExternal(external, values, { ...context, profile: profiles[row.algorithm] });
    expect(found).toMatchObject({ value: { replicas: row.replicas } });
  });
});
