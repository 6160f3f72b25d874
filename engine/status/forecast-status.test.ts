import { describe, expect, it } from "vitest";

import type { AutoscalerStatus } from "../../crds/generated/autoscaler.ts";
import type { ForecastReport } from "../forecast/forecaster.ts";
import { closedGate, type GateState } from "../forecast/gate.ts";
import {
  forecastConditions,
  forecastIn,
  forecastType,
  forecastView,
  type ShownReport,
  shownForecast,
} from "./forecast-status.ts";

const now = Date.parse("2026-03-30T07:45:00Z");
/** 2026-03-23, counted from 1970. */
const openedOn = 20_535;

const open: GateState = { ...closedGate, isOpen: true, verdict: "Worthwhile", since: openedOn };
const closed = (verdict: GateState["verdict"]): GateState => ({ ...closedGate, verdict });
const rests: GateState = { ...closed("Resting"), since: openedOn, restDays: 14 };
const learning = "it is judged after 7 days for which two weeks before are known";

const balance = {
  ...{ shortage: 10.2, replicas: 2_800, saved: 10.1, extra: 28, savedByRival: 0.01 },
  ...{ lostSaved: 9, lostSavedByRival: 0, bestRival: null },
};
const report = (fields: Partial<ForecastReport> = {}): ForecastReport => ({
  ...{ gate: open, isOverBudget: false, mode: "Active", days: 14, balance, expectedReplicas: 20 },
  ...{ addedReplicas: 0, knownDays: 28 },
  ...fields,
});

const account = (avoided = "would have avoided") =>
  `in 14 of 14 days this ${avoided} 10.1 of 10.2 replica-hours of shortage for 28.0 more (1.0%); ` +
  "a lower target or a longer window would have avoided 0.0 at that cost";

interface Row {
  readonly shows: string;
  readonly given: Partial<ForecastReport>;
  readonly gate?: "Open" | "Closed";
  readonly verdict: string;
  /** The end of the message, after the account. */
  readonly needs: string;
  /** The whole message; absent: the account and what is needed. */
  readonly message?: string;
}

// prettier-ignore
const rows: readonly Row[] = [
  { shows: "an open gate",              given: {}, gate: "Open",                                                          verdict: "True/Worthwhile",      needs: "", message: account("avoided") },
  { shows: "an open gate that only shows what it would do", given: { mode: "ForecastOnly" }, gate: "Open",                verdict: "False/ForecastOnly",   needs: "it would act with mode Active" },
  { shows: "an open gate whose budget is spent", given: { isOverBudget: true }, gate: "Open",                             verdict: "False/OverBudget",     needs: "to act, it has to cost no more than maxExtraPercent", message: `${account("avoided")}; to act, it has to cost no more than maxExtraPercent` },
  { shows: "an open gate after two wrong days", given: { gate: { ...open, isWrongTwice: true } }, gate: "Open",           verdict: "False/WrongTwice",     needs: "", message: `${account("avoided")}; it was wrong on two days in a row, and waits for a day on which it is right` },
  { shows: "the budget before the wrong days", given: { isOverBudget: true, gate: { ...open, isWrongTwice: true } }, gate: "Open", verdict: "False/OverBudget", needs: "", message: `${account("avoided")}; to act, it has to cost no more than maxExtraPercent` },
  { shows: "a gate that learns",        given: { gate: closed("Learning"), days: 0, knownDays: 12 },                      verdict: "False/Learning",       needs: "", message: `${learning}; 12 of 21 days are known` },
  { shows: "a gate that learns in ForecastOnly", given: { gate: closed("Learning"), days: 0, knownDays: 0, mode: "ForecastOnly" }, verdict: "False/Learning", needs: "", message: `${learning}; 0 of 21 days are known` },
  { shows: "a gate that has a past and is to be judged", given: { gate: closed("Learning"), days: 0, knownDays: 28 },     verdict: "False/Learning",       needs: "", message: `${learning}; 21 of 21 days are known` },
  { shows: "a gate with some of its days judged", given: { gate: closed("Learning"), days: 3, knownDays: 17 },            verdict: "False/Learning",       needs: "", message: `${account().replace("14 of", "3 of")}; ${learning}` },
  { shows: "nothing to save",           given: { gate: closed("NothingToSave") },                                         verdict: "False/NothingToSave",  needs: "to act, it has to avoid a quarter of the shortage" },
  { shows: "too many extra replicas",   given: { gate: closed("OverBudget") },                                            verdict: "False/OverBudget",     needs: "to act, it has to cost no more than maxExtraPercent" },
  { shows: "too high a price",          given: { gate: closed("TooExpensive") },                                          verdict: "False/TooExpensive",   needs: "to act, it has to cost no more than ten replica-hours for each that is missing" },
  { shows: "a rival that does as well", given: { gate: closed("RivalDoesAsWell") },                                       verdict: "False/RivalDoesAsWell", needs: "to act, it has to avoid half as much again as a setting without a forecast" },
  { shows: "one lucky day",             given: { gate: closed("OneDayOnly") },                                            verdict: "False/OneDayOnly",     needs: "to act, it has to be worthwhile without its best day, too" },
  { shows: "a rest",                    given: { gate: rests },                                                           verdict: "False/Resting",        needs: "it rests after it has closed, until 2026-04-06" },
  { shows: "a closed gate that is over its budget, too", given: { gate: rests, isOverBudget: true },                      verdict: "False/Resting",        needs: "it rests after it has closed, until 2026-04-06" },
];

