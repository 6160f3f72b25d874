import { describe, expect, it } from "vitest";

import { err, ok, type Result } from "../../engine/model/values/result.ts";
import {
  aMonday,
  dayMs,
  forecastObject,
  hourMs,
  learnedForecaster,
} from "../../engine/testing/forecast-scene.ts";
import { ManualClock } from "../../kube/testing/manual-clock.ts";
import { kubeError, type KubeError } from "../../kube/transport/errors.ts";
import type { KubeObject } from "../../kube/watch/object.ts";
import type { FoundRecord, RecordOwner } from "./forecast-records.ts";
import { Forecasts, type ForecastUser } from "./forecasts.ts";

const object = forecastObject();
const user = (name: string, fields: Partial<ForecastUser> = {}): ForecastUser => ({
  ...{ key: `shop/${name}`, uid: `uid-${name}`, generation: 1, object, count: 3 },
  isWritten: true,
  ...fields,
});
const web = user("web");

const { stored } = learnedForecaster({ from: aMonday, until: aMonday + dayMs });
const found = (fields: Partial<FoundRecord> = {}): FoundRecord => ({
  ...{ key: web.key, uid: web.uid, stored: ok(stored) },
  ...fields,
});

const saved: Result<KubeObject, KubeError> = ok({
  metadata: { name: "web", uid: "", resourceVersion: "1" },
});
const failed = (code: "Timeout" | "Stopped" | "Forbidden") =>
  err(kubeError(code, { request: "PATCH", message: "no" }));

/** @param lists what one list after the other has; null: it fails */
function scene(...lists: readonly (readonly FoundRecord[] | null)[]) {
  const clock = new ManualClock(aMonday);
  const log: string[] = [];
  const seen = { saves: [] as string[], slept: [] as number[], lists: 0, faults: 0 };
  const server = {
    namespaces: [""],
    /** Of namespaces whose records may not be read. */
    isForbidden: (namespace: string): boolean => namespace === "forbidden",
    beforeList: (): Promise<void> => Promise.resolve(),
    beforeSave: (): Promise<void> => Promise.resolve(),
    save: () => saved,
  };
  const write = (data: { key?: string; problem?: string; error?: string }, text: string) =>
    void log.push([data.key, text, data.problem ?? data.error].filter(Boolean).join(": "));
  const forecasts = new Forecasts({
    records: {
      get namespaces() {
        return server.namespaces;
      },
      load: async namespace => {
        const list = lists.at(Math.min(seen.lists++, lists.length - 1)) ?? null;
        await server.beforeList();
        if (server.isForbidden(namespace)) return failed("Forbidden");
        return list ? ok(list) : failed("Timeout");
      },
      save: async ({ key }: RecordOwner) => {
        seen.saves.push(key);
        await server.beforeSave();
        return server.save();
      },
    },
    clock,
    log: { warn: write, info: () => undefined } as never,
    sleep: ms => {
      // A replay pauses for less.
      if (ms >= 1_000) seen.slept.push(ms);
      return Promise.resolve();
    },
    sources: { prometheusQuestion: () => err("there is no source") },
    onFault: () => (seen.faults += 1),
  });
  /** When records are saved within a time, in milliseconds from now. */
  const savesWithin = async (ms: number, who = web, stepMs = 60_000): Promise<number[]> => {
    const times: number[] = [];
    for (let passed = 0; passed < ms; passed += stepMs) {
      const before = seen.saves.length;
      forecasts.of(who);
      if (seen.saves.length > before) {
        times.push(passed);
        await new Promise(resolve => setImmediate(resolve));
      }
      clock.advance(stepMs);
    }
    return times;
  };
  return { forecasts, clock, log, seen, server, savesWithin };
}

/** A promise that the test settles. */
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => (open = resolve));
  return { opened, open: () => open() };
}

const learnedDays = (forecasts: Forecasts, who = web): number =>
  Object.keys(forecasts.of(who)?.stored.records ?? {}).filter(
    question => (forecasts.of(who)?.stored.records[question]?.end ?? 0) > 0,
  ).length;

