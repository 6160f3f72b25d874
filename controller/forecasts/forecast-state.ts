import type { ForecastState, RecordedDay } from "../../crds/generated/forecast-record.ts";
import * as structure from "../../crds/generated/forecast-record.validator.js";
import { err, formatFieldError, ok, type Result } from "../../engine/model/values/result.ts";
import { conform } from "../../engine/schema/structure.ts";
import { type Day, rivals, type Sums } from "../../engine/forecast/account.ts";
import type { StoredAccount } from "../../engine/forecast/forecast-account.ts";
import type { StoredForecast } from "../../engine/forecast/forecaster.ts";

const version = 1;

/** As a ForecastRecord holds it. Sums have four digits: nothing is judged by more. */
export function serializeForecast({ records, account, ...rest }: StoredForecast): ForecastState {
  const { gate, days, today, hours } = account;
  const { since, ...verdict } = gate;
  return {
    version,
    records: Object.entries(records).map(([question, { least, end, codes }]) => ({
      ...{ question, least, end },
      codes: Buffer.from(codes).toString("base64"),
    })),
    gate: { ...verdict, ...(since === null ? {} : { since }) },
    days: days.map(storedDay),
    ...(today && {
      today: { ...storedDay(today), observedMs: today.observedMs, hasOpinion: today.hasOpinion },
    }),
    hours: hours.map(({ hour, extra, reactive }) => [hour, short(extra), short(reactive)]),
    counts: [...rest.counts],
    ...(rest.returnsTo === null ? {} : { returnsTo: rest.returnsTo }),
  };
}

/**
 * Parses a record, which anyone with the right to may have edited: it checks types and ranges. A number that cannot be
 * counts as nothing.
 *
 * Errors  a sentence that names the field; nothing of the record is then used.
 */
export function parseForecast(raw: unknown): Result<StoredForecast, string> {
  const [first] = conform(structure, { state: raw }).errors;
  if (first) return err(formatFieldError(first));
  const state = raw as ForecastState;
  if (state.version !== version) return err(`version ${state.version} is unknown`);
  const records = state.records.map(({ question, least, end, codes }) => [
    question,
    { least, end, codes: Uint8Array.from(Buffer.from(codes, "base64")) },
  ]);
  const { counts, returnsTo = null } = state;
  return ok({
    records: Object.fromEntries(records) as StoredForecast["records"],
    ...{ account: accountOf(state), counts, returnsTo },
  });
}

function accountOf({ gate, days, today, hours }: ForecastState): StoredAccount {
  return {
    gate: { ...gate, since: gate.since ?? null },
    days: days.map(dayOf),
    today: today
      ? {
          ...dayOf(today),
          ...{ observedMs: today.observedMs ?? 0, hasOpinion: today.hasOpinion ?? false },
        }
      : null,
    hours: hours.map(([hour = 0, extra = 0, reactive = 0]) => ({ hour, extra, reactive })),
  };
}

const storedDay = ({ number, reactive, forecast, rivals: others }: Day): RecordedDay => ({
  number,
  sums: [reactive, forecast, ...others].flatMap(({ shortage, lost, replicas }) =>
    [shortage, lost, replicas].map(short),
  ),
});

function dayOf({ number, sums }: RecordedDay): Day {
  const at = (index: number): Sums => {
    const [shortage = 0, lost = 0, replicas = 0] = sums.slice(3 * index, 3 * index + 3);
    return { shortage, lost, replicas };
  };
  return {
    ...{ number, reactive: at(0), forecast: at(1) },
    rivals: rivals.map((_, index) => at(index + 2)),
  };
}

const short = (value: number): number => Number(value.toPrecision(4));
