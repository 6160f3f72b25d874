import { Cron } from "croner";
import { expect, it } from "vitest";

import { parseCron, timesOf } from "./cron-times.ts";

const noon = Date.UTC(2026, 0, 1, 12);
const hourMs = 3_600_000;

/** As many different expressions as there can be, by minute, hour and day of the month. */
const expressions = Array.from({ length: 20_000 }, (_, index) => {
  const [minute, hour] = [index % 60, Math.floor(index / 60) % 24];
  return `${minute} ${hour} ${1 + Math.floor(index / 1_440)} * *`;
});

it("20,000 different expressions of 10,000 objects are parsed once, not once in each pass", () => {
  const pass = () => expressions.map(expression => parseCron(expression, "Etc/UTC"));
  const first = pass();
  for (let again = 0; again < 2; again++) {
    expect(pass().filter((times, index) => times !== first[index])).toEqual([]);
  }
});

it("an expression is parsed again when its time has come, and not before", () => {
  let parsed = 0;
  const { firstAfter } = timesOf(() => {
    parsed += 1;
    return new Cron("30 12 * * *", { timezone: "Etc/UTC" });
  });
  const steps = [noon, noon + 1, noon + hourMs / 2 - 1].map(time => [firstAfter(time), parsed]);
  expect(steps).toEqual([noon, noon, noon].map(time => [time + hourMs / 2, 1]));
  expect([firstAfter(noon + hourMs), parsed]).toEqual([noon + 24.5 * hourMs, 2]);
});