describe("the start of a term", () => {
  it("has no forecast before the records are listed", async () => {
    const { forecasts, server } = scene([found()]);
    expect(forecasts.of(web)).toBeNull();
    const { opened, open } = gate();
    server.beforeList = () => opened;
    const leading = forecasts.lead();
    expect(forecasts.of(web)).toBeNull();
    open();
    await leading;
    expect(forecasts.of(web)?.stored.records).toEqual(stored.records);
    expect(forecasts.peek(web.key)).toBe(forecasts.of(web));
  });

  it("tries a failed list again after half a minute and ever more rarely, and has no forecast meanwhile", async () => {
    const failures = Array(7).fill(null) as null[];
    const { forecasts, seen, log } = scene(...failures, [found()]);
    await forecasts.lead();
    const slept = [30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000];
    expect(seen).toMatchObject({ lists: 8, slept, faults: 0 });
    expect(log[0]).toMatch(/^the forecast records cannot be listed: PATCH: no/);
    expect(learnedDays(forecasts)).toBe(1);
  });

  it.each([
    { shows: "during the list", list: [found()], slept: 0 },
    { shows: "after a failed list", list: null, slept: 0 },
  ])("that ends $shows has no forecast, and asks no more", async ({ list, slept }) => {
    const { forecasts, server, seen } = scene(list);
    const { opened, open } = gate();
    server.beforeList = () => opened;
    const leading = forecasts.lead();
    forecasts.leave();
    open();
    await leading;
    expect(seen).toMatchObject({ lists: 1 });
    expect(seen.slept).toHaveLength(slept);
    expect(forecasts.of(web)).toBeNull();
  });

  it("lists again, and ends the one before", async () => {
    const { forecasts, server, seen } = scene([found()], []);
    const first = gate();
    server.beforeList = () => first.opened;
    const before = forecasts.lead();
    server.beforeList = () => Promise.resolve();
    await forecasts.lead();
    first.open();
    await before;
    expect(seen.lists).toBe(2);
    expect(forecasts.of(web)).not.toBeNull();
  });
});

describe("a namespace whose records may not be read", () => {
  it("delays no other, and is asked again", async () => {
    const { forecasts, server, seen, log } = scene([found()]);
    server.namespaces = ["bank", "shop"];
    let tries = 0;
    server.isForbidden = namespace => namespace === "bank" && (tries += 1) < 3;
    const opened: boolean[] = [];
    const bank = user("web", { key: "bank/web", uid: "uid-bank" });
    const leading = forecasts.lead();
    server.beforeList = () => {
      opened.push(forecasts.of(web) !== null && forecasts.of(bank) === null);
      return Promise.resolve();
    };
    await leading;
    expect(opened.at(-1)).toBe(true);
    expect(seen).toMatchObject({ lists: 4, slept: [30_000, 60_000], faults: 0 });
    expect(log[0]).toMatch(/^the forecast records cannot be listed: PATCH: no/);
    expect(forecasts.of(bank)).not.toBeNull();
  });
});

describe("the next term", () => {
  it("knows nothing of what the one before has listed", async () => {
    const { forecasts } = scene([found()], []);
    await forecasts.lead();
    forecasts.leave();
    await forecasts.lead();
    expect(learnedDays(forecasts)).toBe(0);
  });
});

