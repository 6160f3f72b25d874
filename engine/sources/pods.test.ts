import { describe, expect, it } from "vitest";

import { customSamples } from "../model/observation/pod-sample.ts";
import { contextOf, podsOf } from "../arithmetic/testing/calculator.ts";
import { countFromPods } from "./custom.ts";

interface Row {
  readonly when: string;
  readonly pods: string;
  readonly current?: number;
  readonly levels: readonly number[];
  readonly target: number;
  readonly tolerance?: readonly [number, number];
  readonly replicas: number;
  readonly average: string;
}

const ask = ({
  pods,
  current,
  levels,
  target,
  tolerance,
}: Omit<Row, "when" | "replicas" | "average">) =>
  countFromPods(
    { metric: { name: "qps" }, target: { averageValue: `${target}m` } },
    {
      kind: "Samples",
      samples: customSamples(
        levels.map((milli, index) => ({ pod: `p${index}`, value: `${milli}m` })),
      ),
    },
    contextOf(podsOf(pods), { spec: current ?? pods.length }, tolerance),
  );

describe("a metric of each pod, as in upstream's calculator tests", () => {
  // prettier-ignore
  it.each<Row>([
    { when: "above target",               pods: "rrr",   levels: [20000, 10000, 30000],        target: 15000, replicas: 4, average: "20" },
    { when: "at twice the target",        pods: "rrrr",  levels: Array<number>(4).fill(200),   target: 100,   replicas: 8, average: "200m" },
    { when: "at half of the target",      pods: "rrrr",  levels: Array<number>(4).fill(50),    target: 100,   replicas: 2, average: "50m" },
    { when: "a pod is hot",               pods: "rrH", levels: [50000, 10000, 30000],       target: 15000, replicas: 6, average: "30" },
    { when: "two pods are hot",           pods: "HrH",   levels: [50000, 15000, 30000],        target: 15000, replicas: 7, average: "31666m" },
    { when: "below target",               pods: "rrrrr", levels: Array<number>(5).fill(12000), target: 20000, replicas: 3, average: "12" },
    { when: "within tolerance",           pods: "rrr",   levels: [20000, 21000, 21000],        target: 20000, replicas: 3, average: "20666m" },
    { when: "above a tolerance of 1%",    pods: "rrr",   levels: [20000, 21000, 21000],        target: 20000, replicas: 4, average: "20666m", tolerance: [0.1, 0.01] },
    { when: "on target with two missing", pods: "rrrrr", levels: [20000, 19000, 21000],        target: 20000, replicas: 5, average: "20" },
    { when: "a surge pod has no sample",  pods: "rrr",   levels: [10000, 10000],               target: 17000, replicas: 2, average: "10", current: 2 },
    { when: "a pod is gone",              pods: "rr",    levels: [10000, 10000, 40000],        target: 10000, replicas: 4, average: "20" },
    { when: "a pod is pending",           pods: "rrp",   levels: [30000, 30000],               target: 10000, replicas: 6, average: "30" },
  ])("gives $replicas when $when", row => {
    const counted = ask(row);
    const current = { averageValue: row.average };
    expect(counted).toMatchObject({ ok: true, value: { replicas: row.replicas, current } });
  });

  it.each([
    { when: "there are no pods", pods: "", levels: [1] },
    { when: "all samples are of deleting pods", pods: "d", levels: [1] },
  ])("fails when $when", ({ pods, levels }) => {
    expect(ask({ pods, levels, target: 1 })).toMatchObject({ ok: false });
  });

  it("fails without an average value", () => {
    const answer = { kind: "Samples", samples: new Map() } as const;
    const source = { metric: { name: "qps" }, target: { value: "1" } };
    const context = contextOf(podsOf("r"), { spec: 1 });
    expect(countFromPods(source, answer, context)).toMatchObject({ ok: false });
  });
});
