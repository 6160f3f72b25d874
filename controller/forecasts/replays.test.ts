import { afterEach, describe, expect, it, vi } from "vitest";

import { Forecaster, type StoredForecast } from "../../engine/forecast/forecaster.ts";
import { closedGate, type GateState } from "../../engine/forecast/gate.ts";
import { bucketAt, bucketMs, LoadRecord } from "../../engine/forecast/load-record.ts";
import { startForecaster } from "../../engine/forecast/start-forecaster.ts";
import type { RawAnswer } from "../../engine/model/observation/observation.ts";
import { err, ok } from "../../engine/model/values/result.ts";
import {
  aMonday,
  dayMs,
  externalMetric,
  forecastObject,
  hourMs,
  learnedForecaster,
  officeLoad,
} from "../../engine/testing/forecast-scene.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { kubeError } from "../../kube/transport/errors.ts";
import type { QueryRange } from "../metric-sources/prometheus-source.ts";
import type { MetricQuestion } from "../metrics/metric-cache.ts";
import { minuteMs } from "./fetch-past.ts";
import { type ReplayedObject, Replays } from "./replays.ts";

afterEach(() => void vi.restoreAllMocks());

type Load = (time: number) => number;

const now = aMonday + 35 * dayMs + hourMs;
const today = Math.floor(now / dayMs);
const checksum = 1;
const object = forecastObject();
const live = learnedForecaster({ from: aMonday, until: now }).stored;
const [question = ""] = Object.keys(live.records);
const openGate: GateState = {
  ...closedGate,
  isOpen: true,
  verdict: "Worthwhile",
  since: today - 9,
};

/** A load that was measured until now with another spec, and the gate. */
const known = (load: Load = officeLoad, gate: GateState = closedGate): StoredForecast => ({
  ...live,
  records: {
    [question]: new LoadRecord().filled(bucketAt(now), bucket => load(bucket * bucketMs)).stored,
  },
  account: { ...live.account, gate, days: gate.isOpen ? live.account.days : [] },
});

/** A Prometheus that knows a load; NaN: it has no value. */
const answering = (load: Load) => (range: QueryRange) => {
  const values = [];
  for (let time = 1_000 * range.start; time <= 1_000 * range.end; time += 1_000 * range.step) {
    const value = String(load(time));
    if (value !== "NaN") values.push({ value, timestamp: new Date(time).toISOString() });
  }
  return Promise.resolve(ok<RawAnswer>({ kind: "PrometheusResult", values }));
};

interface Options {
  readonly past?: StoredForecast | null;
  readonly load?: Load;
  /** null: the metric is not of a Prometheus. */
  readonly source?: ((range: QueryRange) => ReturnType<MetricQuestion["ask"]>) | null;
  readonly lives?: ReturnType<typeof forecastObject>;
}

function scene() {
  const clock = new ManualClock(now);
  const seen = { asked: [] as string[], log: [] as string[], sleeps: 0, faults: 0 };
  const hooks = { onSleep: (): void => undefined };
  const gone = new Set<ReplayedObject>();
  let source = answering(() => NaN) as NonNullable<Options["source"]>;
  const replays = new Replays({
    sources: {
      prometheusQuestion: ({ query }, namespace) =>
        query === "refused"
          ? err("the query is refused")
          : ok({
              ...{ namespace, text: "" },
              ask: (_, namespaces, range) => {
                if (!range) throw new Error("there is no range");
                seen.asked.push([query, ...namespaces].join(" of "));
                return source(range);
              },
            }),
    },
    clock,
    log: {
      warn: ({ key, error }: { key: string; error: string }, text: string) =>
        void seen.log.push(`${key}: ${text}: ${error}`),
      error: ({ key, err: fault }: { key: string; err: Error }, text: string) =>
        void seen.log.push(`${key}: ${text}: ${fault.message}`),
    } as never,
    onFault: () => (seen.faults += 1),
    pause: () => {
      seen.sleeps += 1;
      hooks.onSleep();
      return Promise.resolve();
    },
    isPresent: each => !gone.has(each),
  });
  /** An object after its first sync. */
  const objectOf = (name: string, options: Options = {}, query = "sum(load)"): ReplayedObject => {
    const { past = null, load = officeLoad, lives = object } = options;
    if (options.source) source = options.source;
    const start = { count: 3, sampleAgeMs: 60_000, delayMs: 0, isWritten: true };
    const forecaster = learnedForecaster({
      ...{ from: now, until: now + 1, load, object: lives, past },
    });
    return {
      ...{ key: `shop/${name}`, checksum, replayAt: now },
      query: options.source ? { source: "platform", query } : null,
      restart: from => startForecaster(lives, { ...start, past: from }),
      forecaster,
    };
  };
  const settled = async (each: ReplayedObject): Promise<ReplayedObject> => {
    await vi.waitFor(() => expect([Infinity, now + 600_000]).toContain(each.replayAt));
    await new Promise(resolve => setTimeout(resolve, 1));
    return each;
  };
  /** An object whose replay is over. */
  const replayed = (options: Options) => {
    const each = objectOf("web", options);
    replays.add(each);
    return settled(each);
  };
  return { clock, seen, hooks, gone, replays, objectOf, settled, replayed };
}

