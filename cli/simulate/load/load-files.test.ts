import { describe, expect, it } from "vitest";

import { readCsv } from "./csv.ts";
import { readJson } from "./json.ts";
import { LoadBuilder } from "./load.ts";

async function* linesOf(text: string): AsyncGenerator<string> {
  await Promise.resolve();
  yield* text.split("\n");
}

const csv = (text: string) => readCsv("load.csv", linesOf(text));

async function* piecesOf(text: string, length: number): AsyncGenerator<string> {
  await Promise.resolve();
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

const json = (text: string, length: number) => readJson("load.json", piecesOf(text, length));

const minute = (count: number): string => `2026-01-05T00:${String(count).padStart(2, "0")}:00Z`;
const start = Date.parse(minute(0));
const minutes = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `${minute(from + at)},${from + at}`).join("\n");

describe("a load in CSV", () => {
  // prettier-ignore
  it.each([
    { shows: "a header",                text: "time,requests\n2026-01-05T00:00:00Z,1\n2026-01-05T00:01:00Z,2", columns: ["requests"] },
    { shows: "no header",               text: "2026-01-05T00:00:00Z,1\n2026-01-05T00:01:00Z,2", columns: ["load"] },
    { shows: "semicolons and quotes",   text: '"t";"q"\n"2026-01-05 00:00:00";"1"\n"2026-01-05 00:01:00";2', columns: ["q"] },
    { shows: "tabs and seconds",        text: `${start / 1000}\t1\n${start / 1000 + 60}\t2`, columns: ["load"] },
    { shows: "milliseconds",            text: `${start},1\n${start + 60_000},2`, columns: ["load"] },
    { shows: "a zone",                  text: "t,q\n2026-01-05T01:00:00+01:00,1\n2026-01-05T00:01:00Z,2", columns: ["q"] },
    { shows: "comments and empty lines", text: "# made by hand\nt,q\n\n2026-01-05T00:00:00Z,1\n2026-01-05T00:01:00Z,2\n", columns: ["q"] },
    { shows: "Windows line ends",       text: "t,q\r\n2026-01-05T00:00:00Z,1\r\n2026-01-05T00:01:00Z,2\r", columns: ["q"] },
  ])("reads $shows", async ({ text, columns }) => {
    const load = await csv(text);
    expect(load.ok && { ...load.value, times: [...load.value.times], values: load.value.values.map(v => [...v]) }).toMatchObject({
      columns,
      times: [start, start + 60_000],
      values: [[1, 2]],
      end: start + 120_000,
      gaps: [],
      notes: [],
    });
  });

  it("reads several metrics", async () => {
    const load = await csv(`time,requests,queue\n${minute(0)},1,7\n${minute(1)},2,8`);
    expect(load.ok && load.value.columns).toEqual(["requests", "queue"]);
    expect(load.ok && [...load.value.values[1]!]).toEqual([7, 8]);
  });

  // prettier-ignore
  it.each([
    { shows: "unsorted times",   text: `t,q\n${minute(1)},1\n${minute(0)},2`, says: "load.csv:3: 2026-01-05T00:00:00Z is before the sample above it; sort the samples by time" },
    { shows: "a time twice",     text: `t,q\n${minute(1)},1\n${minute(1)},2`, says: "load.csv:3: 2026-01-05T00:01:00Z is there twice; keep one of the two samples" },
    { shows: "NaN",              text: `t,q\n${minute(0)},NaN`, says: "load.csv:2: q is no number; leave out the samples of a gap" },
    { shows: "infinity",         text: `t,q\n${minute(0)},Infinity`, says: "load.csv:2: q is no number; leave out the samples of a gap" },
    { shows: "text",             text: `t,q\n${minute(0)},many`, says: "load.csv:2: q is no number; leave out the samples of a gap" },
    { shows: "negative values",  text: `t,q\n${minute(0)},1\n${minute(1)},-3`, says: "load.csv:3: q is -3; a load is never negative" },
    { shows: "no time",          text: `t,q\n${minute(0)},1\nnoon,2`, says: 'load.csv:3: "noon" is no time; write 2026-01-31T08:00:00Z or seconds since 1970' },
    { shows: "control characters", text: `t,q\n\u001b[31m,2`, says: 'load.csv:2: " [31m" is no time; write 2026-01-31T08:00:00Z or seconds since 1970' },
    { shows: "no value",         text: minute(0), says: "load.csv:1: has no value; write a time and a value" },
    { shows: "a missing field",  text: `t,q,r\n${minute(0)},1`, says: "load.csv:2: has 2 fields, not 3" },
    { shows: "a first line with no time", text: "2026-13-05T00:00:00Z,1", says: 'load.csv:1: "2026-13-05T00:00:00Z" is no time; write 2026-01-31T08:00:00Z or seconds since 1970' },
    { shows: "a time that no Date has", text: "t,q\n9000000000000000,1", says: 'load.csv:2: "9000000000000000" is no time; write 2026-01-31T08:00:00Z or seconds since 1970' },
    { shows: "times of two units", text: `t,q\n1000,1\n${start},2`, says: "load.csv:3: 2026-01-05T00:00:00Z is more than 20 years after the first time, 1970-01-01T00:16:40Z" },
    { shows: "too large a value", text: `t,q\n${minute(0)},1e308`, says: "load.csv:2: q is 1e+308; a load is at most 1000000000000000000" },
    { shows: "no lines",         text: "", says: "load.csv: there are no samples; write lines of a time and a value" },
    { shows: "only a header",    text: "time,requests", says: "load.csv: there are no samples; write lines of a time and a value" },
  ])("refuses $shows", async ({ text, says }) => {
    expect(await csv(text)).toEqual({ ok: false, error: says });
  });

  // prettier-ignore
  it.each([
    { shows: "a gap",          text: `t,q\n${minutes(0, 5)}\n${minutes(20, 25)}`, gaps: [[6, 20]], note: "load.csv:7: a gap of 14 minutes follows; no measure counts a gap" },
    { shows: "empty values as a gap", text: `t,q\n${minutes(0, 5)}\n${minute(6)},\n${minute(7)},\n${minute(8)},\n${minutes(20, 25)}`, gaps: [[6, 20]], note: "load.csv:7: a gap of 14 minutes follows; no measure counts a gap" },
    { shows: "two gaps",       text: `t,q\n${minutes(0, 5)}\n${minutes(10, 12)}\n${minutes(30, 35)}`, gaps: [[6, 10], [13, 30]], note: "load.csv:10: a gap of 17 minutes follows, and there are 1 more, together 21 minutes; no measure counts a gap" },
    { shows: "a mixed step",   text: `t,q\n${minutes(0, 5)}\n${minute(7)},1\n${minute(9)},1`, gaps: [], note: "load.csv:7: the step changes from 60 seconds to 2 minutes; each value holds until the next one" },
  ])("accepts $shows and says so", async ({ text, gaps, note }) => {
    const load = await csv(text);
    expect(load.ok && load.value.notes).toEqual([note]);
    const known = gaps.map(([from = 0, to = 0]) => ({ from: start + from * 60_000, to: start + to * 60_000 }));
    expect(load.ok && load.value.gaps).toEqual(known);
  });

  it("averages neighbours when there are too many samples", () => {
    const builder = new LoadBuilder("large.csv", ["q"], 4);
    for (let at = 0; at < 9; at += 1) {
      builder.add({ position: { line: at + 1 }, time: at * 1000, values: [at] });
    }
    const load = builder.finish();
    expect(load.ok && [...load.value.times]).toEqual([0, 4000, 8000]);
    expect(load.ok && [...load.value.values[0]!]).toEqual([1.5, 5.5, 8]);
    expect(load.ok && load.value.notes).toEqual([
      "large.csv: more than 4 samples; 4 at a time are averaged",
    ]);
  });
});

