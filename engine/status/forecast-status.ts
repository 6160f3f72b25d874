import type { AutoscalerStatus, ForecastStatus } from "../../crds/generated/autoscaler.ts";
import type { ForecastReport } from "../forecast/forecaster.ts";
import type { Balance } from "../forecast/account.ts";
import { type GateVerdict, judgedDays, leastDays } from "../forecast/gate.ts";
import type { EpochMs } from "../model/values/result.ts";
import { timestamp } from "../model/values/time.ts";
import { condition, type ConditionDraft } from "./targets/conditions.ts";

export const forecastType = "ForecastActive";

/** Why a forecast acts or does not: the verdict on its days, or what keeps an open gate from acting. */
type ForecastReason = GateVerdict | "ForecastOnly" | "WrongTwice";

/** Two weeks before the first day that is judged, and the judged ones. */
const daysToLearn = 14 + leastDays;

/** What is missing, as the end of a sentence. */
const needs: Readonly<Record<ForecastReason, string>> = {
  Worthwhile: "",
  Learning: `it is judged after ${leastDays} days for which two weeks before are known`,
  NothingToSave: "to act, it has to avoid a quarter of the shortage",
  OverBudget: "to act, it has to cost no more than maxExtraPercent",
  TooExpensive: "to act, it has to cost no more than ten replica-hours for each that is missing",
  RivalDoesAsWell: "to act, it has to avoid half as much again as a setting without a forecast",
  OneDayOnly: "to act, it has to be worthwhile without its best day, too",
  Resting: "it rests after it has closed",
  ForecastOnly: "it would act with mode Active",
  WrongTwice: "it was wrong on two days in a row, and waits for a day on which it is right",
};

export function reasonOf({ gate, isOverBudget, mode }: ForecastReport): ForecastReason {
  if (!gate.isOpen) return gate.verdict;
  if (isOverBudget) return "OverBudget";
  if (gate.isWrongTwice) return "WrongTwice";
  return mode === "ForecastOnly" ? "ForecastOnly" : gate.verdict;
}

/** The same with how much of it is missing. */
function needOf(reason: ForecastReason, { gate, days, knownDays }: ForecastReport): string {
  const need = needs[reason];
  if (reason === "Resting") return `${need}, until ${dayText((gate.since ?? 0) + gate.restDays)}`;
  if (reason !== "Learning" || days > 0) return need;
  return `${need}; ${Math.min(knownDays, daysToLearn)} of ${daysToLearn} days are known`;
}

const dayText = (day: number): string => timestamp(day * 86_400_000).slice(0, 10);

/** A report as status. */
export function shownForecast(report: ForecastReport, now: EpochMs): ForecastStatus {
  const { gate, balance, days, expectedReplicas } = report;
  const { shortage, saved, extra, savedByRival } = balance;
  return {
    gate: gate.isOpen ? "Open" : "Closed",
    ...(gate.since !== null && { since: dayText(gate.since) }),
    ...{ reason: reasonOf(report), message: messageOf(report) },
    ...(expectedReplicas !== null && {
      expected: { replicas: expectedReplicas, at: timestamp(now) },
    }),
    ...(days > 0 && {
      account: {
        ...{ days, shortage: hours(shortage), avoided: hours(saved), extra: hours(extra) },
        ...{ extraPercent: percentOf(balance), rivalAvoided: hours(savedByRival) },
      },
    }),
  };
}

/** "In 14 days this avoided 10.1 of 10.2 replica-hours of shortage for 28.0 more (1.0%); ..." */
function messageOf(report: ForecastReport): string {
  const { days, balance, mode, gate } = report;
  const need = needOf(reasonOf(report), report);
  const worth = worthText(balance, gate.isOpen && mode === "Active");
  return days === 0 ? need : `in ${days} of ${judgedDays} days this ${worth}${need && `; ${need}`}`;
}

/** What acting avoids, what it costs, and what a rival does at that cost. */
export function worthText(balance: Balance, acted: boolean): string {
  const { shortage, saved, extra, savedByRival } = balance;
  const avoided = `${acted ? "" : "would have "}avoided ${hours(saved)} of ${hours(shortage)}`;
  const [by, percent] = [hours(extra), percentOf(balance)].map(text => text.replace("-", ""));
  return `${avoided} replica-hours of shortage for ${by} ${extra < 0 ? "fewer" : "more"} (${percent}%); a lower target or a longer window would have avoided ${hours(savedByRival)} at that cost`;
}

const hours = (value: number): string => (Math.abs(value) < 0.05 ? 0 : value).toFixed(1);

const percentOf = ({ extra, replicas }: Balance): string =>
  hours(replicas > 0 ? (100 * extra) / replicas : 0);

/** While the past is still read, what a status says of it stays. */
export type ShownReport = ForecastReport | "Pending";

export const forecastIn = (
  report: ShownReport | undefined,
  previous: AutoscalerStatus | undefined,
  now: EpochMs,
): ForecastStatus | undefined =>
  report === "Pending" ? previous?.forecast : report && shownForecast(report, now);

export const forecastConditions = (shown: ForecastStatus | undefined): ConditionDraft[] =>
  shown ? [condition(forecastType, shown.reason === "Worthwhile" ? "True" : "False", shown)] : [];

/** What is worth a write, and what is only worth one now and then. */
export const forecastView = ({ forecast }: AutoscalerStatus) => ({
  rest: forecast ? [[forecast.gate, forecast.reason]] : [],
  values: forecast ? [forecast.account?.days ?? 0, Number(forecast.account?.avoided ?? 0)] : [],
});