describe("a replay", () => {
  it("makes the account that a live object has", async () => {
    const lives = forecastObject({ syncPeriodSeconds: 60 });
    const past = learnedForecaster({ from: aMonday, until: now, object: lives }).stored;
    const { forecaster } = await scene().replayed({ past, lives });
    const { days } = forecaster.account;
    expect(days).toHaveLength(14);
    // The first one begins at one o'clock. A record is exact to 2%, which may be one replica of 20.
    for (const [index, day] of [...days.entries()].slice(1)) {
      const own = past.account.days[index];
      expect(day.number).toBe(own?.number);
      for (const pipeline of ["reactive", "forecast"] as const) {
        for (const sum of ["shortage", "replicas"] as const) {
          const [is = NaN, want = NaN] = [day[pipeline][sum], own?.[pipeline][sum]];
          expect(Math.abs(is - want), `${day.number} ${pipeline}`).toBeLessThan(0.05 * want + 0.2);
        }
      }
    }
    expect(forecaster.account.gate).toMatchObject({ isOpen: true, verdict: "Worthwhile" });
    expect(forecaster.account.stored.week.slice(0, -1)).toEqual(past.account.week.slice(0, -1));
    expect(forecaster.stored.records).toEqual(past.records);
  });

  const rested = { ...closedGate, since: today, restDays: 7 };
  const flat: Load = () => 10;
  const nothing: Load = () => NaN;
  // prettier-ignore
  it.each<{ shows: string; options: Options; gate: object }>([
    { shows: "means of five minutes never open it",                        options: { past: known() },                             gate: { isOpen: false, verdict: "Learning", measuredSince: today + 1 } },
    { shows: "means of five minutes keep an open one open",                options: { past: known(officeLoad, openGate) },         gate: { isOpen: true, verdict: "Worthwhile" } },
    { shows: "means of five minutes close one that is no longer worth it", options: { past: known(flat, openGate), load: flat },   gate: { isOpen: false, verdict: "NothingToSave" } },
    { shows: "minutes of two weeks open it on the first day",              options: { source: answering(officeLoad) },             gate: { isOpen: true, verdict: "Worthwhile", since: today, measuredSince: 0 } },
    { shows: "minutes open none that rests",                               options: { past: known(officeLoad, rested), source: answering(officeLoad) }, gate: { isOpen: false, verdict: "Resting" } },
    { shows: "minutes open none of a load that another setting suits",     options: { load: flat, source: answering(flat) },       gate: { isOpen: false, verdict: "NothingToSave" } },
    { shows: "a load of which nothing is known opens none",                options: { source: answering(nothing) },                gate: closedGate },
    { shows: "a new object has nothing to judge",                          options: {},                                            gate: closedGate },
  ])("and the gate: $shows", async ({ options, gate }) => {
    const { forecaster } = await scene().replayed(options);
    expect(forecaster.account.gate).toMatchObject({ judgedSpec: checksum, ...gate });
  });

  it("opens a gate only after seven days that were measured", async () => {
    const { forecaster } = await scene().replayed({ past: known() });
    const later = (days: number) =>
      learnedForecaster({ from: now, until: now + days * dayMs, past: forecaster.stored });
    expect(later(7).account.gate.isOpen).toBe(false);
    expect(later(8).account.gate.isOpen).toBe(true);
  });

  it("acts before the rise of the same day", async () => {
    const { forecaster } = await scene().replayed({ source: answering(officeLoad) });
    const rise = now + 7 * hourMs;
    const { report } = learnedForecaster({ from: now, until: rise, past: forecaster.stored });
    expect(report.expectedReplicas).toBeGreaterThanOrEqual(20);
  });

  it("takes at most an hour of the past at once, for one object after the other", async () => {
    const { seen, hooks, replays, objectOf, settled } = scene();
    const many = ["web", "api", "jobs"].map(name => objectOf(name, { past: known() }));
    const decided = vi.spyOn(Forecaster.prototype, "decided");
    let [before, most] = [0, 0];
    hooks.onSleep = () => {
      most = Math.max(most, decided.mock.calls.length - before);
      before = decided.mock.calls.length;
    };
    for (const each of many) replays.add(each);
    for (const each of many) replays.add(each);
    await Promise.all(many.map(settled));
    expect([most, seen.sleeps]).toEqual([60, 3 * 14 * 24]);
    expect(many.map(({ replayAt }) => replayAt)).toEqual([Infinity, Infinity, Infinity]);
  });

  it("knows only what was before", async () => {
    const cut = (today - 4) * dayMs;
    const daysOf = async (load: Load) => {
      const { forecaster } = await scene().replayed({ source: answering(load) });
      return forecaster.account.days.filter(({ number }) => number < cut / dayMs);
    };
    const days = await daysOf(time => (time < cut ? officeLoad(time) : 15 * officeLoad(time)));
    expect(days.length).toBeGreaterThan(8);
    expect(days).toEqual(await daysOf(officeLoad));
  });

  it("keeps the days and the budget of the same spec, and fills in what is missing", async () => {
    const { stored: before } = learnedForecaster({ from: aMonday, until: now - 3 * dayMs });
    const gateBefore = { ...before.account.gate, judgedSpec: checksum };
    const past = { ...before, account: { ...before.account, gate: gateBefore } };
    const late = answering(time => (time < now - 5 * dayMs ? NaN : officeLoad(time)));
    const { forecaster } = await scene().replayed({ past, source: late });
    const { days, gate, stored } = forecaster.account;
    expect(days.map(({ number }) => number)).toEqual(
      Array.from({ length: 14 }, (_, index) => today - 14 + index),
    );
    expect(days.slice(0, 9)).toEqual(before.account.days.slice(-11, -2));
    expect(gate).toMatchObject({ isOpen: true, since: gateBefore.since });
    expect(stored.week.slice(0, 5)).toEqual(
      before.account.week.slice(-stored.week.length).slice(0, 5),
    );
    const [load] = forecaster.loads;
    expect(load?.record.valueAt(bucketAt(now - 2.5 * dayMs))).toBeCloseTo(20, 0);
    expect(load?.record.valueAt(bucketAt(now - 20 * dayMs))).toBeGreaterThan(0);
  });

  it("of a load next to others comes from their means", async () => {
    const lives = forecastObject({ metrics: [externalMetric("load"), externalMetric("queue")] });
    const { forecaster } = await scene().replayed({ lives, source: answering(officeLoad) });
    expect(forecaster.account.dayCount).toBe(0);
    expect(forecaster.loads[0]?.record.valueAt(bucketAt(now) - 1)).toBeCloseTo(2, 1);
  });

  // prettier-ignore
  it.each([
    { shows: "a minute that is unknown", unknown: (time: number) => time % (3 * minuteMs) === 0,             days: 14 },
    { shows: "a day that is unknown",    unknown: (time: number) => Math.floor(time / dayMs) === today - 5,  days: 13 },
    { shows: "most of each day",         unknown: (time: number) => time % dayMs > 5 * hourMs,                days: 0 },
  ])("counts no time without a load: $shows", async ({ unknown, days }) => {
    const load: Load = time => (time >= now - 14 * dayMs && unknown(time) ? NaN : officeLoad(time));
    const { forecaster } = await scene().replayed({ source: answering(load) });
    expect(forecaster.account.dayCount).toBe(days);
  });
});