const conditionOf = (of: ShownReport | undefined, previous?: AutoscalerStatus) =>
  forecastConditions(forecastIn(of, previous, now)).map(
    ({ type, status, reason, message }) => `${type} ${status}/${reason}: ${message}`,
  );

describe("the forecast in a status", () => {
  it.each(rows)("shows $shows", ({ given, gate = "Closed", verdict, needs, message }) => {
    const shown = report(given);
    const says = message ?? `${account()}; ${needs}`;
    expect(shownForecast(shown, now)).toMatchObject({
      ...{ gate, reason: verdict.split("/")[1], message: says },
    });
    expect(conditionOf(shown)).toEqual([`${forecastType} ${verdict}: ${says}`]);
  });

  it("has the day of the gate, the expected replicas and the account in figures", () => {
    expect(shownForecast(report(), now)).toMatchObject({
      since: "2026-03-23",
      expected: { replicas: 20, at: "2026-03-30T07:45:00Z" },
      account: {
        ...{ days: 14, shortage: "10.2", avoided: "10.1", extra: "28.0" },
        ...{ extraPercent: "1.0", rivalAvoided: "0.0" },
      },
    });
  });

  it("leaves out what there is not", () => {
    const learns = report({ gate: closed("Learning"), days: 0, expectedReplicas: null });
    expect(Object.keys(shownForecast(learns, now))).toEqual(["gate", "reason", "message"]);
  });

  // prettier-ignore
  it.each([
    { shows: "no load at all",                 fields: { replicas: 0, extra: 0 },      extraPercent: "0.0" },
    { shows: "a forecast that saves replicas", fields: { extra: -28 },                 extraPercent: "-1.0" },
    { shows: "next to nothing, without a sign", fields: { extra: -0.04 },              extraPercent: "0.0" },
  ])("has figures for $shows", ({ fields, extraPercent }) => {
    const shown = shownForecast(report({ balance: { ...balance, ...fields } }), now);
    expect(shown.account).toMatchObject({ extraPercent });
    expect(shown.message).not.toMatch(/NaN|Infinity|-0\.0/);
  });
});

describe("the status of an object", () => {
  const previous: AutoscalerStatus = {
    forecast: { gate: "Open", reason: "Worthwhile", message: "kept" },
  };

  it("without a forecast has nothing of it, whatever it had", () => {
    expect(forecastIn(undefined, previous, now)).toBeUndefined();
    expect(conditionOf(undefined, previous)).toEqual([]);
  });

  it("keeps what it says until the past is read", () => {
    expect(forecastIn("Pending", previous, now)).toEqual(previous.forecast);
    expect(conditionOf("Pending", previous)).toEqual(["ForecastActive True/Worthwhile: kept"]);
    expect(conditionOf("Pending", {})).toEqual([]);
  });

  it("says something else once the past is read", () => {
    const learns = report({ gate: closed("Learning"), days: 0 });
    expect(forecastIn(learns, previous, now)?.reason).toBe("Learning");
    expect(conditionOf(learns, previous)[0]).toMatch(/^ForecastActive False\/Learning: /);
  });
});

describe("what of a forecast is worth a write", () => {
  const viewOf = (fields: Partial<ForecastReport>, at = now) =>
    forecastView({ forecast: shownForecast(report(fields), at) });

  // prettier-ignore
  it.each<{ shows: string; fields: Partial<ForecastReport>; at?: number; rest: boolean; values: boolean }>([
    { shows: "another reason is",             fields: { isOverBudget: true },                          rest: true,  values: false },
    { shows: "another gate is",               fields: { gate: closed("TooExpensive") },                rest: true,  values: false },
    { shows: "another day is, now and then",  fields: { days: 13 },                                    rest: false, values: true },
    { shows: "another sum is, now and then",  fields: { balance: { ...balance, saved: 5 } },           rest: false, values: true },
    { shows: "another expectation is not",    fields: { expectedReplicas: 7 },                         rest: false, values: false },
    { shows: "another moment is not",         fields: {}, at: now + 15_000,                            rest: false, values: false },
    { shows: "the end of an expectation is not", fields: { expectedReplicas: null },                   rest: false, values: false },
  ])("$shows", ({ fields, at, rest, values }) => {
    const [before, after] = [viewOf({}), viewOf(fields, at)];
    expect(JSON.stringify(after.rest) !== JSON.stringify(before.rest)).toBe(rest);
    expect(JSON.stringify(after.values) !== JSON.stringify(before.values)).toBe(values);
  });

  it("is nothing without a forecast", () => {
    expect(forecastView({})).toEqual({ rest: [], values: [] });
  });
});
