import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { parser } from "@prometheus-io/lezer-promql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { err, ok } from "../../../engine/model/values/result.ts";
import type { Range } from "../../../kube/prometheus/client.ts";
import { answersFor } from "./answers.ts";
import type { Discovered } from "./discover.ts";

const dayMs = 86_400_000;
const stepMs = 30_000;
/** A Monday: parts of seven days begin on Thursdays. */
const from = Date.UTC(2026, 0, 5);
const usual: Discovered = { prefix: "", matchers: [], stepMs, lagMs: 0 };

describe("the answers about a namespace", () => {
  let folder: string;
  let asked: Range[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "trimtab-answers-"));
    asked = [];
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** One series, whose value is its time, without the second day. */
  const range = (each: Range) => {
    asked.push(each);
    const { start, end, step } = each;
    if (each.query.includes('"broken"')) return Promise.resolve(err("it does not answer"));
    const values = Float64Array.from({ length: (end - start) / step + 1 }, (_, index) => {
      const time = start + index * step;
      return time >= from + dayMs && time < from + 2 * dayMs ? NaN : time;
    });
    return Promise.resolve(ok([{ labels: { deployment: "web" }, values }]));
  };

  interface Reading {
    readonly days: number;
    readonly objects?: number;
    readonly now?: number;
    readonly address?: string;
    readonly tenant?: string;
    readonly namespace?: string;
    readonly discovered?: Partial<Discovered>;
  }

  const read = ({ days, objects = 1, namespace = "shop", ...more }: Reading) => {
    const { now = from + 99 * dayMs, address = "http://host", tenant, discovered } = more;
    const asking = {
      ...{ client: { address, range }, discovered: { ...usual, ...discovered } },
      ...{ env: { XDG_CACHE_HOME: folder }, now, tenant },
    };
    return answersFor(asking, { namespace, objects }, { from, to: from + days * dayMs });
  };
  const kept = (): number => readdirSync(join(folder, "trimtab", "loads")).length;
  const daysOf = (series: string) =>
    asked
      .filter(({ query }) => query.includes(series))
      .map(({ start, end, step }) => (end + step - start) / dayMs);

  // prettier-ignore
  it.each([
    { shows: "days in parts below 10,000 points",  reading: { days: 8 },               series: "status_target_metric", parts: [2, 3, 3] },
    { shows: "single days of a large namespace",   reading: { days: 3, objects: 100 }, series: "status_target_metric", parts: [1, 1, 1] },
    { shows: "weeks at a step of five minutes",    reading: { days: 12 },              series: "spec_target_metric",   parts: [3, 7, 2] },
  ])("are asked for in $shows", async ({ reading, series, parts }) => {
    expect((await read(reading)).ok).toBe(true);
    expect(daysOf(series)).toEqual(parts);
    expect(asked[0]?.start).toBe(from);
  });

  it("are the same from the files, also of days without a series", async () => {
    const first = await read({ days: 4 });
    const values = first.ok ? first.value.counts.series[0]?.values : undefined;
    const known = [0, 2 * 2880, 4 * 2880 - 1];
    expect(known.map(at => values?.[at])).toEqual(known.map(at => from + at * stepMs));
    expect(values?.[2880]).toBeNaN();
    asked = [];
    expect(await read({ days: 4 })).toEqual(first);
    expect(asked).toEqual([]);
  });

  // prettier-ignore
  it.each([
    { shows: "samples that may still arrive", again: { now: from + 3 * dayMs + 300_000 } },
    { shows: "another source",                again: { address: "http://other" } },
    { shows: "another tenant",                again: { tenant: "team-b" } },
    { shows: "another namespace",             again: { namespace: "search" } },
    { shows: "more days",                     again: { days: 5 } },
  ])("are asked for again for $shows", async ({ again }) => {
    await read({ days: 3, ...("now" in again ? again : {}) });
    const [before, files] = [asked.length, kept()];
    await read({ days: 3, ...again });
    expect(asked.length).toBeGreaterThan(before);
    if (!("now" in again)) expect(kept()).toBe(files + asked.length - before);
  });

  it("fail with a sentence", async () => {
    expect(await read({ days: 1, namespace: "broken" })).toEqual(err("it does not answer"));
  });

  it.each([
    { shows: "usual labels", discovered: {} },
    { shows: "labels without honorLabels", discovered: { prefix: "exported_" as const } },
    { shows: "a cluster", discovered: { matchers: ['cluster="prod"'] } },
  ])("come from valid queries with $shows", async ({ discovered }) => {
    await read({ days: 1, namespace: 'shop"} or vector(1) #', discovered });
    expect(asked).toHaveLength(4);
    for (const { query } of asked) {
      const mistakes: string[] = [];
      parser.parse(query).iterate({
        enter: ({ type, from: start, to: end }) => {
          if (type.isError) mistakes.push(query.slice(start, end + 20));
        },
      });
      expect(mistakes).toEqual([]);
      expect(query).toContain(String.raw`="shop\"} or vector(1) #"`);
    }
  });
});
