import { expect, it } from "vitest";

import { loadTable, offeredTable } from "./load.ts";

it("the load that each part of the attack offered is a row", () => {
  const tally = { events: { 200: 90, 403: 30 }, "forged reviews": { ECONNRESET: 6 } };
  expect(offeredTable(tally, 60).split("\n")).toEqual([
    "attack          per second  responses",
    "events          2.0         90 of 200, 30 of 403",
    "forged reviews  0.1         6 of ECONNRESET",
  ]);
});

it("the busiest requests and all processes are rows, before and during the attack", () => {
  const before = { busy: { etcd: 0.1 }, traffic: new Map([["trimtab: patch autoscalers", 2]]) };
  const rates = Array.from({ length: 20 }, (_, index) => [`tenant: get ${index}`, index] as const);
  const during = {
    busy: { etcd: 0.256, attackers: 1 },
    traffic: new Map<string, number>([...rates, ["trimtab: patch autoscalers", 30]]),
  };
  const rows = loadTable(before, during).split("\n");
  expect(rows).toHaveLength(1 + 15 + 1 + 2);
  expect(rows[1]).toMatch(/^trimtab: patch autoscalers +2\.0 +30\.0$/);
  expect(rows[2]).toMatch(/^tenant: get 19 +0\.0 +19\.0$/);
  expect(rows.slice(-2)).toEqual([
    expect.stringMatching(/^etcd +0\.10 +0\.26$/),
    expect.stringMatching(/^attackers +0\.00 +1\.00$/),
  ]);
});