describe("a load in JSON", () => {
  const response = (...series: string[]): string =>
    `{"status":"success","data":{"resultType":"matrix","result":[${series.join(",")}]},"warnings":["slow"]}\n`;
  const series = `{"metric":{"job":"a]{b\\\"\\\\"},"values":[[${start / 1000},"1"],[${start / 1000 + 60},"2"]]}`;

  // prettier-ignore
  it.each([
    { shows: "an array of pairs",      text: `[[${start},1],[${start + 60_000},2]]` },
    { shows: "an array over lines",    text: `[\n  [\n    ${start},\n    1\n  ],\n  [${start + 60_000}, 2]\n]` },
    { shows: "objects",                text: `[{"time":"${minute(0)}","value":1},{"time":"${minute(1)}","value":2}]` },
    { shows: "one object on each line", text: `{"timestamp":"${minute(0)}","value":1}\n{"timestamp":"${minute(1)}","value":2}` },
    { shows: "a response of Prometheus", text: response(series) },
    { shows: "a response without labels", text: response(series.replace(/"metric":{[^}]*}/, '"metric" : { }')) },
  ])("reads $shows, in pieces of any length", async ({ text }) => {
    for (const length of [1, 2, 3, 7, text.length]) {
      const load = await json(text, length);
      expect(load.ok && [...load.value.times]).toEqual([start, start + 60_000]);
      expect(load.ok && [...load.value.values[0]!]).toEqual([1, 2]);
    }
  });

  const second = response(series, series);
  // prettier-ignore
  it.each([
    { shows: "several series",   text: second, says: `load.json:1:${second.lastIndexOf('{"job"') + 1}: the response has several series; ask for one, with sum(...) for example` },
    { shows: "an end in the middle", text: `[[${start},1],\n[${start + 1},`, says: "load.json:2:1: the JSON ends in the middle" },
    { shows: "an end in a text", text: `[[${start},1],\n ["`, says: "load.json:2:2: the JSON ends in the middle" },
    { shows: "a value of null",  text: `[[${start},1],\n[${start + 1},null]]`, says: "load.json:2:1: load is no number; leave out the samples of a gap" },
    { shows: "a time out of order, in one line", text: `[[${start},1],[${start - 1},1]]`, says: "load.json:1:20: 2026-01-04T23:59:59.999Z is before the sample above it; sort the samples by time" },
    { shows: "malformed JSON",   text: `[\n[${start} 1]]`, says: "load.json:2:1: not JSON: Expected ',' or ']' after array element" },
    { shows: "another bracket",  text: `[\n[${start},1}]`, says: 'load.json:2:17: not JSON: unexpected "}"' },
    { shows: "too many brackets", text: `[[${start},1]]]`, says: 'load.json:1:20: not JSON: unexpected "]"' },
    { shows: "NaN",              text: `[[${start},NaN]]`, says: 'load.json:1:17: not JSON: unexpected "N"' },
    { shows: "many open brackets", text: "[".repeat(100), says: "load.json:1:65: more than 64 brackets are open" },
    { shows: "no time",          text: `[\n{"value":1}]`, says: 'load.json:2:1: "" is no time; write 2026-01-31T08:00:00Z or seconds since 1970' },
    { shows: "an empty array",   text: "[]", says: "load.json: there are no samples; write lines of a time and a value" },
    { shows: "a long list of numbers", text: `[${"1,".repeat(2 ** 19)}1]`, says: "load.json:1:1: no sample has more than 1048576 characters" },
  ])("refuses $shows", async ({ text, says }) => {
    for (const length of [text.length > 1000 ? 65_536 : 7, text.length]) {
      expect(await json(text, length)).toEqual({ ok: false, error: says });
    }
  });
});
