import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { readPrometheus } from "./prometheus.ts";

const now = Date.UTC(2026, 0, 31);
const stepMs = 60_000;
/** The first value is the number of minutes since 1970, modulo 100. */
const valueAt = (time: number): number => (time / stepMs) % 100;

interface Behaviour {
  /** Requests after these are cut off. */
  readonly answers?: number;
  readonly series?: number;
  readonly error?: string;
  readonly isAbsent?: (time: number) => boolean;
}

/** A Prometheus whose one series has a value for every step. */
class Answering {
  readonly server: Server;
  asked: { start: number; end: number }[] = [];
  behaviour: Behaviour = {};

  constructor() {
    this.server = createServer((request, response) => {
      const url = new URL(request.url ?? "", "http://host");
      const [start, end, step] = ["start", "end", "step"].map(
        name => Number(url.searchParams.get(name)) * 1000,
      ) as [number, number, number];
      this.asked.push({ start, end });
      const { answers = Infinity, series = 1, error, isAbsent = () => false } = this.behaviour;
      if (this.asked.length > answers) {
        request.socket.destroy();
        return;
      }
      const times = Array.from(
        { length: Math.floor((end - start) / step) + 1 },
        (_, index) => start + index * step,
      );
      const values = times
        .filter(time => !isAbsent(time))
        .map(time => [time / 1000, String(valueAt(time))]);
      const result = Array.from({ length: series }, (_, at) => ({ metric: { at: String(at) }, values }));
      response.end(
        JSON.stringify(
          error ? { status: "error", error } : { status: "success", data: { result } },
        ),
      );
    });
  }

  address = "";

  async listen(): Promise<void> {
    await new Promise<void>(resolve => this.server.listen(0, "127.0.0.1", resolve));
    this.address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
}

describe("a load of a Prometheus", () => {
  let folder = "";
  let prometheus: Answering;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "trimtab-prometheus-"));
    prometheus = new Answering();
    await prometheus.listen();
  });
  afterEach(() => {
    prometheus.server.close();
    rmSync(folder, { recursive: true });
  });

  const read = (options: object = {}) =>
    readPrometheus(
      {
        load: prometheus.address,
        query: "sum(rate(x[1m]))",
        from: "28d",
        to: "2026-01-31T00:00:00Z",
        step: stepMs,
        seed: 1,
        ...options,
      },
      { XDG_CACHE_HOME: folder },
      now,
    );
  const kept = (): number => readdirSync(join(folder, "trimtab", "loads")).length;

  it("is read page by page, and whole pages are kept", async () => {
    const load = await read();
    expect(load.ok && load.value.times.length).toBeGreaterThanOrEqual(28 * 1440);
    expect(
      load.ok &&
        [...load.value.times].every(
          (time, index) => load.value.values[0]?.[index] === valueAt(time),
        ),
    ).toBe(true);
    expect(load.ok && load.value.notes).toEqual([]);
    const pages = prometheus.asked.length;
    expect(pages).toBeGreaterThan(4);
    expect(kept()).toBe(pages - 1);

    prometheus.asked = [];
    expect(await read()).toEqual(load);
    expect(prometheus.asked).toHaveLength(1);
  });

  it("continues where a server disappeared", async () => {
    prometheus.behaviour = { answers: 2 };
    const failed = await read();
    expect(failed.ok ? "" : failed.error).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+ does not answer: .*, after 2 of \d parts; these are kept, so the next run continues there$/,
    );
    expect(kept()).toBe(2);
    prometheus.behaviour = {};
    prometheus.asked = [];
    const load = await read();
    expect(load.ok).toBe(true);
    expect(prometheus.asked.length).toBeLessThanOrEqual(4);
  });

  it("has gaps where the series has none", async () => {
    const gap = { from: Date.UTC(2026, 0, 30, 12), to: Date.UTC(2026, 0, 30, 14) };
    prometheus.behaviour = { isAbsent: time => time >= gap.from && time < gap.to };
    const load = await read({ from: "2026-01-30T00:00:00Z" });
    expect(load.ok && load.value.gaps).toEqual([gap]);
  });

  // prettier-ignore
  it.each([
    { shows: "several series",     behaviour: { series: 3 }, options: {}, says: "sum(rate(x[1m])): there are 3 series; ask for one, with sum(...) for example" },
    { shows: "no series",          behaviour: { series: 0 }, options: {}, says: "sum(rate(x[1m])): there are no samples; write lines of a time and a value" },
    { shows: "an invalid query",   behaviour: { error: "parse error" }, options: {}, says: expect.stringMatching(/^http:.*: parse error$/) as string },
    { shows: "no query",           behaviour: {}, options: { query: undefined }, says: "a Prometheus needs a --query, such as 'sum(rate(requests_total[1m]))'" },
    { shows: "an end before its start", behaviour: {}, options: { from: "2026-02-01T00:00:00Z" }, says: "--from is not before --to" },
    { shows: "an invalid start",   behaviour: {}, options: { from: "soon" }, says: "--from soon: write 28d or 2026-01-31T08:00:00Z" },
    { shows: "an invalid end",     behaviour: {}, options: { to: "soon" }, says: "--to soon: write a time such as 2026-01-31T08:00:00Z" },
    { shows: "a step that is too short", behaviour: {}, options: { step: 10 }, says: "--step is at least 1s" },
  ])("refuses $shows", async ({ behaviour, options, says }) => {
    prometheus.behaviour = behaviour;
    expect(await read(options)).toEqual({ ok: false, error: says });
  });

  it("refuses a server that does not answer", async () => {
    await new Promise(resolve => prometheus.server.close(resolve));
    const load = await read();
    expect(load.ok ? "" : load.error).toMatch(/^http.* does not answer: connect ECONNREFUSED/);
  });
});
