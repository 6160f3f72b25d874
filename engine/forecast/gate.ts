import { type Balance, balanceOf, type Day } from "./account.ts";

/** Whether a forecast may act. */
export type GateVerdict =
  | "Learning"
  | "NothingToSave"
  | "OverBudget"
  | "TooExpensive"
  | "RivalDoesAsWell"
  | "OneDayOnly"
  | "Resting"
  | "Worthwhile";

export interface GateState {
  readonly isOpen: boolean;
  readonly verdict: GateVerdict;
  /** The day of the latest opening or closing, counted from any fixed day; null: it never opened. */
  readonly since: number | null;
  /** How many days it stays closed after the latest closing. */
  readonly restDays: number;
  /** After two wrong days, it abstains without closing. */
  readonly isWrongTwice: boolean;
  /** A checksum of the spec whose decisions the days repeat; absent: of none yet. */
  readonly judgedSpec?: number;
  /** Days before it come from means of five minutes, which are too coarse to open it; absent: none does. */
  readonly measuredSince?: number;
}

export const closedGate: GateState = {
  ...{ isOpen: false, verdict: "Learning", since: null, restDays: 0, isWrongTwice: false },
};

/** So many days are judged. */
export const judgedDays = 14;
/** A day that is older says nothing of today. */
const oldestDays = 28;
export const leastDays = 7;
/** Of the shortage without a forecast. */
const leastShare = 0.25;
/** Of the replica-hours without a forecast. */
const leastGain = 0.0003;
/** Replica-hours paid for one replica-hour of shortage. */
const mostPrice = 10;
/** Against the best setting without a forecast at the same cost. */
const rivalToOpen = 1.5;
const rivalToStay = 1.2;
/** Once open, it stays open with a little less. */
const slackGain = 0.75;
const slackPrice = 1.25;
const shortRest = 7;
const longestRest = 28;
/** Open for so long, it has proved itself. */
const provenDays = 28;

/**
 * Judges the days so far, at local midnight: whether what the forecast saves is clearly more than what it costs, and
 * clearly more than the best setting without a forecast saves at that cost.
 *
 * @param today counted from the same day as `since`
 * @param mostExtra of the replica-hours without a forecast, as a share
 */
export function nextGate(
  state: GateState,
  days: readonly Day[],
  { today, mostExtra }: { readonly today: number; readonly mostExtra: number },
): GateState {
  const recent = days.filter(({ number }) => number >= today - oldestDays).slice(-judgedDays);
  const isWrongTwice = wrongTwice(state.isWrongTwice, recent, today);
  const problem = problemOf(recent, { isOpen: state.isOpen, mostExtra });
  // A clock that was ahead.
  const since = state.since === null ? null : Math.min(state.since, today);
  if (problem !== null) {
    const closed = { ...state, isOpen: false, verdict: problem, isWrongTwice, since };
    // Without days to judge, nothing has been wrong.
    if (!state.isOpen || problem === "Learning") return closed;
    const isProven = today - (since ?? today) >= provenDays;
    const rest = state.restDays === 0 ? shortRest : state.restDays;
    const restDays = isProven ? shortRest : Math.min(longestRest, 2 * rest);
    return { ...closed, since: today, restDays };
  }
  if (state.isOpen) return { ...state, verdict: "Worthwhile", isWrongTwice };
  const measured = recent.filter(({ number }) => number >= (state.measuredSince ?? 0));
  if (measured.length < leastDays) return { ...state, verdict: "Learning", isWrongTwice };
  const rests = since !== null && today - since < state.restDays;
  if (rests) return { ...state, verdict: "Resting", isWrongTwice };
  return { ...state, isOpen: true, verdict: "Worthwhile", since: today, isWrongTwice };
}

interface Terms {
  readonly isOpen: boolean;
  readonly mostExtra: number;
}

/** null: it may act. */
function problemOf(days: readonly Day[], terms: Terms): GateVerdict | null {
  if (days.length < leastDays) return "Learning";
  const problem = problemWith(days, terms);
  if (problem !== null || terms.isOpen) return problem;
  // One lucky day proves nothing: without it, what is needed to stay open must be left.
  const saved = (day: Day): number => day.reactive.shortage - day.forecast.shortage;
  const best = days.reduce((most, day) => (saved(day) > saved(most) ? day : most));
  const others = days.filter(day => day !== best);
  return problemWith(others, { ...terms, isOpen: true }) === null ? null : "OneDayOnly";
}

function problemWith(days: readonly Day[], terms: Terms): GateVerdict | null {
  const problem = costProblem(balanceOf(days), terms);
  if (problem !== null) return problem;
  const compared = days.filter(day => day.rivals.length > 0);
  // Without one day, the others are fewer.
  if (compared.length < leastDays - 1) return "Learning";
  const { saved, savedByRival, lostSaved, lostSavedByRival } = balanceOf(compared);
  const factor = terms.isOpen ? rivalToStay : rivalToOpen;
  const wins = saved >= factor * savedByRival && lostSaved >= factor * lostSavedByRival;
  return wins ? null : "RivalDoesAsWell";
}

const costly: ReadonlySet<GateVerdict> = new Set(["NothingToSave", "OverBudget", "TooExpensive"]);

/** Whether a comparison with rivals can open the gate, or keep it open. */
export const mayBeWorthIt = ({ verdict }: GateState): boolean => !costly.has(verdict);

/** Whether there is enough of it on a day that a forecast could save something. */
export const hasShortage = ({ reactive }: Day): boolean =>
  reactive.shortage > 0 && reactive.shortage >= leastGain * reactive.replicas;

function costProblem(
  { shortage, replicas, saved, extra }: Balance,
  { isOpen, mostExtra }: Terms,
): GateVerdict | null {
  const gain = isOpen ? slackGain : 1;
  const saves = saved > 0 && saved >= gain * leastShare * shortage;
  // A sum that is no number proves nothing.
  if (!(saves && saved >= gain * leastGain * replicas)) return "NothingToSave";
  if (!(extra <= mostExtra * replicas)) return "OverBudget";
  return extra <= mostPrice * (isOpen ? slackPrice : 1) * saved ? null : "TooExpensive";
}

/** A day that costs more than this share, for less than half of what it may cost, is wrong. */
const wrongCost = 0.01;

/** Two wrong days in a row; over with a day that is right, or that saves something real. */
function wrongTwice(before: boolean, days: readonly Day[], today: number): boolean {
  const [previous, last] = days.slice(-2);
  if (!previous || !last) return false;
  const inRow = last.number === today - 1 && previous.number === today - 2;
  if (inRow && isWrong(last) && isWrong(previous)) return true;
  const { saved, extra, replicas } = dayBalance(last);
  const isRight = !isWrong(last) && extra > wrongCost * replicas;
  return before && !isRight && saved <= 0.001 * replicas;
}

export function isWrong(day: Day): boolean {
  const { saved, extra, replicas } = dayBalance(day);
  return extra > wrongCost * replicas && mostPrice * saved < extra / 2;
}

/** What the forecast has saved and paid on one day. */
export const dayBalance = ({ reactive, forecast }: Day) => ({
  saved: reactive.shortage - forecast.shortage,
  extra: forecast.replicas - reactive.replicas,
  replicas: reactive.replicas,
});
