import type * as croner from "croner";
import { beforeEach, expect, it, vi } from "vitest";

import { parseCron } from "./cron-times.ts";

const library = vi.hoisted(() => ({ parsed: 0 }));

vi.mock("croner", async original => {
  const { Cron, ...others } = await original<typeof croner>();
  class Counted extends Cron {
    constructor(...given: ConstructorParameters<typeof Cron<undefined>>) {
      super(...given);
      library.parsed += 1;
    }
  }
  return { ...others, Cron: Counted };
});

const noon = Date.UTC(2026, 0, 1, 12);
const hourMs = 3_600_000;

/** As many different expressions as there can be, by minute, hour and day of the month. */
const expressions = Array.from({ length: 20_000 }, (_, index) => {
  const [minute, hour] = [index % 60, Math.floor(index / 60) % 24];
  return `${minute} ${hour} ${1 + Math.floor(index / 1_440)} * *`;
});

const next = (expression: string, time: number): number | null => {
  const times = parseCron(expression, "Etc/UTC");
  return times.ok ? times.value.firstAfter(time) : null;
};

beforeEach(() => {
  library.parsed = 0;
});

it("20,000 different expressions of 10,000 objects are parsed once, not once in each pass", () => {
  for (const expression of expressions) next(expression, noon);
  library.parsed = 0;
  for (let pass = 1; pass <= 2; pass++) {
    for (const expression of expressions) next(expression, noon + pass);
  }
  expect(library.parsed).toBe(0);
});

it("parses an expression again when its time has come", () => {
  expect(next("30 12 * * *", noon)).toBe(noon + hourMs / 2);
  library.parsed = 0;
  expect(next("30 12 * * *", noon + hourMs)).toBe(noon + 24.5 * hourMs);
  expect(library.parsed).toBe(1);
});
