import { describe, expect, it } from "vitest";

import type { StoredForecast } from "../../engine/forecast/forecaster.ts";
import {
  aMonday,
  dayMs,
  externalMetric,
  forecastObject,
  hourMs,
  learnedForecaster,
} from "../../engine/testing/forecast-scene.ts";
import { parseForecast, serializeForecast } from "./forecast-state.ts";

const learned = learnedForecaster({ from: aMonday, until: aMonday + 28 * dayMs + 9 * hourMs });
const { stored } = learned;
const state = serializeForecast(stored);
/** What comes back from the API server. */
const kept = JSON.parse(JSON.stringify(state)) as typeof state;

function read(raw: unknown): StoredForecast {
  const parsed = parseForecast(raw);
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

/** Every number with four digits, which is what a record has. */
const shortened = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === "number" && !Number.isInteger(each) ? Number(each.toPrecision(4)) : each,
    ),
  );

describe("the state of a learned forecast", () => {
  it("comes back as it was, with four digits of each sum", () => {
    const { records, account, counts, added } = read(kept);
    expect(stored.account.days.length).toBeGreaterThan(7);
    expect([stored.account.gate.isOpen, stored.account.today?.hasOpinion]).toEqual([true, true]);
    expect({ records, counts, added }).toEqual({
      records: stored.records,
      counts: stored.counts,
      added: stored.added,
    });
    expect(shortened(account)).toEqual(shortened(stored.account));
  });

  it("is the same after it was read and written again", () => {
    expect(serializeForecast(read(kept))).toEqual(state);
  });

  it("continues in a forecaster that judges as the first one does", () => {
    const again = learnedForecaster({ from: 0, until: 0, past: read(kept) });
    const { balance, ...report } = again.report;
    expect({ ...report, expectedReplicas: learned.report.expectedReplicas }).toEqual({
      ...learned.report,
      balance: undefined,
    });
    const { saved, extra } = learned.report.balance;
    // A day has hundreds of replica-hours, of which four digits are kept.
    expect(Math.abs(balance.saved / saved - 1)).toBeLessThan(0.01);
    expect(Math.abs(balance.extra / extra - 1)).toBeLessThan(0.01);
  });

  it("has at most 16 KiB", () => {
    expect(JSON.stringify(state).length).toBeLessThanOrEqual(16 * 1_024);
  });

  it("with four metrics, is far below the largest object of an API server", () => {
    const metrics = ["a", "b", "c", "d", "e"].map(externalMetric);
    const object = forecastObject({ metrics });
    const several = learnedForecaster({ from: aMonday, until: aMonday + dayMs, object });
    const serialized = serializeForecast(several.stored);
    expect(serialized.records).toHaveLength(4);
    expect(JSON.stringify(serialized).length).toBeLessThanOrEqual(64 * 1_024);
  });

  it("says what the forecast has added to the target", () => {
    const added = { time: aMonday, without: 2, most: 20 };
    expect(read(serializeForecast({ ...stored, added })).added).toEqual(added);
  });
});

describe("an account that has just begun", () => {
  it("has no day and no opening", () => {
    const { account } = learnedForecaster({ from: 0, until: 0 }).stored;
    const begun = serializeForecast({ records: {}, account, counts: [1, 1], added: null });
    expect(begun).not.toHaveProperty("today");
    expect(begun.gate).not.toHaveProperty("since");
    expect(read(begun).account).toEqual(account);
  });
});

const [record] = kept.records;
const [day] = kept.days;
if (!record || !day) throw new Error("nothing was learned");
const without = (name: string) =>
  Object.fromEntries(Object.entries(kept).filter(([key]) => key !== name));

