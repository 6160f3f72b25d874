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
  const patches = "trimtab: patch autoscalers";
  const requests = (perSecond: number) => ({ perSecond, slowestMs: 10 * perSecond });
  const before = { busy: { etcd: 0.1 }, traffic: new Map([[patches, requests(2)]]) };
  const rates = Array.from(
    { length: 20 },
    (_, index) => [`tenant: get ${index}`, requests(index)] as const,
  );
  const during = {
    busy: { etcd: 0.256, attackers: 1 },
    traffic: new Map([...rates, [patches, requests(30)] as const]),
  };
  const rows = loadTable(before, during).split("\n");
  expect(rows).toHaveLength(1 + 15 + 1 + 2);
  expect(rows[1]).toMatch(/^trimtab: patch autoscalers +2\.0 20 ms +30\.0 300 ms$/);
  expect(rows[2]).toMatch(/^tenant: get 19 +0\.0 0 ms +19\.0 190 ms$/);
  expect(rows.slice(-2)).toEqual([
    expect.stringMatching(/^etcd +0\.10 +0\.26$/),
    expect.stringMatching(/^attackers +0\.00 +1\.00$/),
  ]);
});