describe("the past of an object", () => {
  // prettier-ignore
  it.each<{ shows: string; list: FoundRecord[]; who?: ForecastUser; learned: number; warns?: boolean }>([
    { shows: "comes from its record",                    list: [found()],                               learned: 1 },
    { shows: "is empty without a record",                list: [],                                      learned: 0 },
    { shows: "is not that of another object",            list: [found({ key: "shop/other" })],          learned: 0 },
    { shows: "is not that of an object of the same name", list: [found({ uid: "uid-old" })],            learned: 0 },
    { shows: "is not that of a record without an owner", list: [found({ uid: undefined })],             learned: 0 },
    { shows: "is empty with a broken record, of which it warns", list: [found({ stored: err("state: wrong") })], learned: 0, warns: true },
    { shows: "is that of its metrics alone",             list: [found()], who: user("web", { object: forecastObject({ metrics: [] }) }), learned: 0 },
  ])("$shows", async ({ list, who = web, learned, warns = false }) => {
    const { forecasts, log } = scene(list);
    await forecasts.lead();
    expect(learnedDays(forecasts, who)).toBe(learned);
    const warning = `${web.key}: a forecast record cannot be used: state: wrong`;
    expect(log).toEqual(warns ? [warning] : []);
  });

  it("is used once: an object that is created again under the same name learns again", async () => {
    const { forecasts } = scene([found()]);
    await forecasts.lead();
    expect(learnedDays(forecasts)).toBe(1);
    expect(learnedDays(forecasts, user("web", { uid: "uid-new" }))).toBe(0);
    expect(learnedDays(forecasts)).toBe(0);
  });

  it("is not that of another target: what was added, and the last ten minutes", async () => {
    const added = { time: aMonday, without: 3, most: 20 };
    const { forecasts } = scene([found({ stored: ok({ ...stored, added, target: "blue" }) })]);
    await forecasts.lead();
    const of = (target: string | undefined) => forecasts.of(user("web", { target }));
    const blue = of("blue");
    const end = blue?.loads[0]?.record.end ?? NaN;
    expect([blue?.stored.added, of("blue")]).toEqual([added, blue]);
    const green = of("green");
    const ends = [end - 3, end - 2, end - 1].map(bucket => green?.loads[0]?.record.valueAt(bucket));
    expect(ends).toEqual([expect.closeTo(2, 1), NaN, NaN]);
    expect([green?.stored.added, green?.stored.target]).toEqual([null, "green"]);
    expect(green?.stored.account).toEqual(blue?.stored.account);
  });

  // prettier-ignore
  it.each<{ shows: string; fields: Parameters<typeof forecastObject>[0]; isReplayed: boolean }>([
    { shows: "another maximum",       fields: { maxReplicas: 50 },                                       isReplayed: true },
    { shows: "another window",        fields: { behavior: { scaleDown: { stabilizationWindowSeconds: 60 } } }, isReplayed: true },
    { shows: "another lead",          fields: { forecast: { mode: "Active", leadSeconds: 60 } },         isReplayed: true },
    { shows: "another mode or budget", fields: { forecast: { mode: "ForecastOnly", leadSeconds: 240, maxExtraPercent: 20 } }, isReplayed: false },
    { shows: "nothing that matters",  fields: {},                                                        isReplayed: false },
  ])("is replayed once the spec has $shows: $isReplayed", async ({ fields, isReplayed }) => {
    const { forecasts } = scene([found()]);
    await forecasts.lead();
    const settled = async (who: ForecastUser) => {
      for (let sync = 0; sync < 3; sync += 1) {
        const forecaster = forecasts.of(who);
        forecaster?.observe(aMonday + dayMs, 3);
        const decision = { time: aMonday + dayMs, from: 3, to: 3, votes: [], steps: [] };
        forecaster?.decided({ decision, loads: [{ total: 2, perPod: 1 }] });
        await new Promise(resolve => setTimeout(resolve, 20));
      }
      return forecasts.of(who);
    };
    const before = await settled(web);
    expect(before?.account.gate.judgedSpec).toEqual(expect.any(Number));
    const edited = user("web", { generation: 2, object: forecastObject(fields) });
    const first = forecasts.of(edited);
    const after = await settled(edited);
    expect(after !== first).toBe(isReplayed);
    expect(after?.account.gate.judgedSpec !== before?.account.gate.judgedSpec).toBe(isReplayed);
    expect(await settled(edited)).toBe(after);
  });

  it("of a new object is judged from its first day on, and nothing is replayed", async () => {
    const { forecasts } = scene([]);
    await forecasts.lead();
    const first = forecasts.of(web);
    expect(first?.account.gate.judgedSpec).toEqual(expect.any(Number));
    first?.observe(aMonday, 3);
    const decision = { time: aMonday, from: 3, to: 3, votes: [], steps: [] };
    first?.decided({ decision, loads: [{ total: 2, perPod: 1 }] });
    expect(forecasts.of(web)).toBe(first);
    await new Promise(resolve => setTimeout(resolve, 20));
    expect(forecasts.of(web)).toBe(first);
  });

  it("stays after an edit, which starts another forecaster", async () => {
    const { forecasts } = scene([found()]);
    await forecasts.lead();
    const before = forecasts.of(web);
    expect(forecasts.of(web)).toBe(before);
    const after = forecasts.of(user("web", { generation: 2 }));
    expect(after).not.toBe(before);
    expect(after?.stored).toEqual(before?.stored);
  });
});

