import { describe, expect, it } from "vitest";

import type { Answer } from "../model/observation/observation.ts";
import { profiles } from "../model/spec/profile.ts";
import { upstreamSettings } from "../model/spec/settings.ts";
import { ok } from "../model/values/result.ts";
import { withDefaults } from "../spec/defaults.ts";
import { afterWrite, syncTarget } from "../sync.ts";
import { emptyMemory, type TargetMemory } from "../transition.ts";
import { Forecaster, type StoredForecast } from "./forecaster.ts";
import { bucketMs } from "./load-record.ts";
import { wallClock } from "./wall-clock.ts";
import {
  aMonday as start,
  dayMs,
  hourMs,
  officeLoad as office,
} from "../testing/forecast-scene.ts";

const utc = wallClock("Etc/UTC");
if (!utc.ok) throw new Error(utc.error);

const object = {
  spec: withDefaults({ minReplicas: 1, maxReplicas: 100 }, upstreamSettings),
  settings: upstreamSettings,
  profile: profiles["Trimtab-1"],
  startMs: 240_000,
};
const settings = {
  ...{ clock: utc.value, leadMs: 310_000, delayMs: 0, maxExtraPercent: 10, mode: "Active" },
  isWritten: true,
  metrics: [
    { index: 0, question: "load" },
    { index: 1, question: "queue" },
  ],
} as const;

interface Options {
  readonly load?: (time: number) => number | null;
  /** What a second metric asks for; null: it fails. */
  readonly queue?: (time: number) => number | null;
  readonly period?: number;
  readonly past?: StoredForecast | null;
  readonly mode?: "Active" | "ForecastOnly";
  readonly delayMs?: number;
}

const { spec, profile } = object;
const target = { type: "AverageValue", averageValue: "1" };
const metrics = [{ type: "External", external: { metric: { name: "load" }, target } }] as const;

/** An object that follows its forecast, in virtual time. */
class Life {
  readonly forecaster: Forecaster;
  readonly #load: (time: number) => number | null;
  readonly #queue: (time: number) => number | null;
  readonly #spec;
  #memory: TargetMemory = emptyMemory;
  now: number;
  count = 3;
  /** How often the forecast took part in a decision. */
  acted = 0;