describe("the past of an object", () => {
  it("is fetched with three requests, once", async () => {
    const { seen, replayed } = scene();
    const each = await replayed({ source: answering(officeLoad) });
    expect(seen.asked).toEqual(Array(3).fill("sum(load) of shop"));
    expect(each.replayAt).toBe(Infinity);
    expect(each.forecaster.loads[0]?.record.valueAt(bucketAt(now) - 1)).toBeCloseTo(2, 1);
  });

  it("is fetched for one object at a time", async () => {
    const { seen, replays, objectOf } = scene();
    const source = () => new Promise<never>(() => undefined);
    for (const name of ["web", "api", "jobs"]) replays.add(objectOf(name, { source }));
    await new Promise(resolve => setTimeout(resolve, 5));
    expect(seen.asked).toHaveLength(1);
  });

  const down = err(kubeError("Unreachable", { message: "no connection", request: "query" }));
  // prettier-ignore
  it.each([
    { shows: "a server that is down",  query: "sum(load)", says: "query: no connection", asked: 2 },
    { shows: "a query that is refused", query: "refused",   says: "the query is refused", asked: 0 },
  ])("is asked for again after ten minutes: $shows", async ({ query, says, asked }) => {
    const { seen, replays, objectOf, settled } = scene();
    const web = objectOf("web", { source: () => Promise.resolve(down) }, query);
    const { forecaster } = web;
    replays.add(web);
    await settled(web);
    expect([web.replayAt, web.forecaster]).toEqual([now + 600_000, forecaster]);
    expect(seen.log).toEqual([
      expect.stringContaining(`shop/web: the past of a forecast cannot be fetched: ${says}`),
    ]);
    replays.add(web);
    await settled(web);
    expect([seen.asked.length, seen.faults]).toEqual([asked, 0]);
  });

  it("is asked for again ten minutes after its own failure, however long it has waited", async () => {
    const { clock, seen, replays, objectOf } = scene();
    const source = () => {
      clock.advance(480_000);
      return Promise.resolve(down);
    };
    const [web, api] = [objectOf("web", { source }), objectOf("api", { source })];
    replays.add(web);
    replays.add(api);
    await vi.waitFor(() => expect(seen.log).toHaveLength(2));
    expect([web.replayAt - now, api.replayAt - now]).toEqual([600_000, 480_000 + 600_000]);
  });

  // prettier-ignore
  it.each([
    { shows: "while it is fetched", source: true },
    { shows: "in the middle of a replay", source: false },
  ])("matters no more once the object is gone or another replica leads, $shows", async ({ source }) => {
    const { seen, hooks, gone, replays, objectOf } = scene();
    const answer = answering(officeLoad);
    const web: ReplayedObject = objectOf("web", source
      ? { source: range => { gone.add(web); return answer(range); } }
      : { past: known() });
    hooks.onSleep = () => seen.sleeps === 5 && gone.add(web);
    const { forecaster } = web;
    replays.add(web);
    await new Promise(resolve => setTimeout(resolve, 50));
    expect([seen.sleeps, web.forecaster]).toEqual([source ? 0 : 5, forecaster]);
    // The next object has its turn.
    const api = await scene().replayed({ past: known() });
    expect(api.replayAt).toBe(Infinity);
  });

  it("that breaks a replay is a fault, and the next object has its turn", async () => {
    const { seen, replays, objectOf, settled } = scene();
    const web = objectOf("web", { past: known() });
    vi.spyOn(web, "restart").mockImplementation(() => {
      throw new Error("broken");
    });
    replays.add(web);
    const api = objectOf("api", { past: known() });
    replays.add(api);
    await settled(api);
    expect(seen.faults).toBe(1);
    expect(seen.log).toEqual(["shop/web: the replay of a forecast failed: broken"]);
    expect([web.replayAt, api.replayAt]).toEqual([now + 600_000, Infinity]);
  });
});