describe("midnight", () => {
  it("comes over five minutes: of 10,000 objects, few end their day in the same sync period", async () => {
    const { forecasts, clock } = scene([]);
    await forecasts.lead();
    const periodMs = 15_000;
    const users = Array.from({ length: 10_000 }, (_, index) => user(`web-${index}`));
    /** How many objects end their day in a sync of all. */
    const sync = (): number => {
      const now = clock.now();
      const decision = { time: now, from: 3, to: 3, votes: [], steps: [] };
      return users.filter(who => {
        const forecaster = forecasts.of(who);
        const before = forecaster?.account.gate;
        forecaster?.observe(now, 3);
        forecaster?.decided({ decision, loads: [{ total: 2, perPod: 1 }] });
        // Each end of a day judges the gate.
        return forecaster?.account.gate !== before;
      }).length;
    };
    clock.advance(dayMs - 2 * periodMs);
    expect(sync()).toBe(users.length);
    const ended = Array.from({ length: 22 }, () => {
      clock.advance(periodMs);
      return sync();
    });
    const periods = 20;
    expect(ended.reduce((sum, each) => sum + each)).toBe(users.length);
    expect(Math.max(...ended)).toBeLessThan((1.5 * users.length) / periods);
  });
});

describe("a record", () => {
  it("is saved every 6 hours, at a time of its own", async () => {
    const { forecasts, savesWithin } = scene([]);
    await forecasts.lead();
    const [first = NaN, ...others] = await savesWithin(25 * hourMs);
    expect(first).toBeLessThanOrEqual(6 * hourMs);
    const later = [6, 12, 18, 24].map(hours => hours * hourMs);
    expect(others.map(time => time - first)).toEqual(later.slice(0, others.length));
    expect(others.length).toBeGreaterThanOrEqual(3);
  });

  it("is not saved at the same time as those of the other objects", async () => {
    const times = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const { forecasts, savesWithin } = scene([]);
        await forecasts.lead();
        const [first = NaN] = await savesWithin(6 * hourMs + 60_000, user(`web-${index}`));
        return first - 60_000;
      }),
    );
    expect(times.every(time => time < 6 * hourMs)).toBe(true);
    // In each of the six hours, and hardly ever within the same minute.
    expect(new Set(times.map(time => Math.floor(time / hourMs))).size).toBe(6);
    expect(new Set(times).size).toBeGreaterThan(30);
  });

  it("is not saved at once by the next leader, whenever that starts", async () => {
    const { forecasts, seen, clock } = scene([found()]);
    clock.advance(5.9 * hourMs);
    await forecasts.lead();
    for (let index = 0; index < 40; index += 1) forecasts.of(user(`web-${index}`));
    for (let index = 0; index < 40; index += 1) forecasts.of(user(`web-${index}`));
    expect(seen.saves).toEqual([]);
  });

  it("is not saved earlier or later because of an edit", async () => {
    const plain = scene([]);
    await plain.forecasts.lead();
    const [first = NaN] = await plain.savesWithin(6 * hourMs);
    const edited = scene([]);
    await edited.forecasts.lead();
    await edited.savesWithin(first - 60_000);
    expect(await edited.savesWithin(hourMs, user("web", { generation: 2 }))).toEqual([60_000]);
  });

  it("that cannot be saved is tried again after 10 minutes", async () => {
    const { forecasts, savesWithin, server, log } = scene([]);
    await forecasts.lead();
    server.save = () => failed("Timeout");
    const [first = NaN, ...others] = await savesWithin(6 * hourMs + 1_800_000);
    expect(others.slice(0, 2).map(time => time - first)).toEqual([600_000, 1_200_000]);
    expect(log[0]).toMatch(/^shop\/web: a forecast record is not saved: PATCH: no/);
    server.save = () => saved;
    const [again = NaN, next] = await savesWithin(12 * hourMs);
    expect(again).toBeLessThanOrEqual(600_000);
    expect(next).toBe(again + 6 * hourMs);
  });

  it("is no fault of a replica that may no longer write", async () => {
    const { forecasts, savesWithin, server, log } = scene([]);
    await forecasts.lead();
    server.save = () => failed("Stopped");
    expect(await savesWithin(6 * hourMs)).toHaveLength(1);
    expect(log).toEqual([]);
  });
});

