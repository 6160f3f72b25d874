import { describe, expect, it } from "vitest";

import type { Load } from "../simulate/load/load.ts";
import { type Group, type Parameter, parameterOf } from "./parameter.ts";
import { lessLostWork, type Outcome, runsOf, Search } from "./search.ts";

const half = (source: string): Load => ({
  ...{ source, columns: [], values: [], gaps: [], notes: [], end: 0 },
  times: new Float64Array(),
});
const halves = [half("first"), half("second")] as const;

const setting = (field: string, value: number) => ({
  text: String(value),
  edits: [{ path: [field], value }],
});

/** In the order of their cost, the dearest first. */
const target: Parameter = (() => {
  const settings = [60, 65, 70, 75, 80, 85].map(value => setting("target", value));
  const today = { text: "75", edits: [] };
  return {
    name: "target",
    today,
    costFalls: true,
    settings: settings.map(each => (each.text === "75" ? today : each)),
  };
})();
const window = parameterOf(
  "window",
  "300",
  [60, 900, 1800].map(value => setting("window", value)),
);
const minimum = parameterOf(
  "minimum",
  "2",
  [5].map(value => setting("minimum", value)),
);

interface Settings {
  readonly target: number;
  readonly window: number;
  readonly minimum: number;
}
type World = (settings: Settings, half: string) => Partial<Outcome>;

/** A longer window loses less and costs more, a higher target is the reverse. */
const usual: World = ({ target: at, window: seconds, minimum: least }) => ({
  replicaHours: 100 - (at - 75) + (seconds - 300) / 60 + (least - 2) / 10,
  lostWork: Math.max(0, 0.01 + (at - 75) / 2_000 - (seconds - 300) / 60_000),
});

async function find(world: World, groups: readonly Group[] = [[target, window], [minimum]]) {
  let runs = 0;
  const search = new Search(
    halves,
    ({ source }, all) => {
      runs += all.length;
      const outcomes = all.map(edits => {
        const settings = { target: 75, window: 300, minimum: 2 } as Record<string, number>;
        for (const { path, value } of edits) settings[path[0] ?? ""] = Number(value);
        const outcome = world(settings as unknown as Settings, source);
        return { replicaHours: 100, changes: 1, lostWork: 0.01, ...outcome };
      });
      return Promise.resolve(outcomes);
    },
    lessLostWork,
  );
  const found = await search.find(() => groups);
  const chosen = found.suggestion?.changes.map(({ parameter, setting: { text } }) => [
    parameter.name,
    text,
  ]);
  const byName = chosen && (Object.fromEntries(chosen) as Record<string, string>);
  return { ...found, chosen: byName, runs };
}

const rises: World = (settings, name) =>
  name === "first" ? usual(settings, name) : { lostWork: 0.01 };

describe("a search", () => {
  // prettier-ignore
  it.each<{ shows: string; world: World; chosen: object | undefined }>([
    { shows: "finds the combination that no number alone is",      world: usual,                              chosen: { target: "85", window: "900" } },
    { shows: "suggests nothing if the other half does not confirm it", world: rises,                          chosen: undefined },
    { shows: "suggests nothing if nothing is lost",                world: () => ({ lostWork: 0 }),            chosen: undefined },
    { shows: "suggests nothing below a fifth",                     world: ({ target: at }) => ({ lostWork: at < 75 ? 0.0081 : 0.01, replicaHours: 100 }), chosen: undefined },
    { shows: "suggests nothing that costs more than a hundredth in the other half",
      world: (settings, name) => {
        const { replicaHours = 0, ...outcome } = usual(settings, name);
        const isDear = name === "second" && settings.window > 300;
        return { ...outcome, replicaHours: replicaHours * (isDear ? 1.02 : 1) };
      },
      chosen: undefined },
    { shows: "drops a change that gains little",                   world: (settings, name) => { const outcome = usual(settings, name); return { ...outcome, lostWork: (outcome.lostWork ?? 0) - (settings.minimum > 2 ? 0.00001 : 0) }; }, chosen: { target: "85", window: "900" } },
    { shows: "keeps a change of a later group that gains",         world: (settings, name) => { const outcome = usual(settings, name); return { ...outcome, lostWork: (outcome.lostWork ?? 0) * (settings.minimum > 2 ? 0.5 : 1), replicaHours: (outcome.replicaHours ?? 0) - (settings.minimum > 2 ? 0.3 : 0) }; }, chosen: { target: "85", window: "900", minimum: "5" } },
  ])("$shows", async ({ world, chosen }) => {
    expect((await find(world)).chosen).toEqual(chosen);
  });

  it("shows what each change gains: all others without it", async () => {
    const { suggestion, today } = await find(usual);
    expect(today.map(({ lostWork }) => lostWork)).toEqual([0.01, 0.01]);
    const without = suggestion?.changes.map(({ parameter, without: [first] }) => [
      parameter.name,
      first.lostWork.toFixed(4),
      first.replicaHours,
    ]);
    expect(without).toEqual([
      ["window", "0.0150", 90],
      ["target", "0.0000", 110],
    ]);
  });

  it("reports what the other half has rejected", async () => {
    const { rejected } = await find(rises);
    expect(
      rejected.map(({ outcomes }) => outcomes.map(({ lostWork }) => lostWork.toFixed(3))),
    ).toEqual([["0.005", "0.010"]]);
  });

  it("halves the range of a parameter whose cost falls", async () => {
    const { runs } = await find(usual, [[target, window]]);
    expect(runsOf([target, window])).toBe(12);
    // Of each half: its search, what is needed of it, and the choice in both halves; then each change left out, in both.
    expect(runs).toBeLessThan(2 * 12 + 20);
  });

  it("leaves out what is invalid", async () => {
    const search = new Search(
      halves,
      (_, all) =>
        Promise.resolve(
          all.map(edits =>
            edits.length > 0 ? null : { replicaHours: 100, changes: 1, lostWork: 0.01 },
          ),
        ),
      lessLostWork,
    );
    expect((await search.find(() => [[window]])).suggestion).toBeNull();
  });
});
