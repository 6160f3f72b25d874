import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { err, ok } from "../../../engine/model/values/result.ts";
import { GridBuilder } from "../../../kube/prometheus/client.ts";
import type { Range } from "../../../kube/prometheus/connection.ts";
import { usualNames } from "../testing/answers.ts";
import type { QuestionName } from "./questions.ts";
import { PastReader } from "./reader.ts";

const dayMs = 86_400_000;
const stepMs = 30_000;
const from = Date.UTC(2026, 0, 5);

describe("the reader of a past", () => {
  let folder: string;
  let asked: Range[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "trimtab-reader-"));
    asked = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** One series, whose value is its time, without the second day. */
  const range = (each: Range) => {
    asked.push(each);
    const { start, end, step } = each;
    if (each.query.includes('"broken"')) return Promise.resolve(err("it does not answer"));
    const builder = new GridBuilder({ start, step, length: (end - start) / step + 1 });
    const values = builder.valuesOf({ deployment: "web" });
    for (const index of values.keys()) {
      const time = start + index * step;
      values[index] = time >= from + dayMs && time < from + 2 * dayMs ? NaN : time;
    }
    return Promise.resolve(ok(builder.grid));
  };

  const reader = (now: number, source = "http://host ") =>
    new PastReader({
      ...{ client: { source, range }, env: { XDG_CACHE_HOME: folder }, now },
      discovered: { names: usualNames, stepMs, lagMs: 0 },
    });

  interface Reading {
    readonly days: number;
    readonly objects?: number;
    readonly names?: readonly QuestionName[];
    readonly now?: number;
    readonly source?: string;
    readonly namespace?: string;
  }

  const read = ({ days, objects = 1, names = ["counts"], ...more }: Reading) => {
    const { now = from + 9 * dayMs, source, namespace = "shop" } = more;
    const window = { from, to: from + days * dayMs };
    return reader(now, source).read({ namespace, objects }, window, names);
  };
  const kept = (): number => readdirSync(join(folder, "trimtab", "fleet")).length;
  const daysAsked = () => asked.map(({ start, end }) => (end - start) / dayMs);

  // prettier-ignore
  it.each([
    { shows: "days in parts below 10,000 points",  reading: { days: 7 },               parts: [3, 3, 1] },
    { shows: "single days of a large namespace",   reading: { days: 3, objects: 100 }, parts: [1, 1, 1] },
    { shows: "a week at a step of five minutes",   reading: { days: 8, names: ["spec"] as const }, parts: [7, 1] },
  ])("asks for $shows", async ({ reading, parts }) => {
    expect((await read(reading)).ok).toBe(true);
    expect(daysAsked().map(days => Math.round(days))).toEqual(parts);
    expect(asked[0]?.start).toBe(from);
  });

  it("has the same from its files, also of days without a series", async () => {
    const first = await read({ days: 4 });
    expect(kept()).toBe(4);
    const values = first.ok ? first.value.counts?.series[0]?.values : undefined;
    expect([0, 2 * 2880, 4 * 2880 - 1].map(at => values?.[at])).toEqual(
      [0, 2 * 2880, 4 * 2880 - 1].map(at => from + at * stepMs),
    );
    expect(values?.[2880]).toBeNaN();
    asked = [];
    expect(await read({ days: 4 })).toEqual(first);
    expect(asked).toEqual([]);
  });

  // prettier-ignore
  it.each([
    { shows: "a day that is not over",         again: { days: 3, now: from + 2.5 * dayMs },                     files: 2 },
    { shows: "a day whose samples may still arrive", again: { days: 3, now: from + 3 * dayMs + 300_000 },       files: 2 },
    { shows: "another source",                 again: { days: 3, source: "http://host team-b" },                files: 6 },
    { shows: "another namespace",              again: { days: 3, namespace: "search" },                         files: 6 },
    { shows: "days that it has not seen",      again: { days: 5 },                                              files: 5 },
  ])("asks again for $shows", async ({ again, files }) => {
    await read("now" in again ? again : { days: 3 });
    asked = [];
    await read(again);
    expect(asked).toHaveLength(1);
    expect(kept()).toBe(files);
  });

  it("asks for usage later than its time, and notes it at its time", async () => {
    const answers = await read({ days: 1, names: ["usage"] });
    expect(asked).toMatchObject([{ start: from + stepMs, end: from + dayMs }]);
    expect(answers.ok && answers.value.usage?.start).toBe(from);
    expect(answers.ok && answers.value.usage?.series[0]?.values[0]).toBe(from + stepMs);
  });

  it("fails with the first sentence", async () => {
    expect(await read({ days: 1, namespace: "broken" })).toEqual(err("it does not answer"));
  });
});