describe("a state that cannot be used", () => {
  // prettier-ignore
  it.each<{ shows: string; raw: unknown; names: string }>([
    { shows: "none",                         raw: undefined,                                              names: "state" },
    { shows: "null",                         raw: null,                                                   names: "state" },
    { shows: "a text",                       raw: "learned",                                              names: "state" },
    { shows: "a list",                       raw: [],                                                     names: "state" },
    { shows: "an empty one",                 raw: {},                                                     names: "state.version" },
    { shows: "an unknown version",           raw: { ...kept, version: 2 },                                names: "version 2" },
    { shows: "a version in words",           raw: { ...kept, version: "1" },                              names: "state.version" },
    { shows: "no records",                   raw: without("records"),                                     names: "state.records" },
    { shows: "null as its records",          raw: { ...kept, records: null },                             names: "state.records" },
    { shows: "a record that is null",        raw: { ...kept, records: [null] },                           names: "state.records[0]" },
    { shows: "more metrics than are learned", raw: { ...kept, records: Array(5).fill(record) },           names: "state.records" },
    { shows: "codes that are too long",      raw: { ...kept, records: [{ ...record, codes: "A".repeat(12_292) }] }, names: "state.records[0].codes" },
    { shows: "codes that are numbers",       raw: { ...kept, records: [{ ...record, codes: [1, 2] }] },   names: "state.records[0].codes" },
    { shows: "a negative scale",             raw: { ...kept, records: [{ ...record, least: -1 }] },       names: "state.records[0].least" },
    { shows: "NaN as a scale",               raw: { ...kept, records: [{ ...record, least: NaN }] },      names: "state.records[0].least" },
    { shows: "NaN as a text",                raw: { ...kept, records: [{ ...record, least: "NaN" }] },    names: "state.records[0].least" },
    { shows: "Infinity as a text",           raw: { ...kept, records: [{ ...record, end: "Infinity" }] }, names: "state.records[0].end" },
    { shows: "a part of a bucket",           raw: { ...kept, records: [{ ...record, end: 1.5 }] },        names: "state.records[0].end" },
    { shows: "an unknown verdict",           raw: { ...kept, gate: { ...kept.gate, verdict: "Lucky" } },  names: "state.gate.verdict" },
    { shows: "an open gate in words",        raw: { ...kept, gate: { ...kept.gate, isOpen: "true" } },    names: "state.gate.isOpen" },
    { shows: "a negative rest",              raw: { ...kept, gate: { ...kept.gate, restDays: -1 } },      names: "state.gate.restDays" },
    { shows: "more days than are judged",    raw: { ...kept, days: Array(15).fill(day) },                 names: "state.days" },
    { shows: "a day without its sums",       raw: { ...kept, days: [{ number: 1 }] },                     names: "state.days[0].sums" },
    { shows: "more sums than pipelines",     raw: { ...kept, days: [{ number: 1, sums: Array(22).fill(1) }] }, names: "state.days[0].sums" },
    { shows: "a sum in words",               raw: { ...kept, days: [{ number: 1, sums: ["NaN"] }] },      names: "state.days[0].sums[0]" },
    { shows: "a sum that is null",           raw: { ...kept, days: [{ number: 1, sums: [null] }] },       names: "state.days[0].sums[0]" },
    { shows: "a week of other shape",        raw: { ...kept, week: [[1, 2]] },                            names: "state.week[0]" },
    { shows: "Infinity in the week",         raw: { ...kept, week: [[1, 2, "Infinity"]] },                names: "state.week[0][2]" },
    { shows: "more counts than pipelines",   raw: { ...kept, counts: Array(8).fill(1) },                  names: "state.counts" },
    { shows: "a negative count",             raw: { ...kept, counts: [-1] },                              names: "state.counts[0]" },
    { shows: "a negative addition",          raw: { ...kept, added: { time: 0, without: -1, most: 2 } },  names: "state.added.without" },
    { shows: "a span that no clock reaches", raw: { ...kept, week: [[2 ** 53, 0, 0]] },                   names: "state.week[0][0]" },
    { shows: "hours that were given back",   raw: { ...kept, week: [[1, -1e9, 0]] },                      names: "state.week[0][1]" },
    { shows: "a gate of a far day",          raw: { ...kept, gate: { ...kept.gate, since: 200_000_000 } }, names: "state.gate.since" },
    { shows: "a rest without an end",        raw: { ...kept, gate: { ...kept.gate, restDays: 1e9 } },     names: "state.gate.restDays" },
    
  ])("is an error that names the field: $shows", ({ raw, names }) => {
    const parsed = parseForecast(raw);
    expect(parsed.ok ? "" : parsed.error).toContain(names);
  });

  it.each([
    {
      shows: "codes that are no base64",
      edit: { records: [{ ...record, codes: "*".repeat(64) }] },
    },
    { shows: "an end that is far away", edit: { records: [{ ...record, end: 9e8 }] } },
    { shows: "sums that are missing", edit: { days: [{ number: 1, sums: [] }] } },
    { shows: "sums below zero", edit: { days: [{ number: 1, sums: Array(21).fill(-1e9) }] } },
    { shows: "a day that has not been", edit: { days: [{ number: 900_000, sums: [1, 1, 1] }] } },
    { shows: "fields of a later release", edit: { mood: "good", gate: { ...kept.gate, mood: 1 } } },
    { shows: "no pipeline", edit: { counts: [] } },
    { shows: "a week that has not been", edit: { week: [[9e11, 1e11, 1e11]] } },
    { shows: "parts of spans", edit: { week: [[0.5, 1, 1]] } },
    { shows: "a day without a length", edit: { today: { number: 1, sums: [] } } },
  ])("whose types are right never throws: $shows", ({ edit }) => {
    const past = read({ ...kept, ...edit });
    const from = aMonday + 28 * dayMs;
    const after = learnedForecaster({ from, until: from + dayMs + hourMs, past });
    expect(after.stored).toBeTruthy();
    expect(read(serializeForecast(after.stored))).toBeTruthy();
  });
});
