import type { ForecastState, RecordedDay } from "../../crds/generated/forecast-record.ts";
import * as structure from "../../crds/generated/forecast-record.validator.js";
import { err, formatFieldError, ok, type Result } from "../../engine/model/values/result.ts";
import { conform } from "../../engine/schema/structure.ts";
import type { Day } from "../../engine/forecast/account.ts";
import type { StoredAccount } from "../../engine/forecast/forecast-account.ts";
import { dayOf, sumsIn } from "../../engine/forecast/packed-sums.ts";
import type { StoredForecast } from "../../engine/forecast/forecaster.ts";

const version = 1;

/** As a ForecastRecord holds it. Sums have six digits: nothing is judged by more. */
export function serializeForecast({ records, account, ...rest }: StoredForecast): ForecastState {
  const { gate, days, today, week } = account;
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
    week: week.map(({ number, extra, reactive }) => [number, short(extra), short(reactive)]),
    counts: [...rest.counts],
    ...(rest.added && { added: rest.added }),
    ...(rest.target !== undefined && { target: rest.target }),
  };
}

/**
 * Parses a record, which anyone with the right to may have edited: it checks types and ranges. A number that cannot be
 * counts as nothing.
 *
 * Errors  a sentence that names the field; nothing of the record is then used.
 */
export function parseForecast(raw: unknown): Result<StoredForecast, string> {
  const { errors, value } = conform(structure, { state: raw });
  const [first] = errors;
  if (first) return err(formatFieldError(first));
  const { state } = value as { readonly state: ForecastState };
  if (state.version !== version) return err(`version ${state.version} is unknown`);
  const records = state.records.map(({ question, least, end, codes }) => [
    question,
    { least, end, codes: Uint8Array.from(Buffer.from(codes, "base64")) },
  ]);
  const { counts, added = null, target } = state;
  return ok({
    records: Object.fromEntries(records) as StoredForecast["records"],
    ...{ account: accountOf(state), counts, added, target },
  });
}

function accountOf({ gate, days, today, week }: ForecastState): StoredAccount {
  return {
    gate: { ...gate, since: gate.since ?? null },
    days: days.map(({ number, sums }) => dayOf(number, sums)),
    today: today
      ? {
          ...dayOf(today.number, today.sums),
          ...{ observedMs: today.observedMs ?? 0, hasOpinion: today.hasOpinion ?? false },
        }
      : null,
    week: week.map(([number = 0, extra = 0, reactive = 0]) => ({ number, extra, reactive })),
  };
}

const storedDay = (day: Day): RecordedDay => ({
  number: day.number,
  sums: sumsIn(day).filter(Number.isFinite).map(short),
});

const short = (value: number): number => Number(value.toPrecision(6));