describe("the end of a process", () => {
  /** Objects whose records were written one after the other, the first one longest ago. */
  async function several(count: number) {
    const made = scene([]);
    await made.forecasts.lead();
    const users = Array.from({ length: count }, (_, index) => user(`web-${index}`));
    const firsts = await Promise.all(
      users.map(async who => {
        const { forecasts, savesWithin } = scene([]);
        await forecasts.lead();
        const [at = NaN] = await savesWithin(6 * hourMs, who);
        return { key: who.key, at };
      }),
    );
    for (const who of users) made.forecasts.of(who);
    const order = firsts.toSorted((a, b) => a.at - b.at).map(({ key }) => key);
    return { ...made, order };
  }

  it("writes all records, first those that were written longest ago", async () => {
    const { forecasts, seen, order } = await several(40);
    await forecasts.saveAll(1_000);
    expect(seen.saves).toHaveLength(40);
    expect(new Set(seen.saves).size).toBe(40);
    // Within a minute, `several` does not know which of two is first.
    const places = seen.saves.map(key => order.indexOf(key));
    expect(places.every((place, index) => Math.abs(place - index) <= 2)).toBe(true);
  });

  it("stops at its deadline", async () => {
    const { forecasts, seen, server, clock } = await several(40);
    server.beforeSave = async () => {
      await Promise.resolve();
      clock.advance(10);
    };
    // Sixteen at once: after the second round, 320 milliseconds have passed.
    await forecasts.saveAll(200);
    expect(seen.saves.length).toBeGreaterThanOrEqual(16);
    expect(seen.saves.length).toBeLessThanOrEqual(36);
  });

  it("writes at most 16 at once, and goes on after a failure", async () => {
    const { forecasts, seen, server } = await several(40);
    let [running, most] = [0, 0];
    server.beforeSave = async () => {
      most = Math.max(most, (running += 1));
      await new Promise(resolve => setImmediate(resolve));
      running -= 1;
    };
    server.save = () => failed("Timeout");
    await forecasts.saveAll(1_000);
    expect([most, seen.saves.length]).toEqual([16, 40]);
  });

  it("writes nothing once another replica may lead", async () => {
    const { forecasts, seen } = await several(3);
    forecasts.leave();
    await forecasts.saveAll(1_000);
    expect(seen.saves).toEqual([]);
    expect(forecasts.peek("shop/web-0")).toBeUndefined();
    expect(forecasts.of(user("web-0"))).toBeNull();
  });

  it("writes nothing of an object that is gone", async () => {
    const { forecasts, seen } = await several(3);
    forecasts.forget("shop/web-1");
    await forecasts.saveAll(1_000);
    expect(seen.saves.toSorted()).toEqual(["shop/web-0", "shop/web-2"]);
  });
});

describe("an object that is gone", () => {
  it("leaves nothing behind, nor does its record", async () => {
    const { forecasts } = scene([found()]);
    await forecasts.lead();
    forecasts.forget(web.key);
    expect(forecasts.peek(web.key)).toBeUndefined();
    expect(learnedDays(forecasts)).toBe(0);
  });
});
