import { describe, expect, it } from "vitest";

import { compare } from "./comparison.ts";
import type { Played } from "./play.ts";

const played = (
  requests: Readonly<Record<string, number>>,
  decisions: Readonly<Record<string, string>> = { "shop/web": "2 to 3" },
): Played => ({
  ...{ name: "side", latencies: { list: 2 }, memoryBytes: 100e6 },
  steps: [{ name: "steady", cpuSeconds: 1, requests }],
  decisions: new Map(Object.entries(decisions)),
});

describe("the comparison of two sides", () => {
  const namespaces = 10;

  it.each([
    ["the same requests", { "list podmetrics": 40 }, { "list podmetrics": 40 }],
    ["a period more", { "list podmetrics": 40 }, { "list podmetrics": 50 }],
    ["2% more", { "patch autoscalers/status": 1_000 }, { "patch autoscalers/status": 1_020 }],
    ["a few others", { "list pods": 2 }, {}],
  ])("accepts %s", (_, real, replay) => {
    expect(compare(played(real), played(replay), namespaces).problems).toEqual([]);
  });

  it.each([
    ["more than a period", { "list podmetrics": 40 }, { "list podmetrics": 51 }],
    ["a kind of request", {}, { "get deployments": 11 }],
    ["3% more", { "patch autoscalers/status": 1_000 }, { "patch autoscalers/status": 1_031 }],
  ])("reports %s", (_, real, replay) => {
    const kind = Object.keys(replay)[0] ?? "";
    const { problems } = compare(played(real), played(replay), namespaces);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`steady: `);
    expect(problems[0]).toContain(kind);
  });

  it.each([
    ["another count", { "shop/web": "2 to 4" }, "shop/web was scaled 2 to 3 and 2 to 4"],
    ["no decision", {}, "shop/web was scaled 2 to 3 and nothing"],
  ])("reports %s", (_, decisions, problem) => {
    expect(compare(played({}), played({}, decisions), namespaces).problems).toEqual([problem]);
  });

  it.each(["list podmetrics", "list leases", "update leases"])(
    "does not compare the number of %s in a step that waits for the server",
    kind => {
      const start = (count: number) => ({
        ...played({}),
        steps: [{ name: "start", cpuSeconds: 1, requests: { [kind]: count } }],
      });
      expect(compare(start(55), start(84), namespaces).problems).toEqual([]);
      expect(compare(played({ [kind]: 55 }), played({ [kind]: 84 }), namespaces).problems).toEqual([
        `steady: 55 and 84 ${kind}`,
      ]);
    },
  );

  it("counts the objects with the same decisions", () => {
    const all = { "shop/a": "2 to 3", "shop/b": "2 to 3" };
    const { table } = compare(played({}, all), played({}, all), namespaces);
    expect(table).toMatch(/^scaled 2 to 3 +2 objects +2 objects$/m);
  });
});