  constructor(from: number, options: Options = {}) {
    const { load = office, queue = () => 0, past = null, mode = "Active", delayMs = 0 } = options;
    [this.#load, this.#queue, this.now] = [load, queue, from];
    const { period = 15 } = options;
    this.#spec = { ...spec, syncPeriodSeconds: period, metrics: [...metrics, ...metrics] };
    const own = { ...object, spec: this.#spec };
    this.forecaster = new Forecaster(own, { ...settings, mode, delayMs }, 3, past);
  }

  /** Until a time after the start. */
  until(day: number, hour = 0): this {
    const stepMs = Math.max(60_000, this.#spec.syncPeriodSeconds * 1_000);
    for (; this.now < start + day * dayMs + hour * hourMs; this.now += stepMs) this.#sync();
    return this;
  }

  #sync(): void {
    const { now } = this;
    const load = this.#load(now);
    const forecast = this.forecaster.observe(now, this.count);
    if (forecast.expected.length > 0) this.acted += 1;
    const { memory, outcome } = syncTarget(this.#memory, {
      ...{ uid: "", mode: "Active", isTotal: false, now, spec: this.#spec, profile },
      settings: upstreamSettings,
      observation: {
        scale: { specReplicas: this.count, statusReplicas: this.count },
        pods: ok([]),
        answers: [load, this.#queue(now)].map(value => answerOf(value, now)),
        forecast,
      },
    });
    this.#memory = memory;
    if (!outcome) return;
    this.forecaster.decided(outcome);
    const { from, to } = outcome.decision;
    if (from === to) return;
    this.#memory = afterWrite(memory, { from, to, now });
    this.count = to;
  }
}

const answerOf = (value: number | null, time: number): Answer =>
  value === null || !(value >= 0 && value < Infinity)
    ? { kind: "Failed", message: "no" }
    : {
        ...{ kind: "Values", values: [BigInt(Math.round(1_000 * value))] },
        measured: { time, windowMs: 30_000 },
      };

const minutes = (count: number): number => count / 60;
/** Pods that were created two minutes before are ready in time. */
const early = 8 - minutes(3);

describe("a forecast of a load that rises each working day", () => {
  const life = new Life(start).until(28);
  const proven = life.forecaster.stored;

  it("opens its gate after two weeks of learning and one of proof, and not before", () => {
    const learning = new Life(start).until(21);
    expect([learning.acted, learning.forecaster.account.gate.verdict]).toEqual([0, "Learning"]);
    expect(learning.forecaster.report.knownDays).toBe(20);
    expect(life.forecaster.account.gate).toMatchObject({ isOpen: true, verdict: "Worthwhile" });
  });

  it("acts before the load rises, and says why", () => {
    const monday = new Life(start + 28 * dayMs, { past: proven }).until(28, early);
    expect(monday.count).toBeGreaterThanOrEqual(20);
    expect(monday.forecaster.loads[0]?.expected).toMatchObject({ weeks: 4 });
    expect(monday.forecaster.loads[0]?.expected?.usualGrowth).toBeCloseTo(10, 0);
  });

  // prettier-ignore
  it.each([
    { shows: "a restart keeps the record and the proof",   options: { past: proven },                            early: true },
    { shows: "without its record it learns again",         options: { past: null },                              early: false },
    { shows: "ForecastOnly never acts",                    options: { past: proven, mode: "ForecastOnly" },      early: false },
    { shows: "a delay in the fleet makes no one late",     options: { past: proven, delayMs: bucketMs - 1_000 }, early: true },
    { shows: "a gap of one night changes nothing",         options: { past: proven, load: (time: number) => (time < start + 28 * dayMs + 6 * hourMs ? null : office(time)) }, early: true },
    { shows: "a gap until now leaves the rise to the metrics", options: { past: proven, load: (time: number) => (time < start + 28 * dayMs + 7.8 * hourMs ? null : office(time)) }, early: false },
  ] as const)("$shows", ({ options, early: isEarly }) => {
    const monday = new Life(start + 28 * dayMs, options).until(28, early);
    expect(monday.count >= 20).toBe(isEarly);
  });

  it("asks for nothing on a holiday once its rise has not come", () => {
    const holiday = new Life(start + 28 * dayMs, { past: proven, load: () => 2 });
    expect(holiday.until(28, early).count).toBeGreaterThanOrEqual(20);
    expect(holiday.forecaster.report.addedReplicas).toBeGreaterThanOrEqual(17);
    expect(holiday.until(28, 8.5).count).toBeLessThanOrEqual(3);
    expect(holiday.forecaster.report.addedReplicas).toBe(0);
  });

  it("abstains after two wrong days, and acts again after a right one", () => {
    const wrong = new Life(start + 28 * dayMs, {
      past: proven,
      load: time => (time < start + 31 * dayMs ? 2 : office(time)),
    });
    // The rise that does not come costs about 15 minutes of 18 replicas, more than 1% of a quiet day.
    wrong.until(30, 1);
    expect(wrong.forecaster.account.gate.isWrongTwice).toBe(true);
    expect(wrong.until(30, early).count).toBeLessThanOrEqual(3);
    wrong.until(32, 1);
    expect(wrong.forecaster.account.gate.isWrongTwice).toBe(false);
  });

  it("gives back what it added when the load becomes unknown, and no more", () => {
    const life = new Life(start + 28 * dayMs, {
      past: proven,
      load: time => (time < start + 28 * dayMs + early * hourMs ? office(time) : null),
    });
    expect(life.until(28, early).count).toBeGreaterThanOrEqual(20);
    expect(life.until(28, 8.5).count).toBe(2);
  });

  const at = (day: number, hour: number): number => start + day * dayMs + hour * hourMs;

  // prettier-ignore
  it.each<{ shows: string; options: Options; byHand?: number; count: number }>([
    { shows: "what another metric asked for stays",       options: { queue: time => (time < at(28, early) ? 15 : null) }, count: 15 },
    { shows: "nothing goes if another metric asked for as much", options: { queue: time => (time < at(28, early) ? 21 : null) }, count: 21 },
    { shows: "what a person adds during the outage stays", options: {}, byHand: 40, count: 40 },
  ])("when all metrics fail, $shows", ({ options, byHand, count }) => {
    const load = (time: number) => (time < at(28, early) ? office(time) : null);
    const life = new Life(start + 28 * dayMs, { past: proven, load, ...options }).until(28, early);
    expect(life.count).toBeGreaterThanOrEqual(20);
    life.until(28, early + minutes(1));
    if (byHand !== undefined) life.count = byHand;
    expect(life.until(28, 9).count).toBe(count);
  });

  it("gives back across a restart, and after the mode has become ForecastOnly", () => {
    const load = (time: number) => (time < at(28, early) ? office(time) : null);
    const before = new Life(start + 28 * dayMs, { past: proven, load }).until(
      28,
      early + minutes(1),
    );
    const { stored } = before.forecaster;
    const after = new Life(before.now, { past: stored, load, mode: "ForecastOnly" });
    after.count = 20;
    expect(after.until(28, 9).count).toBeLessThanOrEqual(3);
  });

  it("gives back what it added before a restart", () => {
    const before = new Life(start + 28 * dayMs, { past: proven }).until(28, early);
    const { forecaster, now, count } = before;
    const after = new Life(now, { past: forecaster.stored, load: () => null });
    after.count = count;
    expect(count).toBeGreaterThanOrEqual(20);
    expect(after.until(28, 9).count).toBeLessThanOrEqual(3);
  });

  it("keeps a count of hours after its record was written", () => {
    const { stored } = new Life(start + 28 * dayMs, { past: proven }).until(28, early).forecaster;
    const after = new Life(at(28, 14), { past: stored, load: () => null });
    after.count = 20;
    expect(after.until(28, 15).count).toBe(20);
  });

  it("proves nothing of another metric", () => {
    const { load: other, queue } = proven.records;
    const past = { ...proven, records: { other, queue } as StoredForecast["records"] };
    const { account } = new Life(start + 28 * dayMs, { past }).forecaster;
    expect([account.gate.verdict, account.dayCount]).toEqual(["Learning", 0]);
    expect(account.stored.week).toEqual(proven.account.week);
  });

  it("follows a dip at noon instead of holding what was expected", () => {
    const outage = new Life(start + 28 * dayMs, {
      past: proven,
      load: time => (time < start + 28 * dayMs + 12 * hourMs ? office(time) : 1),
    });
    expect(outage.until(28, 12).count).toBeGreaterThanOrEqual(18);
    expect(outage.until(28, 12.5).count).toBeLessThanOrEqual(3);
  });

  it("survives a clock that is set back", () => {
    const life = new Life(start + 28 * dayMs, { past: proven }).until(28, 6);
    life.now -= 2 * hourMs;
    expect(life.until(28, early).count).toBeGreaterThanOrEqual(20);
  });

  it("is the same after it was stored, whatever the moment", () => {
    const { records, account } = new Life(start + 28 * dayMs, { past: proven }).forecaster.stored;
    expect(records).toEqual(proven.records);
    expect(account).toEqual(proven.account);
  });
});

describe("a long sync period", () => {
  // prettier-ignore
  it.each([60, 180, 300, 900])("learns with %d s", period => {
    const life = new Life(start, { period }).until(28);
    expect(life.forecaster.account.gate.verdict).not.toBe("Learning");
    expect(life.forecaster.loads[0]?.expected).toBeTruthy();
  });
});

describe("a budget", () => {
  it("counts what the forecast has added to the target, and no more than it allows", () => {
    const life = new Life(start).until(28);
    const { week } = life.forecaster.account.stored;
    const extra = week.reduce((sum, span) => sum + span.extra, 0);
    // Some minutes of 18 replicas on each of five mornings.
    expect(extra).toBeGreaterThan(2);
    expect(extra).toBeLessThan(20);
    const spent = week.map(span => ({ ...span, extra: 0.2 * span.reactive }));
    const { stored } = life.forecaster;
    const past = { ...stored, account: { ...stored.account, week: spent } };
    const over = new Life(start + 28 * dayMs, { past });
    expect(over.forecaster.account.isOverBudget).toBe(true);
    expect(over.until(28, early).count).toBeLessThanOrEqual(3);
  });

  it("is not spent by what another metric asks for", () => {
    const life = new Life(start, { queue: () => 12 }).until(28);
    expect(life.forecaster.account.isOverBudget).toBe(false);
    const added = life.forecaster.account.stored.week.reduce((sum, { extra }) => sum + extra, 0);
    expect(added).toBeLessThan(15);
  });

  it("survives restarts", () => {
    const [whole, restarted] = [new Life(start).until(25), { life: new Life(start).until(20) }];
    for (let hours = 0; hours < 5 * 24; hours += 5) {
      const { forecaster, now, count } = restarted.life;
      restarted.life = new Life(now, { past: forecaster.stored });
      restarted.life.count = count;
      restarted.life.until(20, hours + 5);
    }
    const sums = [whole, restarted.life].map(({ forecaster }) => {
      const { week, days } = forecaster.account.stored;
      return { extra: week.reduce((sum, { extra }) => sum + extra, 0), days: days.length };
    });
    expect(sums[1]?.days).toBe(sums[0]?.days);
    expect(sums[1]?.extra).toBeGreaterThan(0.7 * (sums[0]?.extra ?? 0));
  });
});

describe("one sample that is wrong", () => {
  it("neither scales the target nor spoils the record", () => {
    const past = new Life(start).until(28).forecaster.stored;
    const glitch = start + 28 * dayMs + 3 * hourMs;
    const load = (time: number) => (time === glitch ? 1e8 : office(time));
    const life = new Life(start + 28 * dayMs, { past, load }).until(28, 4);
    expect(life.forecaster.loads[0]?.expected?.load).toBeLessThan(30);
    expect(life.until(29, early).count).toBeLessThanOrEqual(30);
    expect(life.forecaster.loads[0]?.expected?.load).toBeGreaterThan(15);
  });

  it.each([NaN, Infinity, -5])("is unknown as %d", load => {
    const life = new Life(start, { load: time => (time === start + hourMs ? load : 2) });
    expect(life.until(0, 2).count).toBe(2);
  });
});

describe("a forecast that proves nothing", () => {
  // prettier-ignore
  it.each([
    { shows: "a constant load",   load: () => 10 },
    { shows: "a load of nothing", load: () => 0 },
    { shows: "no load at all",    load: () => null },
  ])("never acts: $shows", ({ load }) => {
    const life = new Life(start, { load }).until(30);
    expect([life.acted, life.forecaster.account.gate.isOpen]).toEqual([0, false]);
  });
});
