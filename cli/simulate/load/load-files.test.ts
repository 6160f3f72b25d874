import { describe, expect, it } from "vitest";

import { readCsv } from "./csv.ts";
import { readJson } from "./json.ts";
import { isKubectlTop, readKubectlTop } from "./kubectl-top.ts";
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

const utc =
  "load.csv: the times have no zone and are read as UTC; Grafana exports the zone of the browser";

describe("a load in CSV", () => {
  // prettier-ignore
  it.each([
    { shows: "a header",                text: "time,requests\n2026-01-05T00:00:00Z,1\n2026-01-05T00:01:00Z,2", columns: ["requests"] },
    { shows: "no header",               text: "2026-01-05T00:00:00Z,1\n2026-01-05T00:01:00Z,2", columns: ["load"] },
    { shows: "semicolons and quotes",   text: '"t";"q"\n"2026-01-05 00:00:00";"1"\n"2026-01-05 00:01:00";2', columns: ["q"], notes: [utc] },
    { shows: "tabs and seconds",        text: `${start / 1000}\t1\n${start / 1000 + 60}\t2`, columns: ["load"] },
    { shows: "milliseconds",            text: `${start},1\n${start + 60_000},2`, columns: ["load"] },
    { shows: "a zone",                  text: "t,q\n2026-01-05T01:00:00+01:00,1\n2026-01-05T00:01:00Z,2", columns: ["q"] },
    { shows: "comments and empty lines", text: "# made by hand\nt,q\n\n2026-01-05T00:00:00Z,1\n2026-01-05T00:01:00Z,2\n", columns: ["q"] },
    { shows: "Windows line ends",       text: "t,q\r\n2026-01-05T00:00:00Z,1\r\n2026-01-05T00:01:00Z,2\r", columns: ["q"] },
  ])("reads $shows", async ({ text, columns, notes = [] as string[] }) => {
    const load = await csv(text);
    expect(load.ok && { ...load.value, times: [...load.value.times], values: load.value.values.map(v => [...v]) }).toMatchObject({
      columns,
      times: [start, start + 60_000],
      values: [[1, 2]],
      end: start + 120_000,
      gaps: [],
      notes,
    });
  });

  // prettier-ignore
  it.each([
    { shows: "a unit",              values: ["150 req/s", "0", "1.5K req/s", "2 k req/s"],    read: [150, 0, 1500, 2000] },
    { shows: "a unit that begins as a scale", values: ["7 msg/s", "8 msg/s"], read: [7, 8] },
    { shows: "a scale",             values: ["1.5K", "2 Mil", "250m", "1e3"],                 read: [1500, 2e6, 0.25, 1000] },
    { shows: "bytes",               values: ["2 KiB", "1.5 MB", "3 B", "1kB"],                read: [2048, 1.5e6, 3, 1000] },
    { shows: "rates of bits",       values: ["2 kbps", "1.5 Mbps", "3 bps"],                  read: [2000, 1.5e6, 3] },
    { shows: "seconds",             values: ["2 s", "350 ms", "12 µs"],                       read: [2, 0.35, 12e-6] },
    { shows: "memory of kubectl",   values: ["120Mi", "1Gi"],                                 read: [120 * 2 ** 20, 2 ** 30] },
    { shows: "percent",             values: ["12.5%", "13 %"],                                read: [12.5, 13] },
    { shows: "NaN and null as gaps", values: ["1", "NaN", "null", "nan", "", "2"],            read: [1, 2] },
  ])("reads values with $shows", async ({ values, read }) => {
    const load = await csv(`t,q\n${values.map((value, at) => `${minute(at)},${value}`).join("\n")}`);
    expect(load.ok ? [...load.value.values[0]!].map(value => Number(value.toPrecision(12))) : load.error).toEqual(read);
  });

  // prettier-ignore
  it.each([
    { shows: "the separator that Excel reads", head: 'sep=,\n"Time","web"' },
    { shows: "another one",         head: 'sep=;\n"Time";"web"' },
    { shows: "no separator named",  head: '"Time","web"' },
  ])("reads the form for Excel: $shows", async ({ head }) => {
    const separator = head.includes(";") ? ";" : ",";
    const load = await csv([head, ...[1, 2].map(at => `2026-01-05 00:0${at}:00${separator}${at}`)].join("\n"));
    expect(load.ok && [load.value.columns, [...load.value.values[0]!], load.value.notes]).toEqual([["web"], [1, 2], [utc]]);
  });

  it("reads quotes within a name", async () => {
    const load = await csv(`"Time","rate(a{b=""c"",d=""e""})","f"\n${minute(0)},1,2`);
    expect(load.ok && load.value.columns).toEqual(['rate(a{b="c",d="e"})', "f"]);
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
    { shows: "NaN only",         text: `t,q\n${minute(0)},NaN`, says: "load.csv: there are no samples; write lines of a time and a value" },
    { shows: "infinity",         text: `t,q\n${minute(0)},Infinity`, says: 'load.csv:2: q is "Infinity", which is no number; leave out the samples of a gap' },
    { shows: "text",             text: `t,q\n${minute(0)},many`, says: 'load.csv:2: q is "many", which is no number; leave out the samples of a gap' },
    { shows: "a decimal comma",  text: `t;q\n${minute(0)};900,5 req/s`, says: 'load.csv:2: q is "900,5 req/s", and a comma is no decimal point; write 900.5' },
    { shows: "a comma and points", text: `t;q\n${minute(0)};1.234,5`, says: 'load.csv:2: q is "1.234,5", and a comma is no decimal point; write 1234.5' },
    { shows: "a comma of thousands", text: `t,q\n${minute(0)},"1,234"`, says: 'load.csv:2: q is "1,234", and a comma is no decimal point; write 1234 or 1.234' },
    { shows: "several commas of thousands", text: `t,q\n${minute(0)},"1,234,567.5"`, says: 'load.csv:2: q is "1,234,567.5", and a comma is no decimal point; write 1234567.5' },
    { shows: "two units",        text: `t,q\n${minute(0)},900 req/s\n${minute(1)},1.5 Mreq/s`, says: 'load.csv:3: q is "1.5 Mreq/s", and the values above are in req/s; write one unit' },
    { shows: "a first line with a time of another form", text: "1/5/2026 08:00,150 req/s", says: 'load.csv:1: "1/5/2026 08:00" is no time; write 2026-01-31T08:00:00Z or seconds since 1970' },
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
    { shows: "null and NaN as gaps", text: `[[${start},1],[${start + 1},null],[${start + 2},"NaN"],[${start + 60_000},2]]` },
    { shows: "a response without labels", text: response(series.replace(/"metric":{[^}]*}/, '"metric" : { }')) },
  ])("reads $shows, in pieces of any length", async ({ text }) => {
    for (const length of [1, 2, 3, 7, text.length]) {
      const load = await json(text, length);
      expect(load.ok && [...load.value.times]).toEqual([start, start + 60_000]);
      expect(load.ok && [...load.value.values[0]!]).toEqual([1, 2]);
    }
  });

  const second = response(series, series);
  const moment =
    "the response is of an instant query, which has one moment of the load; use query_range, with start, end and step";
  // prettier-ignore
  it.each([
    { shows: "several series",   text: second, says: `load.json:1:${second.lastIndexOf('{"job"') + 1}: the response has several series; ask for one, with sum(...) for example` },
    { shows: "an end in the middle", text: `[[${start},1],\n[${start + 1},`, says: "load.json:2:1: the JSON ends in the middle" },
    { shows: "an end in a text", text: `[[${start},1],\n ["`, says: "load.json:2:2: the JSON ends in the middle" },
    { shows: "a value that is no number", text: `[[${start},1],\n[${start + 1},true]]`, says: 'load.json:2:1: load is "true", which is no number; leave out the samples of a gap' },
    { shows: "an instant query", text: response(`{"metric":{},"value":[${start / 1000},"1"]}`), says: `load.json:1:82: ${moment}` },
    { shows: "an instant query of several series", text: response(`{"metric":{},"value":[1,"1"]}`, `{"metric":{},"value":[1,"1"]}`), says: `load.json:1:82: ${moment}` },
    { shows: "a scalar",         text: `{"status":"success","data":{"resultType":"scalar","result":[1,"1"]}}`, says: `load.json:1:60: ${moment}` },
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

describe("a log of kubectl top", () => {
  const top = (text: string) => readKubectlTop("top.log", linesOf(text));
  const head = "NAME   CPU(cores)   MEMORY(bytes)";
  const [a, b] = [minute(0), minute(1)];
  const want = [
    [0.75, 0.5],
    [300 * 2 ** 20, 2 ** 30],
  ];

  // prettier-ignore
  it.each([
    { shows: "a time in each line",     text: `${a} web-1  250m  100Mi\n${a} web-2  500m  200Mi\n${b} web-1  500m  1Gi` },
    { shows: "times of one reading that differ", text: `${a} web-1  250m  100Mi\n${a.replace("00Z", "01Z")} web-2  500m  200Mi\n${b} web-1  500m  1Gi`, },
    { shows: "a head in each reading",  text: `${a} ${head}\n${a} web-1  250m  100Mi\n${a} web-2  500m  200Mi\n${b} ${head}\n${b} web-1  500m  1Gi` },
    { shows: "a line with the time",    text: `${a}\n${head}\nweb-1  250m  100Mi\nweb-2  500m  200Mi\n\n${b}\n${head}\nweb-1  500m  1Gi` },
    { shows: "namespaces and containers", text: `${a} shop web-1 main  250m  100Mi\n${a} shop web-1 proxy  500m  200Mi\n${b} shop web-1 main  500m  1Gi` },
    { shows: "other pods in the next reading", text: `${a} web-1  250m  100Mi\n${a} web-2  500m  200Mi\n${b} web-3  500m  1Gi` },
    { shows: "seconds since 1970",      text: `${start / 1000} web-1  250m  100Mi\n${start / 1000} web-2  500m  200Mi\n${start / 1000 + 60} web-1  500m  1Gi` },
  ])("is read with $shows", async ({ text }) => {
    expect(isKubectlTop(text)).toBe(true);
    const load = await top(text);
    expect(load.ok ? load.value.values.map(values => [...values]) : load.error).toEqual(want);
    expect(load.ok && [load.value.columns, [...load.value.times]]).toEqual([["cpu", "memory"], [start, start + 60_000]]);
    expect(load.ok && load.value.notes).toEqual(["top.log: the load is the cpu of all pods in a reading; record the pods of one workload, with --selector"]);
  });

  it("says that its times have no zone", async () => {
    const load = await top("2026-01-05 00:00:00 web-1  250m  100Mi");
    expect(load.ok && load.value.notes[1]).toBe(utc.replace("csv", "log").replace("load", "top"));
  });

  // prettier-ignore
  it.each([
    { shows: "no time",        text: `${head}\nweb-1  250m  100Mi`, says: /^top.log:2: "web-1  250m  100Mi" has no time; record one in each line: while sleep 15; do kubectl top pods / },
    { shows: "another line",   text: `${a} web-1  250m  100Mi\nerror: Metrics API not available`, says: /^top.log:2: "error: Metrics API not available" is no line of kubectl top pods; remove it$/ },
    { shows: "a time before the one above", text: `${b} web-1  250m  100Mi\n${a} web-1  250m  100Mi`, says: /^top.log:2: .*Z is before the sample above it/ },
  ])("is refused with $shows", async ({ text, says }) => {
    expect(isKubectlTop(text)).toBe(true);
    const load = await top(text);
    expect(load.ok ? "" : load.error).toMatch(says);
  });

  it.each([`t,q\n${a},1`, `${a}\t250m\t100Mi`, `${a},250m`, ""])("is not %j", text => {
    expect(isKubectlTop(text)).toBe(false);
  });
});
